import type { Invariant } from '../../models/model.ts';
import { opened, storedSession } from '../../models/samples.ts';
import { isLasting, isLastingActor } from '../../src/adapters/storage/lasting.ts';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import type { App, StoredLog } from '../../src/machines/app.ts';
import type { Command, CommandOf } from '../../src/machines/log/command.ts';
import type { AppEvent, EventOf, Logged } from '../../src/machines/log/event.ts';
import type { OutgoingAction, StoredMessage } from '../../src/machines/log/events-send.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import type { Journal } from '../../src/machines/log/journal.ts';
import { laterParts } from './later-parts.ts';
import { checkable, unopened } from './replay-invariants.ts';
import type { Kernel } from './simulate-kernel.ts';
import { failedCall, isRequest, unanswered } from './simulate-requests.ts';
import type { Request } from './simulate-requests.ts';
import { roleOf, ROUTES } from './simulate-books.ts';
import type { Frame, Staff } from './simulate-books.ts';
import type { SimulatedServer } from './simulate-server.ts';
import type { Random } from './simulation-random.ts';

/** A page gives up a call after so long. */
const PATIENCE_MS = 20_000;
/** As CLOSE in the contract: nothing was said. */
const ABNORMAL = 1006;

/** What one browser keeps while its pages come and go. */
export interface Disk {
  readonly outbox: Map<string, { readonly kept: StoredMessage | OutgoingAction; page: number }>;
  readonly drafts: Map<string, EventOf<'drafts.restored'>['drafts'][number]>;
  log: StoredLog | null;
}

/** The way between a browser and the server. */
export interface Network {
  isUp: boolean;
  /** Nothing gets through, and nobody is told. */
  isHeld: boolean;
  /** Of so many calls something goes wrong, 0 to 1. */
  loss: number;
  slowMs: number;
  /** So many of the next frames vanish, or come twice. */
  framesToLose: number;
  framesToDouble: number;
  readonly stuck: (() => void)[];
}

export interface Surroundings {
  readonly kernel: Kernel;
  readonly server: SimulatedServer;
  readonly isServerUp: () => boolean;
  readonly staff: Staff;
  readonly disk: Disk;
  readonly network: Network;
  readonly random: Random;
  /** How far the computer's clock is off. */
  readonly clockOff: () => number;
  readonly invariants: readonly Invariant[];
  readonly onViolation: (words: string) => void;
}

interface Connection {
  readonly attempt: number;
  sentTo: number;
  /** When the last of what was sent arrives: nothing overtakes it. */
  busyUntil: number;
}

/** One open page: the real log, directory and machines; what adapters would do is done on virtual time. */
export class SimulatedPage {
  readonly app: App;
  readonly number: number;
  readonly events: Logged[] = [];
  readonly begun: StoredLog;
  isDead = false;
  readonly #world: Surroundings;
  readonly #journal: Journal;
  readonly #timers = new Map<string, number>();
  readonly #waiting = new Map<string, Request>();
  #commands: Command[] = [];
  #calls = 0;
  #epochOfCalls = 0;
  #generation = 0;
  #expired = -1;
  #keepsLog = false;
  #diskFree = 0;
  #connection: Connection | null = null;

  constructor(world: Surroundings, number: number) {
    this.#world = world;
    this.number = number;
    const { tail, ...begun } = world.disk.log ?? emptyLog;
    this.begun = { ...begun, tail: [] };
    let isStored = true;
    this.app = createApp({
      now: () => world.kernel.now + world.clockOff(),
      onCommand: (command) => {
        this.#commands.push(command);
        // What an earlier page logged, that page carried out.
        if (!isStored) this.#run(command);
      },
      later: laterParts,
      stored: this.begun,
    });
    this.#journal = createJournal(this.app, this.begun);
    const invariants: readonly Invariant[] = checkable(world.invariants, this.begun);
    const before = this.begun.position === 0 ? unopened : this.app;
    const followers = invariants.map(({ name, follow }) => ({ name, check: follow(before) }));
    this.app.log.subscribe((event) => {
      this.events.push(event);
      const commands = this.#commands;
      this.#commands = [];
      for (const { name, check } of followers) {
        const wrong = check({ app: this.app, event, commands });
        if (wrong !== null) world.onViolation(`${name}: ${wrong} (after event ${event.position}, ${event.type})`);
      }
    });
    for (const event of tail) this.app.log.take(event);
    isStored = false;
  }

  start(): void {
    const { staff, network } = this.#world;
    const person = { id: staff.id, name: staff.name };
    const session = { ...storedSession(person, roleOf(staff)), remembered: true, routes: ROUTES };
    this.app.append(opened(session, { online: network.isUp }));
  }

  do(event: AppEvent): void {
    if (!this.isDead) this.app.append(event);
  }

