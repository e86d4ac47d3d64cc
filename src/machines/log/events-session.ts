import type { UnauthorizedStatus } from '../../../contract/facts/errors.ts';
import type { Locale } from '../../../contract/facts/locales.ts';
import type { Failure } from '../entities/failure.ts';
import type { Instance, User } from '../entities/entities.ts';
import type { InstanceId } from '../entities/ids.ts';
import type { InboxQuery } from './events-chat.ts';

/** Names a password or token in an adapter's vault. Secrets themselves never enter the log. */
export type SecretRef = string;
/** Names a call that an adapter has under way. */
export type CallId = string;

/**
 * `rest`: the back-office's login; `graphql`: the tenant's; `identity`: by the company's identity provider, with its
 * code for a secret and an e-mail that nobody knows yet.
 */
export type LoginPath = 'rest' | 'graphql' | 'identity';

/** What the browser kept of an earlier session. The token stays in the vault, under `token`. */
export interface StoredSession {
  readonly token: SecretRef;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly roleName: string;
  readonly originBackoffice: boolean;
  readonly routes: readonly string[];
  /** Whoever is here as the platform's support: the address of the company that they came from. */
  readonly supportFrom?: string | undefined;
  /** And what the company is called that they are in. */
  readonly supportIn?: string | undefined;
  /** Whether the person asked to stay logged in: then the log is stored too. */
  readonly remembered?: boolean | undefined;
}

export type Theme = 'light' | 'dark';
/** What a person set for this browser. */
export interface Preferences {
  readonly theme: Theme;
  readonly locale: Locale;
  readonly sidebarOpen: boolean;
  readonly sound: boolean;
  /** Whether single characters are shortcuts. */
  readonly singleKeys: boolean;
  readonly activeInstanceId: InstanceId | null;
  /** Columns that the person doesn't want to see, by table. Left out while nothing was chosen. */
  readonly hiddenColumns?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Whose open conversations the list begins with; left out while nothing was chosen: all. */
  readonly inboxScope?: InboxQuery['scope'] | undefined;
  /** Untouched for so many minutes the screen locks by itself; left out for never. */
  readonly lockMinutes?: number | undefined;
}

export type DesktopPermission = 'granted' | 'denied' | 'default' | 'unsupported';

/** The page and its browser. */
export type PageEvent =
  /** First event of every page, and of a log that goes on from no earlier one. */
  | {
      readonly type: 'app.opened';
      readonly tenant: string;
      readonly session: StoredSession | null;
      readonly preferences: Preferences;
      readonly online: boolean;
      readonly visible: boolean;
      readonly desktop: DesktopPermission;
      /** The screen was locked when the page was last open. */
      readonly locked?: boolean;
      /** The page was reloaded to go with a server of this version of the contract. */
      readonly reloadedFor?: number;
    }
  /** The person wants the page that goes with the server's version. */
  | { readonly type: 'reload.chosen' }
  | { readonly type: 'page.closing' }
  | { readonly type: 'network.changed'; readonly online: boolean }
  | { readonly type: 'page.visibilityChanged'; readonly visible: boolean }
  /** The log can't be stored, or what was stored not be read; the page goes on without. */
  | { readonly type: 'log.storeFailed'; readonly reason: string }
  /** A timer that a machine started has run out. */
  | { readonly type: 'timer.fired'; readonly timer: string }
  /** Something from outside didn't parse. `sample` is its beginning, for QA. */
  | {
      readonly type: 'input.rejected';
      readonly source: 'rest' | 'graphql' | 'realtime' | 'storage' | 'broadcast';
      readonly reason: string;
      readonly sample: string;
    }
  /** The specification's `api-response`: a call failed; the loading overlay closes. `command` is the command's type. */
  | { readonly type: 'api.responseFailed'; readonly call: CallId; readonly command: string; readonly failure: Failure }
  | { readonly type: 'theme.chosen'; readonly theme: Theme }
  | { readonly type: 'locale.chosen'; readonly locale: Locale }
  | { readonly type: 'sidebar.toggled' }
  | { readonly type: 'sound.toggled' }
  | { readonly type: 'singleKeys.toggled' }
  /** All that are hidden of a table now. */
  | { readonly type: 'columns.chosen'; readonly table: string; readonly hidden: readonly string[] }
  | { readonly type: 'instance.chosen'; readonly instanceId: InstanceId | null }
  /** By the person, by the time they were away, or in another tab. It is opened by `form.saved` of `account.unlock`. */
  | { readonly type: 'screen.locked' }
  /** The screen was opened in another tab. */
  | { readonly type: 'screen.unlocked' }
  /** Null: it never locks by itself. */
  | { readonly type: 'lockMinutes.chosen'; readonly minutes: number | null }
  /** This tab leads those of its person from now on: it stores the log and sounds. Without others it leads at once. */
  | { readonly type: 'tab.led' }
  /** Whether another tab of the person is in view. */
  | { readonly type: 'tab.otherViewed'; readonly viewed: boolean }
  /** Another tab has other preferences. */
  | { readonly type: 'preferences.told'; readonly preferences: Preferences }
  | { readonly type: 'desktop.permissionAsked' }
  /** The browser let no sound out: nobody has touched the page yet, or there is no audio. */
  | { readonly type: 'sound.refused'; readonly reason: string }
  | { readonly type: 'desktop.permissionChanged'; readonly permission: DesktopPermission };

