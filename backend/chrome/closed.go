package chrome

import (
	"context"
	"strconv"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
)

// suspectCap bounds how many elements of a document are asked at once.
const suspectCap = 60

// openClosed hands closed shadow roots to our world: scripts cannot see them,
// Chrome can. Each element is asked once. It gives how many roots were found.
func (b *Browser) openClosed(ctx context.Context, d doc, halt <-chan struct{}) (int, error) {
	id, err := b.world(ctx, d, halt)
	if err != nil {
		return 0, err
	}
	r, err := send(b.c, d.s.id, runtime.Evaluate, runtime.EvaluateParams{Expression: "__batonSuspects(" + strconv.Itoa(suspectCap) + ")", ContextID: id, ObjectGroup: "closed"}).get(ctx, halt)
	if err != nil || r.Result == nil {
		return 0, lostDocument(orGone(err))
	}
	defer send(b.c, d.s.id, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: "closed"})
	list, err := send(b.c, d.s.id, runtime.GetProperties, runtime.GetPropertiesParams{ObjectID: r.Result.ObjectID, OwnProperties: new(true)}).get(ctx, halt)
	if err != nil {
		return 0, lostDocument(err)
	}
	var hosts []runtime.RemoteObjectID
	var asked []answer[dom.DescribeNodeResult]
	for _, p := range list.Result {
		if p.Value == nil || p.Value.Subtype != runtime.RemoteObjectSubtypeNode {
			continue
		}
		hosts = append(hosts, p.Value.ObjectID)
		asked = append(asked, send(b.c, d.s.id, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: p.Value.ObjectID}))
	}
	opened := 0
	for i, a := range asked {
		n, err := a.get(ctx, halt)
		if err != nil {
			return opened, lostDocument(err)
		}
		ok, err := b.handOver(ctx, d, halt, id, hosts[i], n.Node)
		if err != nil {
			return opened, err
		}
		if ok {
			opened++
		}
	}
	return opened, nil
}

// handOver gives a host's closed root, if it has one, to our world.
func (b *Browser) handOver(ctx context.Context, d doc, halt <-chan struct{}, id runtime.ExecutionContextID, host runtime.RemoteObjectID, n *cdp.Node) (bool, error) {
	if n == nil {
		return false, nil
	}
	args := []*runtime.CallArgument{{ObjectID: host}}
	for _, root := range n.ShadowRoots {
		if root.ShadowRootType != cdp.ShadowRootTypeClosed {
			continue
		}
		o, err := send(b.c, d.s.id, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: root.BackendNodeID, ExecutionContextID: id, ObjectGroup: "closed"}).get(ctx, halt)
		if err != nil || o.Object == nil {
			return false, lostDocument(orGone(err))
		}
		args = append(args, &runtime.CallArgument{ObjectID: o.Object.ObjectID})
	}
	if len(args) == 1 {
		return false, nil
	}
	_, err := send(b.c, d.s.id, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: "function(host, root){ __batonRoot(host, root) }", ExecutionContextID: id, Arguments: args,
	}).get(ctx, halt)
	return true, err
}
