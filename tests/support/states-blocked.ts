import { isDeepStrictEqual } from 'node:util';
import { blockedContactModel } from '../../models/server/blocked-contact.model.ts';
import type { BlockedEvent, BlockedState } from '../../models/server/blocked-contact.model.ts';
import { blacklistCustomer } from '../../contract/graphql/blacklist-customer.ts';
import { blockContacts, unblockContacts } from '../../contract/graphql/blocked-contacts.ts';
import { campaignDryRun } from '../../contract/graphql/campaigns.ts';
import { eraseCustomer } from '../../contract/graphql/erase-customer.ts';
import { mergeCustomers } from '../../contract/graphql/merge-customers.ts';
import { newCustomer } from '../../contract/graphql/new-customer.ts';
import { ENDED } from '../../server/domain/imports/import-state.ts';
import type { StatesSteps } from './states-walk.ts';
import type { StatesWorld } from './states-world.ts';

interface Path {
  readonly world: StatesWorld;
  readonly id: string;
  /** A draft for them and one more. */
  readonly campaignId: string;
  readonly further: string[];
  main: string;
  /** The provider's id of what they wrote last. */
  written: string;
  /** What is to be told of them. */
  readonly changes: boolean[];
  wasBlocked: boolean;
}

interface Found {
  readonly isErased: boolean;
  readonly isBlocked: boolean;
  readonly isMainListed: boolean;
  readonly furtherListed: number;
  readonly main: string;
  readonly messages: number;
}

async function look({ world, id }: Path): Promise<Found> {
  const [found] = await world.rows<Found>(
    `select c.erased_at is not null as "isErased", c.is_blacklisted as "isBlocked",
      exists (select from blocked_contact b where b.tenant_id = c.tenant_id and b.address = c.phone_number) as "isMainListed",
      (select count(*)::integer from blocked_contact b
        join customer_number n on n.tenant_id = b.tenant_id and n.address = b.address
        where n.tenant_id = c.tenant_id and n.customer_id = c.id) as "furtherListed",
      c.phone_number as main,
      (select count(*)::integer from message m where m.tenant_id = c.tenant_id and m.customer_id = c.id) as messages
    from customer c where c.id = $1`,
    [id],
  );
  if (found === undefined) throw new Error('There is no customer');
  return found;
}

/** What open screens were told of them. A merge makes them ask anew. */
async function toldOf({ world, id }: Path): Promise<boolean[]> {
  const told = await world.rows<{ blocked: boolean }>(
    `select (data->'customer'->>'is_blacklisted')::boolean as blocked from event
    where name = 'CustomerBlacklisted' and data->'customer'->>'id' = $1 order by position`,
    [id],
  );
  return told.map(({ blocked }) => blocked);
}

/** One that nobody has. */
const newNumber = (world: StatesWorld): string => `551197${String(world.next()).padStart(7, '0')}`;

const list = ({ world }: Path, numbers: readonly string[]) =>
  world.call(world.people.ana, blockContacts, { numbers: [...numbers] });
const unlist = ({ world }: Path, numbers: readonly string[]) =>
  world.call(world.people.ana, unblockContacts, { numbers });
const atCard = ({ world, id }: Path, blacklisted: boolean) =>
  world.call(world.people.ana, blacklistCustomer, { id, blacklisted });

async function write(path: Path, from: string, more: Record<string, unknown> = {}): Promise<void> {
  path.written = await path.world.write({ from, more });
}

async function changeNumber(path: Path, to: string): Promise<void> {
  await write(path, path.main, { type: 'system', system: { type: 'user_changed_number', wa_id: to, body: '' } });
  path.main = to;
}

