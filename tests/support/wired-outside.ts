import type { Adapters } from '../../src/adapters/run-commands.ts';
import type { App } from '../../src/machines/app.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, EventType } from '../../src/machines/log/event.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import type { DesktopPermission } from '../../src/machines/log/events-session.ts';
import type { NodeEnvironment } from './node-environment.ts';
import type { Reply, ScriptedRequest, ScriptedSocket } from './scripted-server.ts';

/** A request that the server hasn't answered, and the command it was made for. */
export interface Held {
  readonly command: Command;
  readonly request: ScriptedRequest;
  readonly answer: (reply: Reply) => void;
}

/** A socket that asks to be let in. */
export interface Knock {
  readonly query: URLSearchParams;
  readonly letIn: (isWelcome: boolean) => void;
}

/**
 * What surrounds the wired app: the server, the page, the clock, the disk. A cause of an event does
 * something here, and the adapters then append the event, or don't.
 */
export interface Outside {
  /** Of the page that is open, as its adapters are. */
  readonly app: App;
  readonly environment: NodeEnvironment;
  readonly adapters: Adapters;
  /** Requests that wait for their answer, in the order in which they were made. */
  readonly held: () => readonly Held[];
  /** Every command that was given, in order. */
  readonly commands: readonly Command[];
  readonly knocks: () => readonly Knock[];
  /** The socket that the client has open; null while it has none. */
  readonly socket: () => ScriptedSocket | null;
  /** Ends the wait of a timer; false when no such timer runs. */
  readonly fire: (timer: string) => boolean;
  /** What a person does: the view's event. */
  readonly intend: (event: AppEvent) => void;
  /** What the disk answers is told to the app from now on only when a step says so. */
  readonly release: (fits: (event: AppEvent) => boolean) => boolean;
  /** The page goes, if one is open, with all that it had under way. The next one goes on from its log. */
  readonly leave: () => void;
  /** Opens the page; before, nothing can happen. */
  readonly start: () => void;
  readonly isStarted: () => boolean;
  /** What the person says when the browser asks whether it may show notices. */
  readonly answerPermission: (permission: DesktopPermission) => void;
  /** The number of the socket's opening that is under way or was the last; null once the client has closed it. */
  readonly attempt: () => number | null;
  /** The number of the session that bears a token. */
  readonly generationOf: (token: string) => number | undefined;
  /** Whether the disk refuses what is written from now on. */
  readonly fillDisk: (isFull: boolean) => void;
  /** Waits until an event of the type came into the log since the last step, or none will come. */
  readonly heard: (type: EventType) => Promise<void>;
  /** Waits until all that was begun at the client has reached the server. */
  readonly settled: () => Promise<void>;
}

/** Name of the wait after which a list is asked for again. */
export function renewalOf(list: ListName): string {
  return `list:${list}`;
}
