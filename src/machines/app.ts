import { createDirectory } from './directory.ts';
import type { Directory } from './directory.ts';
import type { AddLater } from './directory/hub.ts';
import type { Inspection } from './directory/core.ts';
import type { Snapshots } from './directory/stored.ts';
import type { Command } from './log/command.ts';
import type { Logged } from './log/event.ts';
import { createLog, replay } from './log/log.ts';
import type { Log } from './log/log.ts';

export interface AppOptions extends Inspection {
  readonly now: () => number;
  readonly onCommand: (command: Command) => void;
  /** An earlier log to continue. */
  readonly stored?: StoredLog;
  /** The machines of what loads later, if there from the start; else the directory's `add` adds them. */
  readonly later?: AddLater;
}

/** A log: the actors' snapshots at a position, and the events after it. */
export interface StoredLog {
  /** 0 for a new log. */
  readonly position: number;
  readonly snapshots: Snapshots;
  readonly tail: readonly Logged[];
}

export const emptyLog: StoredLog = { position: 0, snapshots: new Map(), tail: [] };

/** Log and directory, connected. State changes only by `append`. */
export interface App {
  readonly log: Log;
  readonly directory: Directory;
  readonly append: Log['append'];
  /** Snapshots of all actors. */
  snapshots(): Snapshots;
}

/** Creates an app; a stored log is replayed first, without running its commands. */
export function createApp({ now, onCommand, stored = emptyLog, later, ...inspection }: AppOptions): App {
  const log = createLog({ now, position: stored.position });
  let isStored = true;
  // Commands of stored events were run by an earlier page, so they aren't run again.
  const directory = createDirectory((command) => isStored || onCommand(command), stored.snapshots, inspection);
  later?.(directory.add);
  log.subscribe(directory.handle);
  for (const event of stored.tail) log.take(event);
  isStored = false;
  return {
    log,
    directory,
    append: log.append,
    snapshots: () => snapshotsOf(directory),
  };
}

/** Replays a recorded log without adapters; results in the same snapshots. */
export function replayApp(events: Iterable<Logged>, later: AddLater, stored = emptyLog): Snapshots {
  const directory = createDirectory(() => undefined, stored.snapshots);
  later(directory.add);
  replay(stored.tail, directory.handle);
  replay(events, directory.handle);
  return snapshotsOf(directory);
}

function snapshotsOf(directory: Directory): Snapshots {
  const order = { value: 'order', context: directory.ticketOrder.getSnapshot() };
  return directory.snapshots().set('order', order);
}
