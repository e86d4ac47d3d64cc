import type { Instance } from '../entities/entities.ts';
import type { TicketId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { DesktopPermission, Preferences } from '../log/events-session.ts';
import type { InternalEventOf } from '../log/internal.ts';

export interface ShellContext {
  readonly tenant: string;
  readonly preferences: Preferences;
  /** Sorted by name; null until fetched. */
  readonly instances: readonly Instance[] | null;
  /** Whether fetching them failed. */
  readonly instancesMissed: boolean;
  /** Whether the call that marks the user as at work failed; left out for no. */
  readonly presenceMissed?: boolean;
  readonly online: boolean;
  readonly visible: boolean;
  readonly desktop: DesktopPermission;
  /** Whether the screen is locked until the password is entered. */
  readonly locked: boolean;
  /** Whether this tab leads the user's tabs: only the leader plays sounds and shows desktop notifications. */
  readonly leads: boolean;
  /** Whether another tab of the user is visible. */
  readonly otherViewed: boolean;
  /** The tickets on the screens of the visible ones; left out for none. */
  readonly otherTickets?: readonly TicketId[];
  /** Messages and actions that other tabs haven't sent yet; left out for none. */
  readonly othersUnsent?: number;
  /** Whether the loading overlay covers the page. */
  readonly overlay: boolean;
  /** Whether a call was refused for maintenance, and no socket was accepted since. */
  readonly maintained: boolean;
  /** Ids of the last notices raised, so that none is raised twice. */
  readonly raisedNotices: readonly string[];
}

export type ShellInput =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'login.succeeded'
        | 'network.changed'
        | 'page.visibilityChanged'
        | 'theme.chosen'
        | 'locale.chosen'
        | 'sidebar.toggled'
        | 'sound.toggled'
        | 'noticeSettings.changed'
        | 'sound.tested'
        | 'notice.cleared'
        | 'desktop.tested'
        | 'singleKeys.toggled'
        | 'modSends.toggled'
        | 'density.chosen'
        | 'inbox.filtered'
        | 'inbox.narrowed'
        | 'inbox.sorted'
        | 'columns.chosen'
        | 'page.starred'
        | 'emoji.used'
        | 'emoji.toneChosen'
        | 'audioSpeed.chosen'
        | 'instance.chosen'
        | 'screen.locked'
        | 'screen.unlocked'
        | 'lockMinutes.chosen'
        | 'form.saved'
        | 'instances.listed'
        | 'permissions.outdated'
        | 'instances.listFailed'
        | 'instances.retried'
        | 'presence.retried'
        | 'instance.updated'
        | 'socket.greeted'
        | 'tab.led'
        | 'tab.otherViewed'
        | 'tab.othersUnsent'
        | 'preferences.receivedFromTab'
        | 'desktop.permissionAsked'
        | 'desktop.permissionChanged'
        | 'api.responseFailed'
      >
    >
  | InternalEventOf<'session.started' | 'session.ended' | 'session.forgotten' | 'notice.raised'>;