/** Logging in and out, tokens, permissions. `generation` is the session's number at the command. */
export type AuthEvent =
  | {
      readonly type: 'login.submitted';
      readonly path: LoginPath;
      readonly email: string;
      readonly secret: SecretRef;
      readonly remember: boolean;
      /** The `to` of the address, already checked to be a route of ours; null leads home. */
      readonly to: string | null;
    }
  | {
      readonly type: 'login.succeeded';
      readonly generation: number;
      readonly token: SecretRef;
      readonly user: User;
      readonly routes: readonly string[];
      readonly originBackoffice: boolean;
      /** Must set up a second factor first; until then nothing is permitted. */
      readonly owesSecondFactor?: boolean;
    }
  | { readonly type: 'login.refused'; readonly generation: number; readonly failure: Failure }
  /** E-mail and password were right. The challenge proves it to the call that takes the code. */
  | { readonly type: 'login.secondFactorRequired'; readonly generation: number; readonly challenge: SecretRef }
  /** A code of the authenticator app, or a recovery code. */
  | { readonly type: 'login.codeSubmitted'; readonly code: SecretRef }
  /** The code was wrong, or nobody could say; another may be tried. */
  | { readonly type: 'login.codeRefused'; readonly generation: number; readonly failure: Failure }
  | { readonly type: 'login.cancelled' }
  /** A call met an expired token. It waits in its adapter for `call.retry`, `call.fail` or `call.abandon`. */
  | { readonly type: 'call.expired'; readonly call: CallId; readonly generation: number }
  /** A call was refused for good: the session is over. */
  | {
      readonly type: 'call.unauthorized';
      readonly call: CallId;
      readonly generation: number;
      readonly status: UnauthorizedStatus;
    }
  | {
      readonly type: 'token.refreshed';
      readonly generation: number;
      readonly token: SecretRef;
      readonly routes: readonly string[];
    }
  | {
      readonly type: 'token.refreshFailed';
      readonly generation: number;
      /** `refused`: the session is over. `unreachable`: no answer, the token may be renewed later. */
      readonly reason: 'refused' | 'unreachable';
    }
  | { readonly type: 'logout.requested' }
  /** Logged out in another tab, which has told the server. */
  | { readonly type: 'logout.told' }
  | { readonly type: 'logout.finished'; readonly generation: number }
  | { readonly type: 'user.loaded'; readonly user: User }
  | { readonly type: 'permissions.listed'; readonly routes: readonly string[] };

/** The socket's life. `attempt` numbers its openings; an event of an older attempt changes nothing. */
export type SocketEvent =
  | { readonly type: 'socket.ticketIssued'; readonly attempt: number; readonly ticket: SecretRef }
  | { readonly type: 'socket.ticketFailed'; readonly attempt: number; readonly failure: Failure }
  | { readonly type: 'socket.opened'; readonly attempt: number }
  | {
      readonly type: 'socket.greeted';
      readonly attempt: number;
      readonly epoch: string;
      readonly head: number;
      readonly recovered: boolean;
      /** The version of the contract that the server speaks, where it isn't the page's. */
      readonly otherVersion?: number;
    }
  | { readonly type: 'socket.ponged'; readonly attempt: number; readonly head: number }
  | { readonly type: 'socket.closed'; readonly attempt: number; readonly code: number; readonly reason: string };

/** Lists that are the same for the whole tenant. */
export type DirectoryListEvent =
  | { readonly type: 'instances.listed'; readonly instances: readonly Instance[] }
  | { readonly type: 'instances.listFailed'; readonly failure: Failure };
