import { lastMessageIn } from './conversation.ts';
import { selectTransferState } from '../../src/machines/transfer/transfer.selectors.ts';
import { fatesOf } from './simulation-crowd.ts';
import type { Attendant, Crowd } from './simulation-crowd.ts';
import { SUPORTE, VENDAS } from './simulation-world.ts';
import { viewerOf } from './simulation-people.ts';

/** Something that may happen next. */
interface Step {
  readonly name: string;
  readonly weight: number;
  readonly run: (crowd: Crowd) => void | Promise<void>;
}

const CUSTOMERS_MAX = 24;
const EMOJIS = ['👍', '❤️', ''] as const;

function someone({ attendants, random }: Crowd): Attendant | undefined {
  const there = attendants.filter(({ isLoggedIn }) => isLoggedIn);
  return random.pick(there);
}

/** A step of somebody who is logged in. */
function byAttendant(
  name: string,
  weight: number,
  run: (attendant: Attendant, crowd: Crowd) => void | Promise<void>,
): Step {
  return {
    name,
    weight,
    run: async (crowd) => {
      const attendant = someone(crowd);
      if (attendant === undefined) return;
      crowd.journal.push(`${attendant.person}: ${name}`);
      await run(attendant, crowd);
    },
  };
}

function byWorld(name: string, weight: number, run: (crowd: Crowd) => void | Promise<void>): Step {
  return {
    name,
    weight,
    run: async (crowd) => {
      crowd.journal.push(name);
      await run(crowd);
    },
  };
}

const customers: readonly Step[] = [
  byWorld('a customer writes', 14, async ({ world, phones, random }) => {
    const phone = random.pick(phones);
    if (phone !== undefined)
      await world.provider.write(random.chance(0.7) ? VENDAS : SUPORTE, phone, `oi ${random.int(1_000)}`);
  }),
  byWorld('a new customer writes', 2, async ({ world, phones, random }) => {
    if (phones.length >= CUSTOMERS_MAX) return;
    const phone = `55119000007${String(phones.length).padStart(2, '0')}`;
    phones.push(phone);
    await world.provider.saveCustomer(phone, `Cliente ${phones.length}`);
    await world.provider.write(random.chance(0.7) ? VENDAS : SUPORTE, phone, 'primeira vez');
  }),
  byWorld('a customer sends a photo or answers a message', 3, async ({ world, phones, random }) => {
    const phone = random.pick(phones);
    if (phone === undefined) return;
    const replyTo = random.pick(await world.provider.chat(VENDAS, phone))?.id;
    const more = replyTo === undefined ? {} : { replyTo };
    await world.provider.write(
      VENDAS,
      phone,
      random.chance(0.5) ? { type: 'image', caption: 'foto', ...more } : { type: 'text', body: 'sobre isto', ...more },
    );
  }),
  byWorld('a customer reacts', 3, async ({ world, phones, random }) => {
    const phone = random.pick(phones);
    if (phone === undefined) return;
    const message = random.pick(await world.provider.chat(VENDAS, phone));
    if (message === undefined || message.status === 'waiting') return;
    const emoji = random.pick(EMOJIS) ?? '';
    await world.provider.write(VENDAS, phone, {
      type: 'reaction',
      messageId: message.id,
      ...(emoji === '' ? {} : { emoji }),
    });
  }),
  byWorld('a phone goes off or on', 2, async ({ world, phones, random }) => {
    const phone = random.pick(phones);
    if (phone !== undefined) await world.provider.setOnline(phone, random.chance(0.6));
  }),
];

const provider: readonly Step[] = [
  byWorld('the provider changes its manners', 3, async ({ world, random }) => {
    await world.provider.patchPolicy({
      statuses: {
        order: random.chance(0.4) ? 'reversed' : 'normal',
        copies: 1 + random.int(2),
        read: random.chance(0.7) ? 'always' : 'never',
      },
      webhooks: {
        copies: 1 + random.int(2),
        hold: random.pick(['none', 'none', 'none', 'statuses', 'messages'] as const) ?? 'none',
      },
    });
  }),
  byWorld('held webhooks come in any order', 3, async ({ world, random }) => {
    await world.provider.release({ order: 'shuffled', together: random.chance(0.5), copies: 1 + random.int(2) });
  }),
  byWorld('the provider has trouble with a few sends', 3, async ({ world, random }) => {
    const mode = random.pick(['refuse', 'cut', 'drop', 'accept'] as const) ?? 'accept';
    const code = random.pick([131026, 130429, 131000]) ?? 131026;
    await world.provider.patchPolicy({ sends: { mode, code, times: 1 + random.int(2), delayMs: random.int(30) } });
  }),
];

