import { sql } from 'kysely';
import type { Values } from '../../../../flows/values.ts';
import type { Change } from '../../../db/change.ts';
import type { Id } from '../../../db/tables.ts';
import { openTicket } from '../../tickets/open-ticket.ts';
import type { Playable } from '../playable.ts';
import { causedByRules } from '../../rules/rule-causes.ts';
import { beginRun } from '../run-flow.ts';

/** The conversation in which a flow starts. */
export type Place = { customerId: Id; instanceId: Id };

/** A flow starts in a conversation, in its open ticket or a new one that is nobody's. Answers its run. */
export async function beginStart(
  change: Change,
  place: Place,
  playable: Playable,
  { ruleChain, values, now }: { ruleChain: readonly Id[]; values: Values; now: Date },
): Promise<Id> {
  const begin = async () =>
    beginRun(change, await ticketOf(change, place, now), playable, { cause: 'server', values, now });
  return ruleChain.length === 0 ? begin() : causedByRules(change, ruleChain, begin);
}

async function ticketOf(change: Change, { customerId, instanceId }: Place, now: Date): Promise<Id> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ id: Id }>`
    select id from chat_ticket where tenant_id = ${tenantId} and customer_id = ${customerId}
      and instance_id = ${instanceId} and finished_at is null`.execute(tx);
  if (rows[0] !== undefined) return rows[0].id;
  return openTicket(change, { tenantId, customerId, instanceId, ownerId: null, at: now });
}
