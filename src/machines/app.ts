import { createDirectory } from './directory.ts';
import type { Directory } from './directory.ts';
import type { Command } from './log/command.ts';
import type { AppEvent, Logged } from './log/event.ts';
import { createLog, replay } from './log/log.ts';
import type { Log } from './log/log.ts';

/** What every actor holds, by its key; under `order` the rows of the list. */
export type Snapshots = Readonly<Record<string, { readonly value: unknown; readonly context: unknown }>>;

export interface AppOptions {
  readonly now: () => number;
  readonly onCommand: (command: Command) => void;
  /** Position of the last event of an earlier session. */
  readonly position?: number;
}

/** Log, directory and actors, wired. Nothing happens but by `append`. */
export interface App {
  readonly log: Log;
  readonly directory: Directory;
  append(event: AppEvent): void;
  snapshots(): Snapshots;
}

export function createApp({ now, onCommand, position = 0 }: AppOptions): App {
  const log = createLog({ now, position });
  const directory = createDirectory({ onCommand });
  log.subscribe((event) => directory.handle(event));
  return { log, directory, append: (event) => log.append(event), snapshots: () => snapshotsOf(directory) };
}

/** Folds a recorded session with no adapter attached: the same snapshots come out. */
export function replayApp(events: Iterable<Logged>): Snapshots {
  const directory = createDirectory({ onCommand: () => undefined });
  replay(events, (event) => directory.handle(event));
  return snapshotsOf(directory);
}

function snapshotsOf(directory: Directory): Snapshots {
  const snapshots: Record<string, { value: unknown; context: unknown }> = {};
  for (const [key, actor] of directory.actors()) {
    const { value, context } = actor.getSnapshot();
    snapshots[key] = { value, context };
  }
  snapshots['order'] = { value: 'order', context: directory.ticketOrder.getSnapshot() };
  return snapshots;
}
