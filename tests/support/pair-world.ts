import { bothOf, partsOf } from '../../models/two-attendants.model.ts';
import type { Deed, Look, PairScene, Who } from '../../models/two-attendants.model.ts';
import { live } from '../../models/connection.ts';
import { eventOf } from './paths-world.ts';
import { outgoing, START } from '../../models/samples.ts';
import { createApp } from '../../src/machines/app.ts';
import type { App } from '../../src/machines/app.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, Logged } from '../../src/machines/log/event.ts';
import { laterParts } from './later-parts.ts';
import { lookAt } from './pair-look.ts';
import { OFFER_ID, peopleOf, PairServer, PLACE, TICKET_ID } from './pair-server.ts';

/** Everything happens a second after the one before, so that no pause of the presence is waited for. */
const STEP_MS = 1_000;
const KEY = conversationKey(PLACE.customerId, PLACE.instanceId);

/** One person's wired app: commands go to the server in memory, answers and frames come back when they are heard. */
class PairPage {
  readonly app: App;
  readonly events: Logged[] = [];
  readonly #who: Who;
  readonly #scene: PairScene;
  readonly #now: () => number;
  readonly #server: PairServer;
  /** What waits to be heard. */
  readonly #inbox: AppEvent[] = [];
  readonly #commands: Command[] = [];
  readonly #resets: Command[] = [];
  readonly #holdsResets: boolean;
  readonly #timers = new Set<string>();
  isOpen = false;
  #draft = '';
  #written = 0;

  constructor(who: Who, scene: PairScene, server: PairServer, now: () => number) {
    this.#who = who;
    this.#scene = scene;
    this.#holdsResets = !scene.without.includes('resets');
    this.#server = server;
    this.#now = now;
    this.app = createApp({ now, onCommand: (command) => this.#commands.push(command), later: laterParts });
    this.app.log.subscribe((event) => this.events.push(event));
    const role = who === 'colleague' ? scene.colleague : 'attendant';
    const roleName = role === 'administrator' ? 'administrador' : 'atendente';
    for (const sample of live(peopleOf(scene)[who], roleName, [server.ticket()])) {
      this.app.append(eventOf(sample, this.app).event);
    }
    this.app.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
    this.#commands.length = 0;
    this.#do({ type: 'presence.followed', visible: true });
  }

  look(ids: Readonly<Record<Who, string>>): Look {
    const { isOpen } = this;
    return lookAt(this.app.directory, { who: this.#who, ids, ticketId: TICKET_ID, key: KEY, isOpen, now: this.#now() });
  }

  tell(event: AppEvent): void {
    this.#inbox.push(event);
  }

  opens(): void {
    this.isOpen = true;
    this.#do({ type: 'ticket.opened', ticketId: TICKET_ID });
    this.#do({ type: 'presence.shown', ticketId: TICKET_ID, ...PLACE });
  }

  leaves(): void {
    this.#do({ type: 'presence.hidden', ticketId: TICKET_ID });
    this.#do({ type: 'ticket.left', ticketId: TICKET_ID });
    this.isOpen = false;
  }

  types(): void {
    if (this.#draft === '') {
      this.#written += 1;
      this.#draft = `${this.#who} ${this.#written}`;
    }
    this.#do({ type: 'draft.changed', ticketId: TICKET_ID, text: this.#draft });
  }

  sends(): void {
    const text = this.#draft;
    this.#draft = '';
    const clientId = `client-${text.replace(' ', '-')}`;
    const userId = peopleOf(this.#scene)[this.#who].id;
    const submittedAt = this.#now();
    this.#do({ type: 'message.submitted', message: outgoing(clientId, { text, userId, submittedAt }) });
  }

  takes(): void {
    const form = { form: 'chat.take', key: TICKET_ID } as const;
    this.#do({ type: 'form.left', ...form });
    this.#do({ type: 'form.opened', ...form, values: {} });
    this.#do({ type: 'form.submitted', ...form });
  }

  accepts(): void {
    this.#do({ type: 'transfer.confirmRequested', transferId: OFFER_ID });
  }

  resets(): void {
    const command = this.#resets.shift();
    if (command === undefined) throw new Error(`Nothing of ${this.#who}'s is to be reset`);
    this.#server.run(this.#who, command);
  }

  hears(): void {
    for (let event = this.#inbox.shift(); event !== undefined; event = this.#inbox.shift()) this.#do(event);
  }

  get hasNews(): boolean {
    return this.#inbox.length > 0;
  }

  /** What was to be told after a pause is told. */
  pauses(): void {
    for (const timer of [...this.#timers]) {
      this.#timers.delete(timer);
      this.#do({ type: 'timer.fired', timer });
    }
  }

  #do(event: AppEvent): void {
    this.app.append(event);
    for (let command = this.#commands.shift(); command !== undefined; command = this.#commands.shift()) {
      if (command.type === 'outbox.put') this.#do({ type: 'outbox.stored', clientId: command.message.clientId });
      else if (command.type === 'unseen.reset' && this.#holdsResets) this.#resets.push(command);
      else if (command.type === 'timer.start' && command.timer.endsWith(':pause')) this.#timers.add(command.timer);
      else this.#server.run(this.#who, command);
    }
  }
}

/** Two wired apps and the server between them. */
export class PairWorld {
  readonly #scene: PairScene;
  readonly #server: PairServer;
  readonly #pages: Readonly<Record<Who, PairPage>>;
  readonly #ids: Readonly<Record<Who, string>>;
  #time = START;

  constructor(scene: PairScene) {
    this.#scene = scene;
    const { bruno, colleague } = peopleOf(scene);
    this.#ids = { bruno: bruno.id, colleague: colleague.id };
    const waiting: Record<Who, AppEvent[]> = { bruno: [], colleague: [] };
    let isReady = false;
    this.#server = new PairServer(scene, (who, event) => {
      if (isReady) this.#pages[who].tell(event);
      else waiting[who].push(event);
    });
    const page = (who: Who): PairPage => new PairPage(who, scene, this.#server, () => this.#time);
    this.#pages = { bruno: page('bruno'), colleague: page('colleague') };
    isReady = true;
    for (const who of bothOf) for (const event of waiting[who]) this.#pages[who].tell(event);
    this.#settle();
  }

  do(deed: Deed): void {
    this.#time += STEP_MS;
    if (deed === 'the customer writes') this.#server.customerWrites();
    else {
      const [who, verb] = partsOf(deed);
      this.#pages[who][verb]();
    }
    this.#settle();
  }

  look(who: Who): Look {
    return this.#pages[who].look(this.#ids);
  }

  /** What both pages logged, in its order. */
  events(): readonly Logged[] {
    return bothOf.flatMap((who) => this.#pages[who].events).toSorted((one, other) => one.loggedAt - other.loggedAt);
  }

  #settle(): void {
    const there = bothOf.filter((who) => who !== this.#scene.late);
    // A page tells at most twice: at once, and after a pause.
    for (let round = 0; round < 3; round += 1) {
      for (const who of bothOf) this.#pages[who].pauses();
      while (there.some((who) => this.#pages[who].hasNews)) for (const who of there) this.#pages[who].hears();
    }
  }
}
