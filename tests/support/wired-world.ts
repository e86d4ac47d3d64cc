import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import type { Sample } from '../../models/model.ts';
import { START } from '../../models/samples.ts';
import { knownConfig } from '../../src/adapters/backoffice/config.ts';
import { createAdapters } from '../../src/adapters/run-commands.ts';
import type { Adapters } from '../../src/adapters/run-commands.ts';
import { endOf } from '../../src/adapters/storage/stored-log.ts';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import type { App, StoredLog } from '../../src/machines/app.ts';
import { laterParts } from './later-parts.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, EventType, Logged } from '../../src/machines/log/event.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import type { DesktopPermission } from '../../src/machines/log/events-session.ts';
import { fillingDisk } from './filling-disk.ts';
import { nodeEnvironment } from './node-environment.ts';
import type { NodeEnvironment } from './node-environment.ts';
import { eventOf, STEP_MS } from './paths-world.ts';
import type { Happening } from './paths-world.ts';
import { watching } from './paths-watch.ts';
import type { UnderTest } from './paths-watch.ts';
import { startScriptedServer } from './scripted-server.ts';
import type { ScriptedServer, ScriptedSocket } from './scripted-server.ts';
import { fileOf, leaveOnDisk } from './wired-disk.ts';
import type { LeftBehind } from './wired-disk.ts';
import { renewalOf } from './wired-outside.ts';
import { followRepeats, LEADS_OUTSIDE, openingProblem, requestProblem, unaskedProblem } from './wired-requests.ts';
import { followSaid } from './wired-said.ts';
import type { Held, Knock, Outside } from './wired-outside.ts';

/** The wired app with its adapters at a scripted server, over real sockets. */
export interface WiredWorld {
  /** Of the page that is open. */
  readonly app: App;
  readonly outside: Outside;
  readonly events: readonly Logged[];
  /** All that happened since it was last asked for, in order; waits until an event of the type is among it, or none will come. */
  readonly happenings: (type: EventType) => Promise<readonly Happening[]>;
  readonly event: (sample: Sample) => AppEvent;
  readonly close: () => Promise<void>;
}

/** An event that hasn't come after so long will not. */
const PATIENCE_MS = 5_000;
/** A request that isn't at the server after so long will not come: its code may have to be read first, on a busy machine. */
const SETTLING_MS = 30_000;

/** The disk and the browser's locks answer when they like; a script has to be able to say when. */
const OF_THE_DISK: ReadonlySet<string> = new Set([
  'outbox.restored',
  'drafts.restored',
  'outbox.stored',
  'outbox.storeFailed',
  'tab.led',
]);

/** Something that was to leave never did. */
export class NeverSettles extends Error {}

/** What adapters load when it is first needed is there at once, so that nothing waits for a disk. */
async function loadLaterCode(): Promise<void> {
  await Promise.all([
    import('../../src/adapters/realtime/socket.ts'),
    import('../../src/adapters/login.ts'),
    import('../../src/adapters/administration/main.ts'),
    import('../../src/adapters/desktop/notices.ts'),
    import('../../src/adapters/desktop/sound.ts'),
    import('../../src/adapters/storage/outbox-store.ts'),
    import('../../src/adapters/tabs/tabs.ts'),
    import('../../src/adapters/tenant/media.ts'),
    import('../../src/adapters/tenant/ticket-calls.ts'),
    import('../../src/adapters/tenant/uploads.ts'),
  ]);
}

