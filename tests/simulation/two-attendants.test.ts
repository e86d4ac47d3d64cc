import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterDeed, beginPair, bothOf, lookOf, otherOf, partsOf } from '../../models/two-attendants.model.ts';
import type { Deed, Look, PairScene, Who } from '../../models/two-attendants.model.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { Attendance } from '../../src/machines/entities/entities.ts';
import { expectEventually } from '../support/expect-eventually.ts';
import { lookAt } from '../support/pair-look.ts';
import { thinnedPaths } from '../support/pair-thinned.ts';
import { differences } from '../support/pair-walk.ts';
import { submit, ticketOf, viewerOf } from '../support/simulation-people.ts';
import { expectReplayed, startWorld, SUPORTE } from '../support/simulation-world.ts';
import type { Page, World } from '../support/simulation-world.ts';

/*
 * The orders of two-attendants.model.ts at the real server, thinned: every deed right after every other, and by whoever has it. Each path has
 * a customer of its own.
 */

const scenes: Readonly<Record<PairScene['colleague'], PairScene>> = {
  administrator: { colleague: 'administrator', owner: null, late: null, without: ['resets'], most: 2 },
  attendant: { colleague: 'attendant', owner: null, late: null, without: ['resets'], most: 2 },
};
const FIRST_PHONE = 5_511_900_000_801;

/** What is told after a pause is told sooner, and nobody stops typing by themselves. */
const clock = {
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms > 500 ? ms * 10 : ms / 20);
    return () => clearTimeout(timer);
  },
};

let world: World;
let bruno: Page;
const colleagues: Partial<Record<PairScene['colleague'], Page>> = {};
let phones = 0;

beforeAll(async () => {
  world = await startWorld();
  bruno = await enter('bruno');
  colleagues.administrator = await enter('ana');
  colleagues.attendant = await enter('carla');
});
afterAll(() => world?.stop());

async function enter(person: 'ana' | 'bruno' | 'carla'): Promise<Page> {
  const page = await world.open(person, { environment: clock });
  page.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
  page.client.append({ type: 'presence.followed', visible: true });
  return page;
}

/** One of the two at a customer's conversation. */
class Attendant {
  readonly #page: Page;
  readonly #who: Who;
  readonly #ticket: Attendance;
  #isOpen = false;
  #draft = '';
  #written = 0;

  constructor(page: Page, who: Who, ticket: Attendance) {
    this.#page = page;
    this.#who = who;
    this.#ticket = ticket;
  }

  look(ids: Readonly<Record<Who, string>>): Look {
    const { customer, instance, id: ticketId } = this.#ticket;
    const { directory, environment } = this.#page.client;
    const isOpen = this.#isOpen;
    const key = conversationKey(customer.id, instance.id);
    return lookAt(directory, { who: this.#who, ids, ticketId, key, isOpen, now: environment.now() });
  }

  /** Whether what was sent is still on its way. */
  get isBusy(): boolean {
    const { customer, instance } = this.#ticket;
    const { directory } = this.#page.client;
    const sends = directory.sendsOf(conversationKey(customer.id, instance.id)).getSnapshot();
    return sends.some((id) => directory.send(id)?.getSnapshot().matches('failed') === false);
  }

  opens(): void {
    const { append } = this.#page.client;
    const { id: ticketId, customer, instance } = this.#ticket;
    this.#isOpen = true;
    append({ type: 'ticket.opened', ticketId });
    append({ type: 'presence.shown', ticketId, customerId: customer.id, instanceId: instance.id });
  }

  leaves(): void {
    const { append } = this.#page.client;
    append({ type: 'presence.hidden', ticketId: this.#ticket.id });
    append({ type: 'ticket.left', ticketId: this.#ticket.id });
    this.#isOpen = false;
  }

  types(): void {
    if (this.#draft === '') {
      this.#written += 1;
      this.#draft = `${this.#who} ${this.#written}`;
    }
    this.#page.client.append({ type: 'draft.changed', ticketId: this.#ticket.id, text: this.#draft });
  }

  sends(): void {
    submit(this.#page, this.#ticket, this.#draft);
    this.#draft = '';
  }

  takes(): void {
    const { append } = this.#page.client;
    const form = { form: 'chat.take', key: this.#ticket.id } as const;
    append({ type: 'form.left', ...form });
    append({ type: 'form.opened', ...form, values: {} });
    append({ type: 'form.submitted', ...form });
  }

  accepts(): void {
    throw new Error('Nothing is offered');
  }

  goesHome(): void {
    if (this.#isOpen) this.leaves();
  }

  /** As an older page may, which didn't know whose the counter is. */
  async resetsAllTheSame(): Promise<void> {
    const { adapters, app, next } = this.#page.client;
    const { position } = app.log;
    const { customer, instance } = this.#ticket;
    adapters.run({ type: 'unseen.reset', customerId: customer.id, instanceId: instance.id, upToId: null });
    await next('unseen.resetAnswered', position);
  }

  resets(): void {
    throw new Error('What was read is known to the server at once');
  }

  hears(): void {
    throw new Error('Nobody’s line is late');
  }
}

async function walk(scene: PairScene, way: readonly Deed[]): Promise<void> {
  const colleague = colleagues[scene.colleague];
  if (colleague === undefined) throw new Error('There is no colleague');
  phones += 1;
  const phone = String(FIRST_PHONE + phones);
  await world.provider.saveCustomer(phone, `Cliente ${phones}`);
  await world.provider.write(SUPORTE, phone, 'customer 1');
  const pages: Record<Who, Attendant> = {
    bruno: new Attendant(bruno, 'bruno', await ticketOf(bruno, phone)),
    colleague: new Attendant(colleague, 'colleague', await ticketOf(colleague, phone)),
  };
  const ids = { bruno: viewerOf(bruno).id, colleague: viewerOf(colleague).id };
  let pair = beginPair(scene);
  const wrong = (): readonly string[] =>
    bothOf.flatMap((who) => [
      ...differences(pair, who, pages[who].look(ids)).map(({ text }) => text),
      ...(pages[who].isBusy ? [`${who} is still sending`] : []),
    ]);
  let written = 1;
  for (const [at, deed] of way.entries()) {
    if (deed === 'the customer writes') await world.provider.write(SUPORTE, phone, `customer ${(written += 1)}`);
    else {
      const [who, verb] = partsOf(deed);
      pages[who][verb]();
    }
    pair = afterDeed(pair, deed);
    await expectEventually(wrong)
      .toEqual([])
      .catch((error: unknown) => {
        throw new Error(`${way.slice(0, at + 1).join(' → ')}: ${wrong().join('; ')}`, { cause: error });
      });
  }
  for (const who of bothOf) if (lookOf(pair, who).owner === otherOf(who)) await pages[who].resetsAllTheSame();
  // Nothing came later that changed it.
  await world.allHeard(bruno, colleague);
  expect(wrong()).toEqual([]);
  for (const who of bothOf) pages[who].goesHome();
  const sent = pair.facts.said.filter((text) => !text.startsWith('customer '));
  await expectEventually(async () => (await world.provider.received(phone)).map(({ text }) => text)).toEqual(sent);
}

test.each(Object.entries(scenes))(
  'nobody has it, and the colleague is an %s: every deed right after every other',
  async (_, scene) => {
    const paths = thinnedPaths(scene);
    expect(paths.length).toBeGreaterThan(1);
    for (const way of paths) await walk(scene, way);
    expectReplayed(bruno);
  },
  120_000,
);
