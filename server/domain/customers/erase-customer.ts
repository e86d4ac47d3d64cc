import { sql } from 'kysely';
import { ERASED } from '../../../contract/facts/phone.ts';
import { searchedNumbers } from '../../../contract/facts/phone-search.ts';
import { eraseCustomerFormSchema } from '../../../contract/graphql/erase-customer.ts';
import type { EraseCustomerForm } from '../../../contract/graphql/erase-customer.ts';
import type { StatusUpdate } from '../../channels/channel.ts';
import { canonicalAddress, isUserId } from '../../channels/phone-number.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { CAPITAL } from '../campaigns/zones.ts';
import { groupsOfCustomer, membersChanged } from '../customer-groups/group-view.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { ENDED } from '../imports/import-state.ts';
import { keepIfErased } from '../inbound/receive-status.ts';
import { partOf } from '../inbound/waiting-rows.ts';
import { OPEN_STATES } from '../outbound/outbox-states.ts';
import { requireAdmin } from '../permissions.ts';
import { attendantsWhoSee, publishCustomer } from './customer-audience.ts';
import { keepRefusals } from './kept-refusals.ts';
import { eraseFromAudit, eraseFromStream, eraseRejected } from './erase-traces.ts';

/**
 * Erases a customer, for good. Refuses by field a number that isn't theirs, and as the contract says while they are
 * attended or written to. Files go with the next clean-up.
 */
export async function eraseCustomer(
  services: Services,
  caller: Actor,
  { id: rawId, ...variables }: EraseCustomerForm & { id: string },
): Promise<boolean> {
  requireAdmin(caller);
  const id = parseId(rawId);
  const { phone_number: typed } = parseInput(eraseCustomerFormSchema, variables);
  const work = async (change: Change, actor: Actor): Promise<string[]> => {
    const { tx, tenantId, append } = change;
    const { address, isBlocked } = await lockToErase(tx, tenantId, id);
    const confirmed = isUserId(typed) ? typed : canonicalAddress(typed.replaceAll(/\D/gu, ''));
    if (confirmed !== address) throw invalid('error.form.invalid', { phone_number: 'error.erase.number' });
    await requireNothingOpen(tx, tenantId, id);
    const addresses = await addressesOf(tx, tenantId, id);
    const numbers = addresses.flatMap((each) => searchedNumbers(each));
    const groups = await groupsOfCustomer(tx, tenantId, id);
    await keepRefusals(tx, services, tenantId, id);
    await eraseMessages(tx, tenantId, id);
    await eraseTickets(tx, tenantId, id);
    const waiting = await eraseWaiting(tx, tenantId, addresses, numbers);
    await eraseCampaigns(tx, tenantId, id, addresses);
    await eraseCard(tx, tenantId, id, services.now());
    for (const status of waiting) await keepIfErased(services, change, status);
    await eraseImported(tx, tenantId, { addresses, numbers });
    const ids = await eraseFromAudit(tx, tenantId, id);
    await eraseFromStream(tx, tenantId, { ids, numbers });
    await auditAction(tx, actor, { action: 'customer.erase', subject: `customer:${id}` });
    await publishCustomer(change, id);
    if (isBlocked) {
      const userIds = await attendantsWhoSee(tx, tenantId, id);
      append(
        'CustomerBlacklisted',
        { customer: { id, is_blacklisted: false } },
        { to: 'users', userIds, admins: true },
      );
    }
    await membersChanged(change, groups);
    for (const list of ['customers', 'blocked_contacts', 'consents'] as const) {
      append('ListUpdated', { list }, { to: 'all' });
    }
    return numbers;
  };
  // It takes longer than others, which mustn't fail with it.
  const numbers = await changeAsActor(services, caller, requireAdmin, work, caller.tenantId, { isAlone: true });
  await eraseRejected(services.db, caller.tenantId, numbers);
  return true;
}

