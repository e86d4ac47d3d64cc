import type { UnauthorizedStatus } from '../../../contract/facts/errors.ts';
import type { SOUND_KINDS } from '../../../contract/facts/sounds.ts';
import type { Locale } from '../../../contract/facts/locales.ts';
import type { Failure } from '../entities/failure.ts';
import type { Instance, User } from '../entities/entities.ts';
import type { InstanceId, TicketId } from '../entities/ids.ts';
import type { InboxFilters, InboxQuery } from './events-inbox.ts';

/** Names a password or token in an adapter's vault. Secrets themselves never enter the log. */
export type SecretRef = string;
/** Identifies a call that an adapter has in flight. */
export type CallId = string;

/**
 * `rest`: the back-office's login, or the tenant's if the page has no back-office address; `graphql`: the tenant's;
 * `identity`: with the company's identity provider, where the secret is its code and the e-mail isn't known yet.
 */
export type LoginPath = 'rest' | 'graphql' | 'identity';

/** The session as the browser stores it. The token itself is in the vault, under `token`. */
export interface StoredSession {
  readonly token: SecretRef;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly roleName: string;
  /** Null for none; left out until the server has said it, and by older pages. */
  readonly departmentId?: string | null | undefined;
  readonly originBackoffice: boolean;
  readonly routes: readonly string[];
  /** For platform support inside a company: the address of the company they came from. */
  readonly supportFrom?: string | undefined;
  /** For platform support: the name of the company they are in. */
  readonly supportIn?: string | undefined;
  /** Whether the user asked to stay logged in; only then the log is stored too. */
  readonly remembered?: boolean | undefined;
}

export type Theme = 'light' | 'dark';
/** `system`: as the computer is set. */
export type ThemeChoice = Theme | 'system';
export type Density = 'comfortable' | 'compact';
/** The user's settings in this browser. */
export interface Preferences {
  readonly theme: Theme;
  /** The computer's theme is used instead. Apart from `theme`, which a page of the version before reads. */
  readonly followsSystem?: true | undefined;
  /** Less room between things; left out for the usual. */
  readonly isCompact?: true | undefined;
  readonly locale: Locale;
  readonly sidebarOpen: boolean;
  readonly sound: boolean;
  /** Whether single-character shortcuts are on. */
  readonly singleKeys: boolean;
  /** Enter breaks the line, and Ctrl+Enter sends; left out for the other way around. */
  readonly modSends?: true | undefined;
  readonly activeInstanceId: InstanceId | null;
  /** Hidden columns by table; left out while nothing was chosen. */
  readonly hiddenColumns?: Readonly<Record<string, readonly string[]>> | undefined;
  /** What earlier versions kept as the view of the list's open conversations. */
  readonly inboxScope?: Extract<InboxQuery['scope'], 'mine' | 'all'> | undefined;
  /** The view of the list's open conversations; left out while none was chosen: all. Pages of version 9 know only two. */
  readonly inboxView?: InboxQuery['scope'] | undefined;
  /** The order of the list; left out for newest first. */
  readonly inboxSort?: InboxQuery['sort'];
  /** Filters of the list; left out while none are set. */
  readonly inboxFilters?: InboxFilters | undefined;
  /** Names of the routes that the user starred, oldest first; left out while there are none. */
  readonly starredPages?: readonly string[] | undefined;
  /** Emojis used last, and the skin tone; left out before any was. */
  readonly emojis?: EmojiPreferences | undefined;
  /** How fast audio plays; left out for as it was recorded. */
  readonly audioSpeed?: number | undefined;
  /** Minutes without input after which the screen locks; left out for never. */
  readonly lockMinutes?: number | undefined;
  /** How notices are presented; left out while nothing was chosen. */
  readonly notices?: NoticeSettings | undefined;
}

/** Which notice a sound belongs to: a message in an own conversation, the queue, a transfer, anything else. */
export type SoundKind = (typeof SOUND_KINDS)[number];

/** How the user wants to be notified; a part that is left out is as by default. */
export interface NoticeSettings {
  /** 0 to 1; half if left out. */
  readonly volume?: number | undefined;
  /** Kinds without a sound. */
  readonly silent?: readonly SoundKind[] | undefined;
  readonly quiet?: QuietHours | undefined;
  /** The offer of desktop notifications was turned down; it isn't repeated. */
  readonly desktopDeclined?: true | undefined;
  /** Notices that were dismissed for good, such as a month's message limit. */
  readonly dismissed?: readonly string[] | undefined;
}