/** `onHappening` is told each event while the app stands as it left it; `onWrong`, what is wrong with a request. */
export async function createWiredWorld(
  tested: UnderTest,
  left: LeftBehind | null,
  onHappening: (happening: Happening) => void,
  onWrong: (text: string) => void,
): Promise<WiredWorld> {
  await loadLaterCode();
  let isFull = false;
  const indexedDB = fillingDisk(() => isFull);
  if (left !== null) await leaveOnDisk(indexedDB, left);
  const server: ScriptedServer = await startScriptedServer();
  const held: Held[] = [];
  const knocks: Knock[] = [];
  const commands: Command[] = [];
  const events: Logged[] = [];
  const happenings: Happening[] = [];
  const disk: AppEvent[] = [];
  const within = new AsyncLocalStorage<Command>();
  /** Commands of which something has come: a request, a socket, an event. */
  const begun = new Set<Command | undefined>();
  /** Commands of which a request has left. */
  const sent = new Set<Command | undefined>();
  const calls = new Map<string, Command>();
  const timers = new Map<string, () => void>();
  let asked = 0;
  let came = 0;
  let opening = 0;
  let knocked = 0;
  let names = 0;
  let time = START;
  let now: Command[] = [];
  const turnOf: AppEvent[] = [];
  let isStarted = false;
  /** How many commands earlier pages gave. */
  let openedAt = 0;
  let desktop: DesktopPermission = 'granted';
  let attempt: number | null = null;
  const generations = new Map<string, number>();

  function tell(problem: string | null): void {
    if (problem !== null) onWrong(problem);
  }

  const said = followSaid(() => server.sockets.items.at(-1));
  const repeated = followRepeats((command) => commands.filter((each) => commanded(each) === command).length);

  server.otherwise(
    (request) =>
      new Promise((resolve) => {
        came += 1;
        const command = commands[Number(request.headers['x-command'])];
        if (command === undefined) {
          tell(`${request.name} is asked, and no command says so`);
          return;
        }
        tell(requestProblem(command, request));
        tell(repeated(command, request.name));
        const waiting: Held = {
          command,
          request,
          answer: (reply) => {
            held.splice(held.indexOf(waiting), 1);
            resolve(reply);
          },
        };
        held.push(waiting);
      }),
  );
  server.admit(
    (query) =>
      new Promise((resolve) => {
        knocked += 1;
        tell(
          openingProblem(
            commands.findLast(({ type }) => type === 'socket.open'),
            query,
          ),
        );
        const knock: Knock = {
          query,
          letIn: (isWelcome) => {
            knocks.splice(knocks.indexOf(knock), 1);
            resolve(isWelcome);
          },
        };
        knocks.push(knock);
      }),
  );

  const node = nodeEnvironment({ url: server.url, indexedDB });
  const environment: NodeEnvironment = {
    ...node,
    get Notification() {
      const { Notification } = node;
      if (desktop === 'unsupported' || Notification === null) return null;
      return Object.assign(Notification, { permission: desktop, requestPermission: async () => desktop });
    },
    now: () => time,
    uuid: () => {
      names += 1;
      const command = within.getStore();
      if (command !== undefined) calls.set(`name-${names}`, command);
      return `name-${names}`;
    },
    after: (ms, run) => {
      const command = within.getStore();
      if (command?.type !== 'timer.start' && command?.type !== 'list.fetch') return () => undefined;
      const name = command.type === 'timer.start' ? command.timer : renewalOf(command.list);
      // A call's own patience never ends here.
      if (command.type === 'list.fetch' && ms !== command.query.renewMs) return () => undefined;
      timers.set(name, run);
      return () => {
        if (timers.get(name) === run) timers.delete(name);
      };
    },
    fetch: async (input, init) => {
      begun.add(within.getStore());
      sent.add(within.getStore());
      asked += 1;
      const number = commands.findLastIndex((command) => command === within.getStore());
      const headers = new Headers(init?.headers);
      headers.set('x-command', String(number));
      try {
        return await node.fetch(input, { ...init, headers });
      } catch (error) {
        // Given up before it was on its way: the server will not hear of it.
        if (init?.signal?.aborted === true) asked = Math.min(asked, came);
        throw error;
      }
    },
    upload: async ({ url, method, headers, body, signal }) => {
      const response = await environment.fetch(url, { method, headers, body, signal });
      return { status: response.status, text: await response.text() };
    },
    WebSocket: class extends node.WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        begun.add(within.getStore());
        opening += 1;
      }
    },
  };

  function commanded(command: Command): Command {
    // A call that goes on is still its first command's.
    return command.type === 'call.retry' ? (calls.get(command.call) ?? command) : command;
  }

  function appOn(stored: StoredLog): App {
    const made = createApp({
      now: () => time,
      onCommand: (command) => {
        now.push(command);
        commands.push(command);
        said.noteCommand(command);
        if (command.type === 'socket.open') ({ attempt } = command);
        if (command.type === 'socket.close') attempt = null;
        if (command.type === 'token.adopt') {
          const token = adapters.vault.read(command.token);
          if (token !== undefined) generations.set(token, command.generation);
        }
        within.run(commanded(command), () => adapters.run(command));
      },
      later: laterParts,
      stored,
    });
    made.log.subscribe((event) => events.push(event));
    return made;
  }

  function freshAdapters(stored: StoredLog | null): Adapters {
    return createAdapters({
      ...(stored !== null && {
        keeps: { log: app.log, journal: createJournal(app, stored), found: endOf({ stored, failure: null }) },
      }),
      append: (event) => {
        const command = within.getStore();
        begun.add(command);
        if (command !== undefined && !sent.has(command)) tell(unaskedProblem(command, event));
        said.noteEvent(event);
        if (OF_THE_DISK.has(event.type)) disk.push(event);
        else happen(event);
      },
      config: knownConfig({ backoffice: '', graphql: '', realtime: '', ip_lookup: null, demo: false }),
      tenant: 'aurora',
      environment,
      textOf: (text) => (text.kind === 'words' ? text.words : text.id),
    });
  }

  let app = appOn(emptyLog);
  let adapters = freshAdapters(null);
  let watch = watching(app, tested);

  /** The page goes with all that it had under way. The next one has what is on the disk, and goes on from the log. */
  function leave(): void {
    if (!isStarted) return;
    adapters.stop();
    for (const knock of [...knocks]) knock.letIn(false);
    for (const forgotten of [held, disk]) forgotten.length = 0;
    timers.clear();
    attempt = null;
    said.leave();
    openedAt = commands.length;
    const stored = structuredClone({ position: app.log.position, snapshots: app.snapshots(), tail: [] });
    app = appOn(stored);
    watch = watching(app, tested);
    adapters = freshAdapters(stored);
  }

  const followed = new Set<ScriptedSocket>();
  const over = new Set<ScriptedSocket>();

  /** Whatever comes into the log, from a person or an adapter, with what it did. In turn, as in the log itself. */
  function happen(event: AppEvent): void {
    if (event.type === 'message.submitted' && event.message.file !== undefined) {
      adapters.files.keep(event.message.clientId, fileOf(event.message.file));
    }
    turnOf.push(event);
    if (turnOf.length > 1) return;
    for (let first = turnOf[0]; first !== undefined; first = turnOf[0]) {
      take(first);
      turnOf.shift();
    }
  }

  function take(event: AppEvent): void {
    now = [];
    const observed = watch(event, () => app.append(event));
    const logged = events.at(-1);
    if (logged !== undefined) {
      const happening: Happening = { moment: { app, event: logged, commands: now }, observed };
      happenings.push(happening);
      onHappening(happening);
    }
  }

  /** Whether it leads outside, and hasn't yet: code of its own may have to come first. */
  function isToBegin(command: Command, at: number): boolean {
    if (at < openedAt || begun.has(command) || !LEADS_OUTSIDE.has(command.type)) return false;
    const isOver = (later: Command): boolean =>
      later.type === 'token.clear' || (command.type === 'socket.open' && /^socket\.(open|close)$/.test(later.type));
    return !commands.slice(at + 1).some(isOver);
  }

  function whatIsMissing(): string {
    const unasked = commands.filter(isToBegin).map(({ type }) => type);
    const counts = JSON.stringify({ asked, came, opening, knocked });
    const missing = unasked.length === 0 ? [] : [`nothing comes of ${unasked.join(', ')}`];
    return ['it never settles', ...missing, said.problem() ?? [], counts].flat().join('; ');
  }

  async function settled(): Promise<void> {
    for (const socket of server.sockets.items) {
      if (!followed.has(socket)) void socket.closed.then(() => over.add(socket));
      followed.add(socket);
    }
    const until = performance.now() + SETTLING_MS;
    for (let quiet = 0; quiet < 4;) {
      if (performance.now() > until) throw new NeverSettles(whatIsMissing());
      const before = [asked, came, opening, knocked, events.length].join();
      await turn();
      const isUnderWay = came < asked || knocked < opening || commands.some(isToBegin) || said.isUnderWay();
      quiet = isUnderWay || before !== [asked, came, opening, knocked, events.length].join() ? 0 : quiet + 1;
    }
    tell(said.problem());
  }

  async function heard(type: EventType): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while (!happenings.some(({ moment }) => moment.event.type === type) && performance.now() < until) await turn();
    await settled();
  }

  const outside: Outside = {
    get app() {
      return app;
    },
    environment,
    get adapters() {
      return adapters;
    },
    commands,
    held: () => held.filter(({ request }) => !request.isGone()),
    knocks: () => knocks,
    socket: () => {
      const socket = server.sockets.items.at(-1);
      return socket === undefined || attempt === null || over.has(socket) ? null : socket;
    },
    fire: (timer) => {
      const run = timers.get(timer);
      timers.delete(timer);
      run?.();
      return run !== undefined;
    },
    intend: happen,
    release: (fits) => {
      const at = disk.findIndex(fits);
      const [event] = at < 0 ? [] : disk.splice(at, 1);
      if (event !== undefined) happen(event);
      return event !== undefined;
    },
    leave,
    start: () => {
      isStarted = true;
      adapters.start();
    },
    isStarted: () => isStarted,
    answerPermission: (permission) => {
      desktop = permission;
    },
    attempt: () => attempt,
    generationOf: (token) => generations.get(token),
    fillDisk: (isNowFull) => {
      isFull = isNowFull;
    },
    heard,
    settled,
  };

  return {
    get app() {
      return app;
    },
    outside,
    events,
    happenings: async (type) => {
      await heard(type);
      return happenings.splice(0);
    },
    event: (sample) => {
      const { event, later } = eventOf(sample, app);
      time += STEP_MS + later;
      return event;
    },
    close: async () => {
      adapters.stop();
      // One that waits would keep the server from closing.
      for (const knock of [...knocks]) knock.letIn(false);
      await server.close();
    },
  };
}
