import { sql } from 'kysely';
import { CUSTOMER_TAGS_MAX } from '../../../contract/facts/customers.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import { FLOW_RUN_MESSAGES_MAX } from '../../../contract/facts/flows.ts';
import { nodeAt } from '../../../flows/exits.ts';
import type { Effect } from '../../../flows/run.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { publishCustomer } from '../customers/customer-audience.ts';
import { customerDetailsView } from '../customers/customer-details.ts';
import { storedValue } from '../customers/field-values.ts';
import { tellReached } from '../messages/monthly-limit.ts';
import { endOf } from './plan.ts';
import type { Plan, Planned } from './plan.ts';
import { folded } from './fold.ts';
import type { RunState } from './fold.ts';
import { finishByFlow, handOff, leaveToPeople } from './hand-off.ts';
import { canReach, isWindowOpen, roomOf } from './run-context.ts';
import type { RunContext } from './run-context.ts';
import { storeSteps } from './run-rows.ts';
import type { StoredRun } from './run-rows.ts';
import { tellTicketFlow } from './stop-flow.ts';
import type { DirectSend } from '../outbound/direct-send.ts';
import { addRuleCause } from '../rules/rule-causes.ts';
import { storeFlowMessage } from './store-flow-message.ts';

/** `heard`: the ticket with what the customer just wrote. `direct`: what sends the answer at once. */
export type Hearing = { heard?: ChatTicketFrame | undefined; direct?: DirectSend | undefined };

type Performing = Pick<StoredRun, 'id' | 'sent' | 'botName' | 'flowName'> &
  Partial<Pick<StoredRun, 'ruleChain'>> &
  Hearing;

/** Stores what comes of something that happened to a run, and does it. */
export async function perform(
  change: Change,
  context: RunContext,
  run: Performing,
  given: Plan,
  now: Date,
): Promise<void> {
  const { ruleChain = [] } = run;
  if (ruleChain.length === 0) return done(change, context, run, given, now);
  const from = await change.position();
  await done(change, context, run, given, now);
  await addRuleCause(change, ruleChain, { from, to: await change.position() });
}

async function done(change: Change, context: RunContext, run: Performing, given: Plan, now: Date): Promise<void> {
  const plan = withinMessages(sendable(given, context, now), run.sent);
  const { steps, state, effects } = plan;
  const sent = countSent(effects);
  // Not awaited before the first message: they go to the database together.
  const [, after] = await Promise.all([
    storeSteps(change, run.id, { steps, state, sent }, now),
    takeEffect(change, context, run, plan, now),
  ]);
  const { monthLimit: limit, monthSent } = context;
  if (limit !== null) tellReached(change, { limit, sent: monthSent, more: sent });
  if (state.status === 'running') {
    const request = effects.at(-1);
    if (request !== undefined) await callLater(change, run.id, state.seq, request);
    tellTicketFlow(change, context);
    return;
  }
  const target = effects.findLast(({ effect }) => effect.of === 'handoff')?.effect;
  const isForPeople = (state.status === 'handed_off' || state.status === 'stuck') && !context.isTaken;
  if (isForPeople)
    await handOff(change, context, target?.of === 'handoff' ? target.to : { of: 'queue' }, now, stuckIn(state, run));
  else if (effects.some(({ effect }) => effect.of === 'finish')) await finishByFlow(change, context, now);
  else await leaveToPeople(change, context, now, after);
  tellTicketFlow(change, context);
}

/** Sends, and changes the customer, in order. Answers the ticket, if its answer is the last of that. */
async function takeEffect(
  change: Change,
  context: RunContext,
  run: Performing,
  { effects, state }: Plan,
  now: Date,
): Promise<ChatTicketFrame | undefined> {
  const sender = { runId: run.id, seq: state.seq, botName: run.botName };
  const last = effects.findLast(({ effect }) => effect.of === 'send')?.effect;
  let before = run.heard;
  for (const { effect } of effects) {
    if (effect.of === 'send') {
      before = await storeFlowMessage(
        change,
        context,
        { sent: effect.content, sender, before, direct: run.direct, isLast: effect === last },
        now,
      );
    } else {
      await doneTo(change, context, effect);
      // The ticket shows its customer's tags and name.
      if (effect.of === 'tag' || effect.of === 'field') before = undefined;
    }
  }
  return before === run.heard ? undefined : before;
}