  /** The tab is gone without a word; what was written to the disk stays. */
  die(): void {
    const { disk } = this.#world;
    if (this.#keepsLog) {
      const { position, snapshots, tail } = this.#journal.latest();
      const lasting = [...snapshots].filter(([name]) => isLastingActor(name));
      disk.log = structuredClone({ position, snapshots: new Map(lasting), tail: tail.filter(isLasting) });
    }
    this.isDead = true;
    this.#connection = null;
  }

  get isConnected(): boolean {
    return this.#connection !== null;
  }

  expireToken(): void {
    this.#expired = this.#generation;
  }

  /** The connection breaks; the page is told a moment later. */
  breakConnection(code = ABNORMAL): void {
    const connection = this.#connection;
    if (connection === null) return;
    this.#connection = null;
    const { attempt } = connection;
    this.#later(this.#latency(), () => this.do({ type: 'socket.closed', attempt, code, reason: '' }));
  }

  /** The server says something on its own, so that its silence means something. */
  heartbeat(): void {
    const connection = this.#connection;
    if (connection !== null) this.#say(connection, this.#pong(connection));
  }

  take(frame: Frame): void {
    const connection = this.#connection;
    const { server, staff, network } = this.#world;
    if (connection === null || frame.seq <= connection.sentTo || !server.isFor(frame, staff.id)) return;
    const { seq } = frame;
    const event = frame.event({ epoch: server.epoch, seq, prev: connection.sentTo, id: `event-${seq}` });
    connection.sentTo = seq;
    if (network.framesToLose > 0) {
      network.framesToLose -= 1;
      return;
    }
    this.#say(connection, event);
    if (network.framesToDouble === 0) return;
    network.framesToDouble -= 1;
    this.#say(connection, event);
  }

  #say(connection: Connection, event: AppEvent): void {
    const { kernel, network } = this.#world;
    const arrive = (): void => {
      if (this.#connection !== connection) return;
      if (network.isHeld) network.stuck.push(arrive);
      else this.do(event);
    };
    connection.busyUntil = Math.max(connection.busyUntil, kernel.now + this.#latency());
    this.#later(connection.busyUntil - kernel.now, arrive);
  }

  #pong({ attempt, sentTo }: Connection): AppEvent {
    return { type: 'socket.ponged', attempt, head: sentTo };
  }