const deeds = {
  listed: (path) => list(path, [path.main]),
  unlisted: (path) => unlist(path, [path.main]),
  'another listed': (path) => list(path, path.further),
  'another unlisted': (path) => unlist(path, path.further),
  'blocked at the card': (path) => atCard(path, true),
  'unblocked at the card': (path) => atCard(path, false),
  'merged with a blocked one': async (path) => {
    const { world, id } = path;
    const { ana } = world.people;
    const phone_number = newNumber(world);
    const { customer } = (await world.call(ana, newCustomer, { name: 'Outra', phone_number })).newCustomer;
    await list(path, [phone_number]);
    await world.call(ana, mergeCustomers, { id, other_id: customer.id });
    path.further.push(phone_number);
  },
  erased: async ({ world, id, main }) => {
    await world.rows('update chat_ticket set finished_at = now() where customer_id = $1', [id]);
    await world.call(world.people.ana, eraseCustomer, { id, phone_number: main });
  },
  wrote: (path) => write(path, path.main),
  'wrote from another': (path) => write(path, path.further[0] ?? ''),
  'number changed': (path) => changeNumber(path, newNumber(path.world)),
  'number changed to a listed one': async (path) => {
    const to = newNumber(path.world);
    await list(path, [to]);
    await changeNumber(path, to);
  },
} satisfies Record<BlockedEvent, (path: Path) => Promise<unknown>>;

const INBOUND: readonly (BlockedEvent | null)[] = [
  'wrote',
  'wrote from another',
  'number changed',
  'number changed to a listed one',
];

export const blockedSteps: StatesSteps<BlockedState, BlockedEvent, Path> = {
  model: blockedContactModel,
  begin: async (world) => {
    // While an import runs nobody is erased.
    await world.rows("update customer_import set status = 'cancelled' where status <> all($1)", [[...ENDED]]);
    const [main, another] = [newNumber(world), newNumber(world)];
    const written = await world.write({ from: main });
    const [customer] = await world.rows<{ id: string }>('select id from customer where phone_number = $1', [main]);
    const id = customer?.id ?? '';
    const { id: group_id } = await world.group(1);
    await world.rows(
      `with further as (insert into customer_number (tenant_id, customer_id, address) values ($1, $2, $3))
      insert into customer_group_member (tenant_id, customer_id, group_id) values ($1, $2, $4)`,
      [world.tenantId, id, another, group_id],
    );
    const { id: campaignId } = await world.draft({ group_id, skip_in_attendance: false });
    return { world, id, campaignId, further: [another], main, written, changes: [], wasBlocked: false };
  },
  deeds,
  state: async (path) => {
    const { isErased, isMainListed, furtherListed } = await look(path);
    if (isErased) return 'erased';
    if (isMainListed) return furtherListed > 0 ? 'blocked by both' : 'blocked';
    return furtherListed > 0 ? 'blocked by another' : 'free';
  },
  kept: async (path) => [await look(path), await toldOf(path)],
  invariants: {
    'they are blocked just while a number of theirs is': async (path, state) =>
      (await look(path)).isBlocked === isBlocked(state),
    'what they write is kept aside just then': async ({ world, written }, state, event) => {
      if (!INBOUND.includes(event) || state === 'erased') return true;
      const [found] = await world.rows<{ isKept: boolean; isAside: boolean }>(
        `select exists (select from message where whatsapp_message_id = $1) as "isKept",
          exists (select from webhook_rejected where strpos(body, $1) > 0) as "isAside"`,
        [written],
      );
      return isDeepStrictEqual(found, { isKept: !isBlocked(state), isAside: isBlocked(state) });
    },
    'a campaign leaves them out just then': async ({ world, campaignId: id }, state) => {
      if (state === 'erased') return true;
      const { left_out, reached } = (await world.call(world.people.ana, campaignDryRun, { id })).campaignDryRun;
      const blocked = left_out.find(({ reason }) => reason === 'blocked')?.count ?? 0;
      return isBlocked(state) ? blocked === 1 && reached === 1 : blocked === 0 && reached === 2;
    },
    'each change is told to those who see them, once': async (path, state, event) => {
      const { changes, wasBlocked } = path;
      path.wasBlocked = isBlocked(state);
      // What was told of who is erased is forgotten.
      if (event === 'erased' && state === 'erased') changes.length = 0;
      if (path.wasBlocked !== wasBlocked && event !== 'merged with a blocked one') changes.push(path.wasBlocked);
      return isDeepStrictEqual(await toldOf(path), changes);
    },
  },
};

const isBlocked = (state: BlockedState): boolean => state.startsWith('blocked');
