import { selectPhase, selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { Attendance } from '../../src/machines/entities/entities.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { selectSendState } from '../../src/machines/message-send/message-send.selectors.ts';
import { selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import { DEMO_PASSWORD } from './server.ts';
import { hurried } from './simulation-clock.ts';
import { followInvariants } from './simulation-invariants.ts';
import { createMeddledBrowser } from './simulation-network.ts';
import type { Fate, MeddledBrowser } from './simulation-network.ts';
import { createRandom } from './simulation-random.ts';
import type { Random } from './simulation-random.ts';
import { PEOPLE } from './simulation-world.ts';
import type { Page, PersonName, World } from './simulation-world.ts';

/** So many times faster than people the pages are: they wait for seconds, and the simulation hasn't got them. */
const HURRY = 10;

/** What somebody wrote, and whether they gave it up. */
export interface Written {
  readonly clientId: string;
  readonly text: string;
  readonly author: PersonName;
  isDiscarded: boolean;
}

/** One person with a browser, and the pages they have had in it. */
export class Attendant {
  readonly person: PersonName;
  readonly browser: MeddledBrowser;
  readonly written: Written[];
  readonly pages: Page[] = [];
  readonly #world: World;
  readonly #problems: (() => readonly string[])[] = [];
  /** One for all their pages: a clock that starts anew with each would go back. */
  readonly #clock = hurried(HURRY);
  #words = 0;

  private constructor(world: World, person: PersonName, written: Written[]) {
    this.#world = world;
    this.person = person;
    this.browser = createMeddledBrowser();
    this.written = written;
  }

  static async arrive(world: World, person: PersonName, written: Written[]): Promise<Attendant> {
    const attendant = new Attendant(world, person, written);
    await attendant.openPage();
    attendant.page.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
    return attendant;
  }

  get page(): Page {
    const page = this.pages.at(-1);
    if (page === undefined) throw new Error(`${this.person} has no page`);
    return page;
  }

  /** What was wrong on any of their pages. */
  get problems(): readonly string[] {
    return this.#problems.flatMap((problems) => problems().map((problem) => `${this.person}: ${problem}`));
  }

  get isLoggedIn(): boolean {
    return selectPhase(this.page.client.directory.auth.getSnapshot()) === 'authenticated';
  }

  async openPage(): Promise<void> {
    const page = await this.#world.open(this.person, {
      browser: this.browser,
      environment: this.#clock,
      logsIn: false,
      onStart: (client) => this.#problems.push(followInvariants(client)),
    });
    this.pages.push(page);
    if (this.pages.length === 1) await this.#enter(page);
  }

  /** Logs in, again where the answer took longer than a page waits that is in such a hurry. */
  async #enter({ client }: Page): Promise<void> {
    for (;;) {
      const phase = await client.waitFor(({ auth }) => {
        const now = selectPhase(auth.getSnapshot());
        return now === 'anonymous' || now === 'authenticated' ? now : null;
      });
      if (phase === 'authenticated') break;
      this.enterIfOutside();
    }
    await client.live();
  }

  /** Logs in where nobody is logged in; what comes of it is seen later. */
  enterIfOutside(): void {
    const { client } = this.page;
    if (selectPhase(client.directory.auth.getSnapshot()) !== 'anonymous') return;
    const secret = client.adapters.vault.keep(DEMO_PASSWORD);
    const { email } = PEOPLE[this.person];
    client.append({ type: 'login.submitted', path: 'graphql', email, secret, remember: true, to: null });
  }

  do(event: AppEvent): void {
    this.page.client.append(event);
  }

  tickets(): readonly Attendance[] {
    const { directory } = this.page.client;
    return directory.ticketOrder.getSnapshot().ids.flatMap((id) => {
      const snapshot = directory.ticket(id)?.getSnapshot();
      const ticket = snapshot === undefined ? null : selectTicket(snapshot);
      return ticket === null ? [] : [ticket];
    });
  }

  openTickets(): readonly string[] {
    return this.page.client.directory.socket.getSnapshot().context.openTickets;
  }

  sends(): readonly { readonly clientId: string; readonly state: string; readonly stored: boolean }[] {
    const { directory } = this.page.client;
    return [...directory.actors()].flatMap(([key]) => {
      const clientId = key.startsWith('send:') ? key.slice('send:'.length) : '';
      const snapshot = directory.send(clientId)?.getSnapshot();
      return snapshot === undefined
        ? []
        : [{ clientId, state: selectSendState(snapshot), stored: snapshot.context.stored }];
    });
  }

  write(ticket: Attendance, replyTo?: string): void {
    if (selectViewer(this.page.client.directory.auth.getSnapshot()) === null) return;
    this.#words += 1;
    const text = `${this.person} ${this.#words}`;
    const clientId = this.page.client.submit({
      ticketId: ticket.id,
      customerId: ticket.customer.id,
      instanceId: ticket.instance.id,
      toNumber: ticket.customer.phone,
      text,
      ...(replyTo === undefined ? {} : { replyTo }),
    });
    this.written.push({ clientId, text, author: this.person, isDiscarded: false });
  }

  discard(clientId: string): void {
    this.do({ type: 'message.discarded', clientId });
    const given = this.written.find((message) => message.clientId === clientId);
    if (given !== undefined && this.page.client.directory.send(clientId) === undefined) given.isDiscarded = true;
  }

  /** The tab dies and is opened again, once everything is on the disk. */
  async dieAndReturn(): Promise<void> {
    const { client } = this.page;
    await client.waitFor(() => this.sends().every(({ stored }) => stored));
    const open = this.openTickets();
    await this.#world.kill(this.page);
    await this.openPage();
    this.do({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
    for (const ticketId of open) this.do({ type: 'ticket.opened', ticketId });
  }
}

/** Everybody who does something, and what they have to do it with. */
export interface Crowd {
  readonly world: World;
  readonly random: Random;
  readonly attendants: readonly Attendant[];
  readonly phones: string[];
  readonly journal: string[];
}

export function fatesOf(seed: number, badness: number): (name: string) => Fate {
  const random = createRandom(seed);
  return (name) => {
    if (!random.chance(badness)) return { kind: 'normal' };
    // Without its address nothing begins: that is another test's.
    if (name.startsWith('GET ')) return { kind: 'normal' };
    switch (random.int(4)) {
      case 0:
        return { kind: 'dropped' };
      case 1:
        return { kind: 'lost' };
      case 2:
        return { kind: 'doubled' };
      default:
        return { kind: 'slow', ms: random.int(60) };
    }
  };
}

export function conversationOf({ customer, instance }: Attendance): string {
  return conversationKey(customer.id, instance.id);
}