/** The name of a flow that a guard ended. */
function stuckIn({ status }: RunState, { flowName }: Pick<StoredRun, 'flowName'>): string | null {
  return status === 'stuck' ? flowName : null;
}

/** A goodbye that can't be sent is left out; all else that can't has its exit. */
function sendable(plan: Plan, context: RunContext, now: Date): Plan {
  let left = canReach(context) ? roomOf(context) : 0;
  const isOpen = isWindowOpen(context, now);
  const isSendable = (effect: Effect): boolean => {
    if (effect.of !== 'send') return true;
    if (!isOpen && effect.content.of !== 'template') return false;
    left -= 1;
    return left >= 0;
  };
  return { ...plan, effects: plan.effects.filter(({ effect }) => isSendable(effect)) };
}

function countSent(effects: readonly Planned[]): number {
  return effects.filter(({ effect }) => effect.of === 'send').length;
}

/** A run that would send more messages than any should ends instead, and a person takes over. */
function withinMessages(plan: Plan, before: number): Plan {
  if (before + countSent(plan.effects) <= FLOW_RUN_MESSAGES_MAX) return plan;
  const running = { ...plan.state, status: 'running' as const };
  const end = endOf(running, 'stuck', 'server');
  return { steps: [...plan.steps, end], effects: [], state: folded(running, end) };
}

/** A customer's field or tag; one that is gone, or doesn't take the value, is left out. */
async function doneTo(change: Change, { customerId }: RunContext, effect: Effect): Promise<void> {
  const { tx, tenantId } = change;
  if (effect.of === 'tag') {
    const { numAffectedRows = 0n } = await (
      effect.on
        ? sql`
        insert into customer_tag (tenant_id, customer_id, tag_id)
        select ${tenantId}, ${customerId}, g.id from tag g
        where g.tenant_id = ${tenantId} and g.id = ${effect.tagId}
          and (select count(*) from customer_tag had
            where had.tenant_id = ${tenantId} and had.customer_id = ${customerId}) < ${CUSTOMER_TAGS_MAX}
        on conflict do nothing`
        : sql`
        delete from customer_tag where tenant_id = ${tenantId} and customer_id = ${customerId}
          and tag_id = ${effect.tagId}`
    ).execute(tx);
    if (numAffectedRows > 0n)
      change.note('CustomerTouched', {
        customer: { id: customerId },
        [effect.on ? 'tagged' : 'untagged']: [effect.tagId],
      });
    await publishCustomer(change, customerId);
  }
  if (effect.of !== 'field') return;
  const { fields } = await customerDetailsView(tx, tenantId, customerId);
  const field = fields.find(({ id }) => id === effect.fieldId);
  const value = field === undefined ? null : storedValue(field, String(effect.value));
  if (value === null || 'problem' in value) return;
  const { numAffectedRows = 0n } = await sql`
    insert into customer_value as had (tenant_id, customer_id, field_id, text_value, number_value, date_value)
    values (${tenantId}, ${customerId}, ${effect.fieldId}, ${value.text}, ${value.number}, ${value.date})
    on conflict (tenant_id, customer_id, field_id) do update
      set text_value = excluded.text_value, number_value = excluded.number_value,
        date_value = excluded.date_value
      where (had.text_value, had.number_value, had.date_value)
        is distinct from (excluded.text_value, excluded.number_value, excluded.date_value)`.execute(tx);
  if (numAffectedRows > 0n) change.note('CustomerTouched', { customer: { id: customerId }, fields: [effect.fieldId] });
  await publishCustomer(change, customerId);
}

/** The call that a run waits for, to be made after the commit. */
async function callLater(
  { tx, tenantId }: Change,
  runId: Id,
  seq: number,
  { effect, playable }: Planned,
): Promise<void> {
  if (effect.of !== 'request') return;
  const node = nodeAt(playable.flow, effect.node);
  const method = node?.kind === 'request' ? node.method : 'GET';
  await sql`
    insert into flow_request (tenant_id, run_id, seq, key_seq, method, url, body)
    values (${tenantId}, ${runId}, ${seq},
      coalesce((select q.key_seq from flow_request q where q.tenant_id = ${tenantId} and q.run_id = ${runId}
        and not exists (select from flow_step s where s.tenant_id = ${tenantId} and s.run_id = ${runId}
          and s.seq > q.seq and s.kind not in ('resume', 'end'))
        order by q.seq desc limit 1), ${seq}), ${method}, ${effect.url}, ${JSON.stringify(effect.body)}::jsonb)`.execute(
    tx,
  );
}
