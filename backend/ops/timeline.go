package ops

import (
	"encoding/base64"
	"fmt"

	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/timeline"
)

func timelineOps() []*Op {
	const path = "/api/agents/{agent_id}/timelines"
	return []*Op{
		Define(Spec{
			Name: "timeline_list", Title: "Timelines", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "GET", Path: path,
			Doc: "The sessions of an agent whose steps are kept, newest first (at most 100).",
		}, listTimelines),
		Define(Spec{
			Name: "timeline_get", Title: "Timeline", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "GET", Path: path + "/{session_id}",
			Doc: "What happened in a session, step by step, oldest first, with the number of the picture that shows each.",
		}, getTimeline),
		Define(Spec{
			Name: "timeline_picture", Title: "Picture of a timeline", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "GET",
			Path: path + "/{session_id}/pictures/{picture}",
			Doc:  "A picture of a timeline, as JPEG in base64.",
		}, timelinePicture),
		Define(Spec{
			Name: "timeline_delete", Title: "Delete a timeline", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "DELETE", Path: path + "/{session_id}",
			Doc: "Delete the steps and pictures that are kept of a session that has ended. The record under Activity stays.",
		}, func(c *Call, in TimelineRef) (None, error) {
			return None{}, c.App.Timeline.Remove(c.Owner(), in.AgentID, in.SessionID)
		}),
	}
}

// TimelineRef names a timeline.
type TimelineRef struct {
	AgentID   ident.Agent   `json:"agent_id"`
	SessionID ident.Session `json:"session_id"`
}

// TimelineList is the answer of timeline_list.
type TimelineList struct {
	Timelines []timeline.Reel `json:"timelines"`
}

func listTimelines(c *Call, in AgentRef) (TimelineList, error) {
	if _, err := c.App.Agents.Agent(c.Context, c.Owner(), in.AgentID); err != nil {
		return TimelineList{}, err
	}
	all, err := c.App.Timeline.Reels(c.Owner(), in.AgentID)
	return TimelineList{Timelines: all}, err
}

// Timeline is the answer of timeline_get.
type Timeline struct {
	Steps []timeline.Step `json:"steps"`
}

func getTimeline(c *Call, in TimelineRef) (Timeline, error) {
	steps, err := c.App.Timeline.Steps(c.Owner(), in.AgentID, in.SessionID)
	return Timeline{Steps: steps}, err
}

// TimelinePictureIn is the input of timeline_picture.
type TimelinePictureIn struct {
	TimelineRef
	Picture int `json:"picture"`
}

// TimelinePicture is the answer of timeline_picture.
type TimelinePicture struct {
	JPEG string `json:"jpeg" jsonschema:"base64"`
}

func timelinePicture(c *Call, in TimelinePictureIn) (TimelinePicture, error) {
	jpeg, err := c.App.Timeline.File(c.Owner(), in.AgentID, in.SessionID, in.Picture)
	return TimelinePicture{JPEG: base64.StdEncoding.EncodeToString(jpeg)}, err
}

// spotOf is where on the window something was done, in fractions of its size from
// the left and the top. Where another page has taken the place of that one, it
// would point at something else.
func (c *Call) spotOf(e page.Effect) string {
	v := c.Session.View()
	if e.Spot == nil || e.Navigated || e.NewTab != "" || v.Width == 0 || v.Height == 0 {
		return ""
	}
	return fmt.Sprintf("%.4f,%.4f", e.Spot.X/float64(v.Width), e.Spot.Y/float64(v.Height))
}
