import type { Viewer } from '../entities/viewer.ts';
import type { Command } from '../log/command.ts';
import type { InboxQuery } from '../log/events-chat.ts';
import type { Signals } from './signal.ts';
import type { Watches } from './watches.ts';

/** What the parts of the directory share. */
export interface Core {
  /** What a new actor emits goes here. */
  readonly emit: (command: Command) => void;
  readonly signals: Signals;
  readonly watches: Watches;
  /** Who is logged in; nothing of a conversation is made for nobody. */
  readonly viewer: () => Viewer | null;
  /** For whom things are held: also somebody whose session has ended by itself. */
  readonly holder: () => Viewer | null;
  readonly query: () => InboxQuery;
  readonly isOnline: () => boolean;
}