/** `quiet` null: no more, as a file of the log has nothing left out. */
export type NoticeChange = Omit<NoticeSettings, 'quiet'> & { readonly quiet?: QuietHours | null | undefined };

/** When nothing sounds and nothing is shown on the desktop. */
export interface QuietHours {
  /** Minutes since midnight; past midnight if `to` isn't later, the whole day if both are the same. */
  readonly from: number;
  readonly to: number;
  /** Days on which it begins; 0 is Sunday. */
  readonly days: readonly number[];
  /** Time zone of these times: an IANA name. */
  readonly timeZone: string;
}

/** `recent`: newest first; `tone`: 0 is the usual yellow, 1 to 5 from light to dark. */
export interface EmojiPreferences {
  readonly recent: readonly string[];
  readonly tone: number;
}

export type DesktopPermission = 'granted' | 'denied' | 'default' | 'unsupported';

/** The page and its browser. */
export type PageEvent =
  /** The first event of every page, and so of every new log. */
  | {
      readonly type: 'app.opened';
      readonly tenant: string;
      readonly session: StoredSession | null;
      readonly preferences: Preferences;
      readonly online: boolean;
      readonly visible: boolean;
      readonly desktop: DesktopPermission;
      /** Whether the screen was locked when the page was last open. */
      readonly locked?: boolean;
      /** The server's version of the contract that the page was reloaded for. */
      readonly reloadedFor?: number;
    }
  /** The user wants to reload the page to get the server's version. */
  | { readonly type: 'reload.chosen' }
  | { readonly type: 'page.closing' }
  /** The browser went online or offline. */
  | { readonly type: 'network.changed'; readonly online: boolean }
  | { readonly type: 'page.visibilityChanged'; readonly visible: boolean }
  /** The stored log couldn't be read; the page begins without it. A log of a `newer` version is left to that version. */
  | { readonly type: 'log.readFailed'; readonly reason: string }
  /** The log couldn't be stored; the page goes on without. */
  | { readonly type: 'log.storeFailed'; readonly reason: string }
  /** A timer that a machine started has run out. */
  | { readonly type: 'timer.fired'; readonly timer: string }
  /** Input from outside didn't parse. `sample` is its beginning, for QA. */
  | {
      readonly type: 'input.rejected';
      readonly source: 'rest' | 'graphql' | 'realtime' | 'storage' | 'broadcast';
      readonly reason: string;
      readonly sample: string;
    }
  /** The specification's `api-response`: a call failed; the loading overlay closes. `command` is the command's type. */
  | { readonly type: 'api.responseFailed'; readonly call: CallId; readonly command: string; readonly failure: Failure }
  | { readonly type: 'theme.chosen'; readonly theme: ThemeChoice }
  | { readonly type: 'locale.chosen'; readonly locale: Locale }
  | { readonly type: 'sidebar.toggled' }
  | { readonly type: 'sound.toggled' }
  /** The user changed how notices are presented. */
  | { readonly type: 'noticeSettings.changed'; readonly change: NoticeChange }
  /** The user wants to hear a sound, or to see a desktop notification. */
  | { readonly type: 'sound.tested'; readonly sound: SoundKind }
  | { readonly type: 'desktop.tested' }
  | { readonly type: 'singleKeys.toggled' }
  /** Whether Enter or Ctrl+Enter sends. */
  | { readonly type: 'modSends.toggled' }
  /** The user chose how close together things stand. */
  | { readonly type: 'density.chosen'; readonly density: Density }
  /** `hidden`: all hidden columns of the table. */
  | { readonly type: 'columns.chosen'; readonly table: string; readonly hidden: readonly string[] }
  /** A page was starred or its star taken; `page` is its route's name. Beyond `STARRED_PAGES_MAX` none is starred. */
  | { readonly type: 'page.starred'; readonly page: string; readonly starred: boolean }
  /** An emoji was inserted, or sent as a reaction. */
  | { readonly type: 'emoji.used'; readonly emoji: string }
  | { readonly type: 'emoji.toneChosen'; readonly tone: number }
  /** How fast audio plays: one of `AUDIO_SPEEDS`. */
  | { readonly type: 'audioSpeed.chosen'; readonly speed: number }
  | { readonly type: 'instance.chosen'; readonly instanceId: InstanceId | null }
  /** Locked by the user, by inactivity, or in another tab. `form.saved` of `account.unlock` unlocks it. */
  | { readonly type: 'screen.locked' }
  /** Unlocked in another tab. */
  | { readonly type: 'screen.unlocked' }
  /** Null for never. */
  | { readonly type: 'lockMinutes.chosen'; readonly minutes: number | null }
  /** This tab became the leader of the user's tabs: it stores the log and plays sounds. A single tab leads at once. */
  | { readonly type: 'tab.led' }
  /** Whether another tab of the user is visible, and the tickets on the screens of those that are, in order. */
  | { readonly type: 'tab.otherViewed'; readonly viewed: boolean; readonly tickets?: readonly TicketId[] }
  /** How many messages and actions the user's other tabs haven't sent yet. */
  | { readonly type: 'tab.othersUnsent'; readonly count: number }
  /** The preferences as another tab changed them. */
  | { readonly type: 'preferences.receivedFromTab'; readonly preferences: Preferences }
  | { readonly type: 'desktop.permissionAsked' }
  /** The browser refused to play a sound: no user gesture yet, or no audio device. */
  | { readonly type: 'sound.refused'; readonly reason: string }
  | { readonly type: 'desktop.permissionChanged'; readonly permission: DesktopPermission };

