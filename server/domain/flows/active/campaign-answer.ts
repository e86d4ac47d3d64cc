import { sql } from 'kysely';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import type { FlowSkipReason } from '../../../../contract/facts/flow-starts.ts';
import { nodeAt } from '../../../../flows/exits.ts';
import type { InboundMessage } from '../../../channels/channel.ts';
import type { Change } from '../../../db/change.ts';
import type { Id } from '../../../db/tables.ts';
import { ANSWER_DAYS } from '../../campaigns/answered.ts';
import { findRun } from '../run-rows.ts';
import { playableFrom } from '../playable.ts';
import type { Playable } from '../playable.ts';
import { handOff } from '../hand-off.ts';
import { contextOf } from '../run-context.ts';
import { beginRun } from '../run-flow.ts';
import type { Running } from '../run-flow.ts';
import { takeInByFlow } from '../take-in.ts';
import type { Place } from './begin-start.ts';
import { openFlow, openingOf } from './start-flow.ts';

/**
 * The campaign that a customer answers, and the flow that continues it. `playable` is undefined if the flow is off, or no
 * longer begins with a template. `isElsewhere`: the flow may not start from this conversation's number.
 */
export type AnsweredFlow = { campaignId: Id; flowId: Id; playable: Playable | undefined; isElsewhere: boolean };

/**
 * The flow with which the customer's last unanswered campaign continues, if it has one. An error here is only logged: the
 * customer's message is stored anyway.
 */
export function flowOfAnswered(
  services: Running,
  change: Change,
  place: Place,
  now: Date,
): Promise<AnsweredFlow | undefined> {
  return change.attempt(
    (part) => answeredFlow(part, place, now),
    async (_whole, error) => {
      services.log.error({ err: error }, 'a campaign’s flow could not begin; the answer is taken in without');
      return undefined;
    },
  );
}

async function answeredFlow(
  { tx, tenantId }: Change,
  { customerId, instanceId }: Place,
  now: Date,
): Promise<AnsweredFlow | undefined> {
  const since = new Date(now.getTime() - ANSWER_DAYS * DAY_MS);
  const { rows } = await sql<{ campaignId: Id; flowId: Id | null }>`
    select r.campaign_id as "campaignId", m.answer_flow_id as "flowId"
    from campaign_recipient r join campaign m on m.tenant_id = r.tenant_id and m.id = r.campaign_id
    where r.tenant_id = ${tenantId} and r.customer_id = ${customerId} and r.instance_id = ${instanceId}
      and r.sent_at > ${since} and r.ticket_id is null and r.state in ('sent', 'delivered', 'read')
    order by r.sent_at desc limit 1`.execute(tx);
  const [last] = rows;
  if (last?.flowId === undefined || last.flowId === null) return undefined;
  const open = await openFlow(tx, tenantId, last.flowId);
  // The campaign was its first message.
  const next = open && openingOf(open.playable.flow)?.next;
  const playable = open && next !== undefined ? playableFrom(open.playable, next) : undefined;
  const isElsewhere = open !== undefined && open.chosen.length > 0 && !open.chosen.includes(instanceId);
  return { ...last, flowId: last.flowId, playable, isElsewhere };
}

/** Why a customer doesn't go on in a flow; null if they do. `newest`: their conversation's ticket. */
export function reasonAgainst(
  { playable, isElsewhere }: AnsweredFlow,
  newest: { isOpen: boolean; flowRunId: Id | null } | undefined,
  isOptOut: boolean,
): FlowSkipReason | null {
  if (isOptOut) return 'opted_out';
  if (playable === undefined) return 'flow_off';
  if (isElsewhere) return 'instance_off';
  if (newest?.isOpen !== true) return null;
  return newest.flowRunId === null ? 'in_attendance' : 'in_flow';
}

type Answer = Place & { ticketId: Id; message: InboundMessage; reason: FlowSkipReason | null };

/**
 * The customer's answer has them go on in the flow, with it if the flow waits for one; or why not is noted. A flow that fails leaves
 * the ticket to people.
 */
export async function goOnInFlow(
  services: Running,
  change: Change,
  answered: AnsweredFlow,
  answer: Answer,
): Promise<void> {
  const now = services.now();
  await change.attempt(
    (part) => goOn(services, part, answered, answer),
    async (whole, error) => {
      services.log.error({ err: error, flow: answered.flowId }, 'a flow could not begin; people have its ticket');
      services.direct?.forget();
      await noteStart(whole, answered, answer, { reason: 'failed', runId: null, now });
      const context = await contextOf(whole.tx, whole.tenantId, answer.ticketId, now);
      if (!context.isTaken) await handOff(whole, context, { of: 'queue' }, now);
    },
  );
}

async function goOn(services: Running, change: Change, answered: AnsweredFlow, answer: Answer): Promise<void> {
  const { tx, tenantId } = change;
  const { playable } = answered;
  const { ticketId, message, reason } = answer;
  const now = services.now();
  const runId =
    reason === null && playable !== undefined
      ? await beginRun(change, ticketId, playable, { cause: 'customer', now, isTold: true, direct: services.direct })
      : null;
  await noteStart(change, answered, answer, { reason, runId, now });
  if (runId === null || playable === undefined) return;
  const run = await findRun(tx, tenantId, { id: runId });
  const isPaused = run?.state.status === 'running' && nodeAt(playable.flow, run.state.node)?.kind === 'pause';
  if (isPaused) await takeInByFlow(services, change, runId, message);
}

async function noteStart(
  { tx, tenantId }: Change,
  { campaignId, flowId }: AnsweredFlow,
  { customerId, instanceId }: Place,
  { reason, runId, now }: { reason: FlowSkipReason | null; runId: Id | null; now: Date },
): Promise<void> {
  await sql`
    insert into flow_start (tenant_id, flow_id, source, campaign_id, customer_id, instance_id, status, reason, run_id,
      due_at, created_at, settled_at)
    values (${tenantId}, ${flowId}, 'campaign', ${campaignId}, ${customerId}, ${instanceId},
      ${reason === null ? 'started' : 'skipped'}, ${reason}, ${runId}, ${now}, ${now}, ${now})`.execute(tx);
}
