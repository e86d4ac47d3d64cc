import { createDirectory } from './directory.ts';
import type { Directory } from './directory.ts';
import type { MakeScreens } from './directory/screens.ts';
import type { Snapshots, StoredActor } from './directory/stored.ts';
import type { Command } from './log/command.ts';
import type { AppEvent, Logged } from './log/event.ts';
import { createLog, replay } from './log/log.ts';
import type { Log } from './log/log.ts';

export interface AppOptions {
  readonly now: () => number;
  readonly onCommand: (command: Command) => void;
  /** An earlier log, which this one goes on. */
  readonly stored?: StoredLog;
  /** The administration's machines, where they are there from the beginning; else `directory.useScreens` brings them. */
  readonly screens?: MakeScreens;
}

/** What a log had come to at a position, and the events after it. */
export interface StoredLog {
  /** 0 for a new log. */
  readonly position: number;
  readonly snapshots: Snapshots;
  readonly tail: readonly Logged[];
}

export const emptyLog: StoredLog = { position: 0, snapshots: {}, tail: [] };

/** Log, directory and actors, wired. Nothing happens but by `append`. */
export interface App {
  readonly log: Log;
  readonly directory: Directory;
  append(event: AppEvent): void;
  /** What all actors hold, or those whose names are wanted. */
  snapshots(isWanted?: (name: string) => boolean): Snapshots;
}

export function createApp({ now, onCommand, stored = emptyLog, screens }: AppOptions): App {
  const log = createLog({ now, position: stored.position });
  let isStored = true;
  // What was asked for then was done then, or went with its page.
  const directory = createDirectory({
    onCommand: (command) => isStored || onCommand(command),
    stored: stored.snapshots,
  });
  if (screens !== undefined) directory.useScreens(screens);
  log.subscribe((event) => directory.handle(event));
  for (const event of stored.tail) log.take(event);
  isStored = false;
  return {
    log,
    directory,
    append: (event) => log.append(event),
    snapshots: (isWanted) => snapshotsOf(directory, isWanted),
  };
}

/** Folds a recorded session with no adapter attached: the same snapshots come out. */
export function replayApp(events: Iterable<Logged>, screens: MakeScreens, stored = emptyLog): Snapshots {
  const directory = createDirectory({ onCommand: () => undefined, stored: stored.snapshots });
  directory.useScreens(screens);
  replay(stored.tail, (event) => directory.handle(event));
  replay(events, (event) => directory.handle(event));
  return snapshotsOf(directory);
}

function snapshotsOf(directory: Directory, isWanted: (name: string) => boolean = () => true): Snapshots {
  const snapshots: Record<string, StoredActor> = {};
  for (const [key, actor] of directory.actors()) {
    if (!isWanted(key)) continue;
    const { value, context } = actor.getSnapshot();
    snapshots[key] = { value, context };
  }
  if (isWanted('order')) snapshots['order'] = { value: 'order', context: directory.ticketOrder.getSnapshot() };
  return snapshots;
}