  #later(ms: number, run: () => void): void {
    this.#world.kernel.after(ms, () => {
      if (!this.isDead) run();
    });
  }

  #latency(): number {
    const { random, network } = this.#world;
    return 3 + random.int(60) + (network.slowMs > 0 ? random.int(network.slowMs) : 0);
  }

  #run(command: Command): void {
    if (this.isDead) return;
    if (isRequest(command)) {
      this.#ask(command);
      return;
    }
    switch (command.type) {
      case 'timer.start':
        return this.#startTimer(command);
      case 'timer.cancel':
        this.#timers.delete(command.timer);
        return undefined;
      case 'token.adopt':
        this.#generation = command.generation;
        return undefined;
      case 'token.clear':
        this.#epochOfCalls += 1;
        this.#waiting.clear();
        return undefined;
      case 'call.retry':
      case 'call.fail':
      case 'call.abandon':
        return this.#settleWaiting(command);
      case 'socket.open':
        return this.#open(command);
      case 'socket.close':
        if (this.#connection?.attempt === command.attempt) this.#connection = null;
        return undefined;
      case 'socket.ping':
        this.#later(this.#latency(), () => {
          const connection = this.#connection;
          if (connection?.attempt === command.attempt) this.#say(connection, this.#pong(connection));
        });
        return undefined;
      case 'tabs.join':
        this.#later(1, () => this.do({ type: 'tab.led' }));
        return undefined;
      case 'log.keep':
        this.#keepsLog = true;
        return undefined;
      case 'outbox.put':
        return this.#write(command.message);
      case 'outbox.putAction':
        return this.#write(command.action);
      case 'outbox.remove':
        this.#onDisk(() => void this.#world.disk.outbox.delete(command.clientId));
        return undefined;
      case 'outbox.load':
        return this.#load();
      case 'draft.keep':
        return this.#keepDraft(command);
      default:
        // Nothing outside answers to the rest, or not while it is simulated.
        return undefined;
    }
  }

  #startTimer({ timer, ms }: CommandOf<'timer.start'>): void {
    this.#calls += 1;
    const turn = this.#calls;
    this.#timers.set(timer, turn);
    this.#later(ms, () => {
      if (this.#timers.get(timer) !== turn) return;
      this.#timers.delete(timer);
      this.do({ type: 'timer.fired', timer });
    });
  }

  #settleWaiting(command: CommandOf<'call.retry' | 'call.fail' | 'call.abandon'>): void {
    const request = this.#waiting.get(command.call);
    if (request === undefined) return;
    this.#waiting.delete(command.call);
    if (command.type === 'call.retry') this.#ask(request, command.call);
    else this.#later(0, () => this.#tell(failedCall(request, command.type === 'call.fail' ? 'NETWORK' : 'ABANDONED')));
  }

  #tell(event: AppEvent | null): void {
    if (event !== null) this.do(event);
  }

  #ask(request: Request, knownCall?: string): void {
    const { server, staff, network, random, isServerUp } = this.#world;
    this.#calls += 1;
    const call = knownCall ?? `call-${this.number}-${this.#calls}`;
    const [generation, epoch] = [this.#generation, this.#epochOfCalls];
    let isOver = false;
    const end = (event: () => AppEvent | null): void => {
      if (isOver || (epoch !== this.#epochOfCalls && request.type !== 'token.refresh')) return;
      isOver = true;
      this.#tell(event());
    };
    const fail = (): void => end(() => unanswered(request));
    if (!network.isUp) {
      this.#later(200, fail);
      return;
    }
    this.#later(PATIENCE_MS, fail);
    const fate = random.chance(network.loss) ? random.int(4) : -1;
    if (fate === 0) return;
    const answer = (): void => {
      const isExpired = generation <= this.#expired && request.type !== 'token.refresh';
      if (isExpired) {
        this.#later(this.#latency(), () => {
          if (isOver) return;
          isOver = true;
          this.#waiting.set(call, request);
          this.do({ type: 'call.expired', call, generation });
        });
        return;
      }
      const event = server.answer(staff.id, request);
      if (fate === 1) return;
      this.#passing(this.#latency() + (fate === 2 ? random.int(3_000) : 0), () => end(() => event));
    };
    const reach = (): void => {
      if (!isServerUp()) {
        this.#later(this.#latency(), fail);
        return;
      }
      answer();
      if (fate === 3) this.#passing(this.#latency(), () => void (isServerUp() && server.answer(staff.id, request)));
    };
    this.#passing(this.#latency(), reach);
  }

  /** What is on the way: a broken network loses it, a held one keeps it. */
  #passing(ms: number, run: () => void): void {
    const { network } = this.#world;
    const pass = (): void => {
      if (network.isHeld) network.stuck.push(pass);
      else if (network.isUp) run();
    };
    this.#later(ms, pass);
  }

  #open({ attempt, epoch, since }: CommandOf<'socket.open'>): void {
    const { network, isServerUp, server, staff, kernel } = this.#world;
    const refuse = (): void => this.do({ type: 'socket.closed', attempt, code: ABNORMAL, reason: '' });
    if (!network.isUp) {
      this.#later(100, refuse);
      return;
    }
    this.#passing(this.#latency(), () => {
      if (this.app.directory.socket.getSnapshot().context.attempt !== attempt) return;
      if (!isServerUp()) {
        refuse();
        return;
      }
      const missed = server.missed(staff.id, epoch, since);
      const { head } = server;
      const connection: Connection = {
        attempt,
        sentTo: missed === null ? head : (since ?? head),
        busyUntil: kernel.now,
      };
      this.#connection = connection;
      this.#say(connection, { type: 'socket.opened', attempt });
      this.#say(connection, {
        type: 'socket.greeted',
        attempt,
        epoch: server.epoch,
        head,
        recovered: missed !== null,
      });
      for (const frame of missed ?? []) this.take(frame);
    });
  }

  /** Writes follow one another. */
  #onDisk(run: () => void): void {
    const { kernel, random } = this.#world;
    this.#diskFree = Math.max(this.#diskFree, kernel.now) + 1 + random.int(8);
    this.#later(this.#diskFree - kernel.now, run);
  }

  #write(kept: StoredMessage | OutgoingAction): void {
    this.#onDisk(() => {
      this.#world.disk.outbox.set(kept.clientId, { kept, page: this.number });
      this.do({ type: 'outbox.stored', clientId: kept.clientId });
    });
  }

  #load(): void {
    this.#onDisk(() => {
      const { disk } = this.#world;
      const left = [...disk.outbox.values()].filter(({ page }) => page !== this.number);
      for (const each of left) each.page = this.number;
      const kept = left.map((each) => structuredClone(each.kept));
      const actions = kept.flatMap((each) => ('kind' in each ? [each] : []));
      const messages = kept.flatMap((each) => ('kind' in each ? [] : [each]));
      this.do({ type: 'outbox.restored', messages, ...(actions.length > 0 && { actions }) });
      this.do({ type: 'drafts.restored', drafts: [...disk.drafts.values()] });
    });
  }

  #keepDraft({ customerId, instanceId, text, of, origin }: CommandOf<'draft.keep'>): void {
    const key = `${customerId}@${instanceId}${of ?? ''}`;
    const draft = { customerId, instanceId, text, ...(of && { of }), ...(origin && { origin }) };
    this.#onDisk(() => {
      if (text === '') this.#world.disk.drafts.delete(key);
      else this.#world.disk.drafts.set(key, draft);
    });
  }
}
