import { createDirectory } from './directory.ts';
import type { Directory } from './directory.ts';
import type { MakeScreens } from './directory/screens.ts';
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
  /** The administration's machines, where they are there from the beginning; else `directory.useScreens` brings them. */
  readonly screens?: MakeScreens;
}

/** Log, directory and actors, wired. Nothing happens but by `append`. */
export interface App {
  readonly log: Log;
  readonly directory: Directory;
  append(event: AppEvent): void;
  snapshots(): Snapshots;
}

export function createApp({ now, onCommand, position = 0, screens }: AppOptions): App {
  const log = createLog({ now, position });
  const directory = createDirectory({ onCommand });
  if (screens !== undefined) directory.useScreens(screens);
  log.subscribe((event) => directory.handle(event));
  return { log, directory, append: (event) => log.append(event), snapshots: () => snapshotsOf(directory) };
}

/** Folds a recorded session with no adapter attached: the same snapshots come out. */
export function replayApp(events: Iterable<Logged>, screens: MakeScreens): Snapshots {
  const directory = createDirectory({ onCommand: () => undefined });
  directory.useScreens(screens);
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
