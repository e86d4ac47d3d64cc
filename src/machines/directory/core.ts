import type { Viewer } from '../entities/viewer.ts';
import type { Command } from '../log/command.ts';
import type { InboxQuery } from '../log/events-inbox.ts';
import type { Signals } from './signal.ts';
import type { Watches } from './watches.ts';

/** Shared by the parts of the directory. */
export interface Core {
  /** Takes the commands that actors emit. */
  readonly emit: (command: Command) => void;
  readonly signals: Signals;
  readonly watches: Watches;
  /** The logged-in user; null for none, and then no actors of conversations are made. */
  readonly viewer: () => Viewer | null;
  /** The user whose state is held; includes one whose session expired. */
  readonly holder: () => Viewer | null;
  readonly query: () => InboxQuery;
  readonly isOnline: () => boolean;
}