/** Login, logout, tokens and permissions. `generation` is the token's number when the command was given. */
export type AuthEvent =
  | {
      readonly type: 'login.submitted';
      readonly path: LoginPath;
      readonly email: string;
      readonly secret: SecretRef;
      readonly remember: boolean;
      /** The validated `to` of the address, where the login leads; null for home. */
      readonly to: string | null;
    }
  | {
      readonly type: 'login.succeeded';
      readonly generation: number;
      readonly token: SecretRef;
      readonly user: User;
      readonly routes: readonly string[];
      readonly originBackoffice: boolean;
      /** Whether a second factor must be set up first; until then nothing is permitted. */
      readonly owesSecondFactor?: boolean;
      /** The person's stored preferences, unless the page has them already. */
      readonly preferences?: Preferences;
    }
  | { readonly type: 'login.refused'; readonly generation: number; readonly failure: Failure }
  /** E-mail and password were right. The challenge proves it when the code is sent. */
  | { readonly type: 'login.secondFactorRequired'; readonly generation: number; readonly challenge: SecretRef }
  /** A code of the authenticator app, or a recovery code. */
  | { readonly type: 'login.codeSubmitted'; readonly code: SecretRef }
  /** The code was wrong or couldn't be checked; another may be tried. */
  | { readonly type: 'login.codeRefused'; readonly generation: number; readonly failure: Failure }
  | { readonly type: 'login.cancelled' }
  /** A call was refused as its token expired. It waits in its adapter for `call.retry`, `call.fail` or `call.abandon`. */
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
      /** `refused`: the session is over. `unreachable`: no answer; a later renewal may succeed. */
      readonly reason: 'refused' | 'unreachable';
    }
  | { readonly type: 'logout.requested' }
  /** The user logged out in another tab, which also ended the session on the server. */
  | { readonly type: 'logout.inOtherTab' }
  | { readonly type: 'logout.finished'; readonly generation: number }
  | { readonly type: 'user.loaded'; readonly user: User }
  | { readonly type: 'permissions.listed'; readonly routes: readonly string[] };

/** The connection's lifecycle. `attempt` numbers the connection attempts; events of an older one are ignored. */
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
      /** The server's version of the contract, if it differs from the page's. */
      readonly otherVersion?: number;
    }
  | { readonly type: 'socket.ponged'; readonly attempt: number; readonly head: number }
  | { readonly type: 'socket.closed'; readonly attempt: number; readonly code: number; readonly reason: string };

/** Lists shared by the whole tenant. */
export type DirectoryListEvent =
  | { readonly type: 'instances.listed'; readonly instances: readonly Instance[] }
  | { readonly type: 'instances.listFailed'; readonly failure: Failure }
  /** The user asks for them again after a failure. */
  | { readonly type: 'instances.retried' }
  /** The user retries the failed call that marks them as at work. */
  | { readonly type: 'presence.retried' };
