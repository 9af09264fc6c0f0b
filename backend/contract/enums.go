package contract

import (
	"reflect"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/wire"
)

// enum is the values of a string type.
type enum []string

func values[T ~string](all ...T) (reflect.Type, enum) {
	e := enum{}
	for _, v := range all {
		e = append(e, string(v))
	}
	return reflect.TypeFor[T](), e
}

// enums lists the values of the string types that the API speaks of. Go can't
// list the constants of a type at run time; a test reads the source and finds
// one that is missing here.
func enums() map[reflect.Type]enum {
	all := map[reflect.Type]enum{}
	add := func(t reflect.Type, e enum) { all[t] = e }
	add(values(wire.Opening, wire.Live, wire.Ended))
	add(values(wire.ForAgent, wire.ForSignIn))
	add(values(wire.AgentDrives, wire.UserDrives))
	add(values(wire.WindowOpening, wire.WindowOpen, wire.WindowClosing))
	add(values(wire.LiveWindow, wire.ManageWindow, wire.BrowserWindow))
	add(values(wire.ReasonClosed, wire.ReasonByUser, wire.ReasonIdle, wire.ReasonTime, wire.ReasonSwitched, wire.ReasonSignIn,
		wire.ReasonCrashed, wire.ReasonQuit, wire.ReasonFailed))
	add(values(wire.SessionChanged, wire.RequestChanged, wire.ProfilesChanged, wire.AgentsChanged, wire.AuditAppended,
		wire.SettingsChanged, wire.WindowShowEvent, wire.Resync, wire.StreamEnded))
	add(values(profile.AwaitingSignIn, profile.Ready, profile.Disabled))
	add(values(request.Open, request.Taken, request.Done, request.Declined, request.Expired, request.Withdrawn, request.Allowed))
	add(values(request.TakeOver, request.SignIn, request.Confirm))
	add(values(request.TaskSignIn, request.TaskCode, request.TaskCaptcha, request.TaskOrder, request.TaskOther,
		request.TaskSend, request.TaskDelete, request.TaskUpload, request.TaskSite))
	add(values(audit.ProfileCreated, audit.ProfileUpdated, audit.ProfileDeleted, audit.ProfileUsed, audit.ProfileSignedIn, audit.HTTPSignedIn, audit.SitePermitted,
		audit.AgentCreated, audit.AgentUpdated, audit.AgentDeleted, audit.SessionOpened, audit.SessionEnded,
		audit.ControlTaken, audit.ControlReturned, audit.PageHidden, audit.PageShown, audit.RealWindow, audit.RequestMade, audit.RequestAnswered, audit.ToolCalled,
		audit.CallRefused, audit.PageSuspected, audit.SettingsChanged, audit.HostRefused))
	add(values(ops.TokenGood, ops.TokenRevoked))
	add(values(audit.ByUser, audit.ByAgent, audit.ByBaton))
	add(values(input.PointerMove, input.PointerDown, input.PointerUp, input.Wheel, input.KeyDown, input.KeyUp,
		input.Text, input.Paste, input.Cancel))
	add(values(page.Loaded, page.Usable, page.Blocked, page.Asks, page.Download))
	add(values(page.PickList, page.PickDate, page.PickDateTime, page.PickMonth, page.PickWeek, page.PickTime, page.PickColor, page.PickFiles, page.PickMenu, page.PickSuggest))
	add(values(page.MenuCut, page.MenuSelectAll, page.MenuSaveImage))
	add(values(page.PermissionNames()...))
	add(values(page.FileComing, page.FileThere, page.FileLost, page.FileCancelled))
	add(values(ops.HandedBack, ops.SignedIn, ops.Declined, ops.Expired, ops.Withdrawn, ops.NothingToDo, ops.StillWaiting, ops.MayGoOn))
	add(values(fault.Unauthenticated, fault.ForbiddenOrigin, fault.UnknownTool, fault.InvalidInput, fault.TooLarge,
		fault.UnsupportedMedia, fault.NotGranted, fault.BrowserOff, fault.NotFound, fault.Conflict, fault.NoSession,
		fault.StaleSession, fault.ProfileBusy, fault.PausedByUser, fault.Private, fault.NotInControl, fault.ControlHeld,
		fault.OriginRefused, fault.StaleRef, fault.NotVisible, fault.NotActionable, fault.DialogOpen, fault.NeedsUser,
		fault.LimitReached, fault.RateLimited, fault.DeadlineExceeded, fault.NavigationFailed, fault.EvaluateFailed,
		fault.BrowserUnavailable, fault.NotRunning, fault.StorageUnwritable, fault.KeyUnavailable, fault.Canceled, fault.Internal))
	return all
}