const attendants: readonly Step[] = [
  byAttendant('writes', 14, (attendant, { random }) => {
    const ticket = random.pick(attendant.tickets());
    if (ticket === undefined) return;
    const replyTo = random.chance(0.2) ? lastMessageIn(attendant.page.client.directory, ticket.id)?.id : undefined;
    attendant.write(ticket, replyTo);
    if (random.chance(0.2)) attendant.write(ticket);
  }),
  byAttendant('opens a conversation', 8, (attendant, { random }) => {
    for (const ticketId of attendant.openTickets()) attendant.do({ type: 'ticket.left', ticketId });
    const ticket = random.pick(attendant.tickets());
    if (ticket !== undefined) attendant.do({ type: 'ticket.opened', ticketId: ticket.id });
  }),
  byAttendant('leaves the conversation', 2, (attendant) => {
    for (const ticketId of attendant.openTickets()) attendant.do({ type: 'ticket.left', ticketId });
  }),
  byAttendant('scrolls', 3, (attendant, { random }) => {
    const [ticketId] = attendant.openTickets();
    if (ticketId !== undefined && random.chance(0.5)) attendant.do({ type: 'chat.olderRequested', ticketId });
    else attendant.do({ type: 'inbox.endReached' });
  }),
  byAttendant('pins or unpins', 4, (attendant, { random }) => {
    const ticket = random.pick(attendant.tickets());
    if (ticket !== undefined)
      attendant.do({ type: 'customer.pinToggled', customerId: ticket.customer.id, pinned: random.chance(0.5) });
  }),
  byAttendant('filters or searches', 3, (attendant, { random }) => {
    if (random.chance(0.3)) {
      attendant.do({ type: 'inbox.searched', search: random.chance(0.6) ? '' : String(random.int(9)) });
      return;
    }
    const status = random.chance(0.8) ? 'open' : 'finished';
    attendant.do({ type: 'inbox.filtered', instanceId: null, status, scope: random.chance(0.6) ? 'all' : 'mine' });
  }),
  byAttendant('offers a ticket to somebody', 6, (attendant, crowd) => {
    const ticket = crowd.random.pick(attendant.tickets());
    const next = crowd.random.pick(crowd.attendants.filter(({ isLoggedIn }) => isLoggedIn));
    if (ticket === undefined || next === undefined) return;
    const nextOwner = viewerOf(next.page);
    attendant.do({ type: 'transfer.drafted', ticketId: ticket.id });
    // Submitted when the list of people has come, as a person would.
    const { client } = attendant.page;
    const forget = client.app.log.subscribe((event) => {
      if (!('ticketId' in event) || event.ticketId !== ticket.id) return;
      if (event.type === 'transfer.candidatesFailed') forget();
      if (event.type !== 'transfer.candidatesListed') return;
      forget();
      client.append({
        type: 'transfer.submitted',
        ticketId: ticket.id,
        clientId: client.environment.uuid(),
        target: crowd.random.chance(0.2) ? { kind: 'queue' } : { kind: 'person', ...nextOwner },
        previousOwner: ticket.owner,
      });
    });
  }),
  byAttendant('closes the transfer dialog', 2, (attendant, { random }) => {
    const ticket = random.pick(attendant.tickets());
    if (ticket !== undefined) attendant.do({ type: 'transfer.dismissed', ticketId: ticket.id });
  }),
  byAttendant('answers an offer', 8, (attendant, { random }) => {
    const { directory } = attendant.page.client;
    const transferId = random.pick(directory.pendingTransfers.getSnapshot());
    const snapshot = transferId === undefined ? undefined : directory.transfer(transferId)?.getSnapshot();
    if (transferId === undefined || snapshot === undefined || selectTransferState(snapshot) !== 'pending') return;
    attendant.do({ type: random.chance(0.6) ? 'transfer.confirmRequested' : 'transfer.deleteRequested', transferId });
  }),
  byAttendant('finishes a ticket', 3, (attendant, { random }) => {
    const ticket = random.pick(attendant.tickets());
    if (ticket !== undefined) attendant.do({ type: 'ticket.finishRequested', ticketId: ticket.id });
  }),
  byAttendant('tries a refused message again, or gives it up', 5, (attendant, { random }) => {
    const failed = random.pick(attendant.sends().filter(({ state }) => state === 'failed'));
    if (failed === undefined) return;
    if (random.chance(0.6)) attendant.do({ type: 'message.retried', clientId: failed.clientId });
    else attendant.discard(failed.clientId);
  }),
  byAttendant('looks away or back', 2, (attendant, { random }) => {
    attendant.page.client.environment.pageControl.setVisible(random.chance(0.6));
  }),
];

const faults: readonly Step[] = [
  byAttendant('the network breaks', 4, (attendant, { random }) => {
    if (random.chance(0.3)) attendant.page.network.hold();
    else attendant.page.network.cut();
    if (random.chance(0.3)) attendant.page.client.environment.pageControl.setOnline(false);
  }),
  byWorld('networks heal', 7, ({ attendants: all }) => {
    for (const { page } of all) {
      page.network.heal();
      page.client.environment.pageControl.setOnline(true);
    }
  }),
  byAttendant('calls get lost, doubled and late', 2, ({ browser }, { random }) => {
    browser.decide(fatesOf(random.int(1_000_000), 0.3));
  }),
  byWorld('calls go well again', 3, ({ attendants: all }) => {
    for (const { browser } of all) browser.decide(() => ({ kind: 'normal' }));
  }),
  byWorld('tokens run out', 1.5, ({ attendants: all }) => {
    for (const { browser } of all) browser.expireToken();
  }),
  byAttendant('the tab dies and is opened again', 1, (attendant) => attendant.dieAndReturn()),
  byWorld('the server is restarted', 0.6, ({ world }) => world.restart()),
  byWorld('what was sent can not be read again', 0.5, async ({ world }) => {
    await world.rows('with gone as (delete from event) update tenant set stream_floor = stream_position');
  }),
];

const steps = [...customers, ...provider, ...attendants, ...faults];

/** Lets something happen, by the crowd's seed. */
export async function takeStep(crowd: Crowd): Promise<void> {
  for (const attendant of crowd.attendants) attendant.enterIfOutside();
  await crowd.random.weighted(steps)?.run(crowd);
  // What is under way goes on for as long as a few round trips take.
  for (let turns = crowd.random.int(6); turns > 0; turns -= 1) await crowd.world.rows('select 1');
}
