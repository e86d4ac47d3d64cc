import type { FrameEvent, NoticeEvent, TicketEvent, TransferEvent, UnseenEvent } from './events-chat.ts';
import type { InboxEvent } from './events-inbox.ts';
import type { SendEvent } from './events-send.ts';
import type { MediaEvent } from './events-media.ts';
import type { PresenceEvent } from './events-presence.ts';
import type { AdministrationEvent } from './events-administration.ts';
import type { AuthEvent, DirectoryListEvent, PageEvent, SocketEvent } from './events-session.ts';

/** Every event of the log; `log.append` is the only way in. */
export type AppEvent =
  | PageEvent
  | AuthEvent
  | SocketEvent
  | DirectoryListEvent
  | InboxEvent
  | TicketEvent
  | FrameEvent
  | SendEvent
  | UnseenEvent
  | TransferEvent
  | NoticeEvent
  | MediaEvent
  | PresenceEvent
  | AdministrationEvent;

export type EventType = AppEvent['type'];
export type EventOf<Type extends EventType> = Extract<AppEvent, { readonly type: Type }>;

/** An event with its place in the log and its time (milliseconds since 1970). */
export type Logged<Event extends AppEvent = AppEvent> = Event extends AppEvent
  ? Event & { readonly position: number; readonly loggedAt: number }
  : never;
