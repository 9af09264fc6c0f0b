package egress_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/egress"
)

// BenchmarkForward is a request of plain http through a gate, on connections that
// are kept, six at once as Chrome has them.
func BenchmarkForward(b *testing.B) {
	body := strings.Repeat("x", 8<<10)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, body) }))
	defer s.Close()
	_, c := open(b, &egress.Network{}, loopback())
	c.Transport.(*http.Transport).MaxIdleConnsPerHost = 6 //nolint:forcetypeassert // made by open
	b.SetParallelism(3)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			res, err := c.Get(s.URL) //nolint:noctx // it ends with the benchmark
			if err != nil {
				b.Error(err)
				return
			}
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
		}
	})
}