async function lockToErase(tx: Tx, tenantId: Id, id: Id): Promise<{ address: string; isBlocked: boolean }> {
  const { rows } = await sql<{ address: string; isBlocked: boolean; isErased: boolean }>`
    select phone_number as address, is_blacklisted as "isBlocked", erased_at is not null as "isErased" from customer
    where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound();
  if (row.isErased) throw conflict('error.customer.erased');
  return row;
}

async function requireNothingOpen(tx: Tx, tenantId: Id, id: Id): Promise<void> {
  const { rows } = await sql<{ isOpen: boolean; isSending: boolean; isImporting: boolean }>`
    select
      exists (select from chat_ticket t
        where t.tenant_id = ${tenantId} and t.customer_id = ${id} and t.finished_at is null) as "isOpen",
      exists (select from outbox o where o.tenant_id = ${tenantId} and o.customer_id = ${id}
        and o.state in ${OPEN_STATES})
      or exists (select from campaign_recipient r where r.tenant_id = ${tenantId} and r.customer_id = ${id}
        and r.state = 'sending') as "isSending",
      -- Its file may have them, and would bring them back.
      exists (select from customer_import m where m.tenant_id = ${tenantId}
        and m.status <> all(${[...ENDED]}::text[])) as "isImporting"`.execute(tx);
  if (rows[0]?.isOpen === true) throw conflict('error.erase.open');
  if (rows[0]?.isSending === true) throw conflict('error.erase.sending');
  if (rows[0]?.isImporting === true) throw conflict('error.erase.importing');
}

async function addressesOf(tx: Tx, tenantId: Id, id: Id): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`select addresses_of(${tenantId}, ${id}) as address`.execute(tx);
  return rows.map(({ address }) => address);
}

/** Triggers forget the words of texts, and note files that nothing has any more. */
async function eraseMessages(tx: Tx, tenantId: Id, id: Id): Promise<void> {
  const theirs = sql`select m.id from message m where m.tenant_id = ${tenantId} and m.customer_id = ${id}`;
  await sql`
    delete from parked_status where tenant_id = ${tenantId} and whatsapp_message_id in (
      select m.whatsapp_message_id from message m where m.tenant_id = ${tenantId} and m.customer_id = ${id})`.execute(
    tx,
  );
  await sql`
    delete from outgoing_file where tenant_id = ${tenantId} and (user_id, client_id) in (
      select m.user_id, m.client_id from message m where m.tenant_id = ${tenantId} and m.customer_id = ${id})`.execute(
    tx,
  );
  await sql`delete from message_media where tenant_id = ${tenantId} and message_id in (${theirs})`.execute(tx);
  await sql`delete from outbox where tenant_id = ${tenantId} and message_id in (${theirs})`.execute(tx);
  // WhatsApp's id of a message has the number in it.
  await sql`
    update message set body = '', document_name = null, document_mimetype = null, media = null, content = null,
      template = null, error_message = null, whatsapp_message_id = null,
      tag_type = case when tag_type in ('reaction', 'revoke', 'edit') then tag_type end
    where tenant_id = ${tenantId} and customer_id = ${id}`.execute(tx);
}

async function eraseTickets(tx: Tx, tenantId: Id, id: Id): Promise<void> {
  const theirs = sql`select t.id from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${id}`;
  await sql`
    update conversation_event set body = null, mentions = null, deleted_at = coalesce(deleted_at, now()),
      version = version + 1
    where tenant_id = ${tenantId} and kind = 'note' and ticket_id in (${theirs})`.execute(tx);
  await sql`
    update ticket_transfer set note = null
    where tenant_id = ${tenantId} and note is not null and ticket_id in (${theirs})`.execute(tx);
  await sql`update chat_ticket set last_received_from = null where tenant_id = ${tenantId} and customer_id = ${id}`.execute(
    tx,
  );
  await sql`delete from scheduled_message where tenant_id = ${tenantId} and customer_id = ${id}`.execute(tx);
  // That rules acted stays for their numbers; nothing in it is the customer's.
  // That a flow started for somebody stays, so that its counts do.
  await sql`delete from flow_start where tenant_id = ${tenantId} and customer_id = ${id} and status = 'waiting'`.execute(
    tx,
  );
  await sql`update flow_start set key = null, vars = '{}' where tenant_id = ${tenantId} and customer_id = ${id}`.execute(
    tx,
  );
  // The steps stay for the flow's numbers, without what was said in them.
  const runs = sql`select r.id from flow_run r where r.tenant_id = ${tenantId} and r.ticket_id in (${theirs})`;
  await sql`delete from flow_request where tenant_id = ${tenantId} and run_id in (${runs})`.execute(tx);
  await sql`update flow_step set saved = '{}' where tenant_id = ${tenantId} and run_id in (${runs})`.execute(tx);
  await sql`update flow_run set vars = '{}', callers = '[]'
    where tenant_id = ${tenantId} and ticket_id in (${theirs})`.execute(tx);
}

/** What is queued of or to them; what the company's phone wrote and what became of a message is in no conversation. Returns the statuses. */
async function eraseWaiting(
  tx: Tx,
  tenantId: Id,
  addresses: readonly string[],
  numbers: readonly string[],
): Promise<StatusUpdate[]> {
  const { rows } = await sql<{ body: string }>`
    delete from inbound_waiting w where w.tenant_id = ${tenantId}
      and (w.conversation = any(${addresses}::text[]) or w.address = any(${addresses}::text[])
        or exists (select from unnest(${numbers}::text[]) as n (digits)
          where strpos(w.body, '"from":"' || n.digits || '"') > 0
            or strpos(w.body, '"recipient":"' || n.digits || '"') > 0))
    returning w.body`.execute(tx);
  return rows.flatMap(({ body }) => {
    const part = partOf(body);
    return part?.kind === 'status' ? [part.status] : [];
  });
}

/** That a campaign was for somebody stays, so that its counts do; and the country, so that its costs do. */
async function eraseCampaigns(tx: Tx, tenantId: Id, id: Id, addresses: readonly string[]): Promise<void> {
  await sql`
    update campaign_recipient set address = ${ERASED} || customer_id, params = '{}', provider_message_id = null, zone = ${CAPITAL},
      price_prefix = coalesce(price_prefix, substring(address from '^[0-9]{1,4}'))
    where tenant_id = ${tenantId} and customer_id = ${id}`.execute(tx);
  await sql`
    update campaign_test set address = ${ERASED} || id, params = '{}'
    where tenant_id = ${tenantId} and address = any(${addresses}::text[])`.execute(tx);
}

/** What they allowed and forbade stays as bare facts: the company has to prove it. */
async function eraseCard(tx: Tx, tenantId: Id, id: Id, at: Date): Promise<void> {
  await sql`delete from blocked_contact where tenant_id = ${tenantId}
    and address in (select addresses_of(${tenantId}, ${id}))`.execute(tx);
  await sql`update consent set evidence = null where tenant_id = ${tenantId} and customer_id = ${id}`.execute(tx);
  for (const table of [
    'customer_number',
    'customer_value',
    'customer_tag',
    'customer_image',
    'pinned_customer',
    'customer_group_member',
    'customer_import_change',
  ] as const) {
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and customer_id = ${id}`.execute(tx);
  }
  await sql`
    update customer set name = '#' || id, phone_number = ${ERASED} || id, provider_user_id = null, image = null,
      email = null, note = null, timezone = null, is_blacklisted = false, declined_marketing_at = null, marketing_wish_at = null,
      erased_at = ${at}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** Refused rows that have one of their numbers, and all that is shown of files. */
async function eraseImported(
  tx: Tx,
  tenantId: Id,
  { addresses, numbers }: { addresses: readonly string[]; numbers: readonly string[] },
): Promise<void> {
  // Files mostly have them without the country's code.
  const written = [...new Set(numbers.flatMap((each) => [each, each.replace(/^55(?=\d{10})/u, '')]))];
  // `like any` computes a row's digits once, however many numbers they have.
  await sql`
    delete from customer_import_refused r where r.tenant_id = ${tenantId} and (r.address = any(${[...addresses]}::text[])
      or regexp_replace(r.cells::text, '[ ().+-]', '', 'g') like any(${written.map((each) => `%${each}%`)}::text[]))`.execute(
    tx,
  );
  await sql`
    update customer_import set columns = (select coalesce(jsonb_agg(c || '{"samples": []}' order by place), '[]')
      from jsonb_array_elements(columns) with ordinality as each (c, place))
    where tenant_id = ${tenantId}`.execute(tx);
}
