import { sql } from 'kysely';
import type { Values } from '../../../flows/values.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { FlowPlace, RunState, RunStatus, RunStep } from './fold.ts';

/** A run as it is stored. */
export type StoredRun = {
  id: Id;
  ticketId: Id;
  sent: number;
  botName: string | null;
  flowName: string;
  /** The rules that had it begin, one by another. */
  ruleChain: readonly Id[];
  state: RunState;
};

type Row = {
  id: Id;
  ticketId: Id;
  sent: number;
  botName: string | null;
  flowName: string;
  ruleChain: Id[];
  flowId: Id;
  number: number;
  node: string;
  tries: number;
  values: Values;
  callers: FlowPlace[];
  seq: number;
  automatic: number;
  status: RunStatus;
  dueAt: Date | null;
};

/** A run by its id, or the last one of a ticket. */
export async function findRun(tx: Tx, tenantId: Id, by: { id: Id } | { ticketId: Id }): Promise<StoredRun | undefined> {
  const which = 'id' in by ? sql`r.id = ${by.id}` : sql`r.ticket_id = ${by.ticketId} order by r.id desc limit 1`;
  const { rows } = await sql<Row>`
    select r.id, r.ticket_id as "ticketId", r.sent, f.bot_name as "botName", f.name as "flowName",
      r.flow_id as "flowId", r.number, r.node, r.tries, r.vars as values, r.callers, r.seq,
      r.automatic, r.status, r.due_at as "dueAt", r.rule_chain::text[] as "ruleChain"
    from flow_run r join flow f on f.tenant_id = r.tenant_id and f.id = r.flow_id
    where r.tenant_id = ${tenantId} and ${which}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { id, ticketId, sent, botName, flowName, ruleChain, ...state } = row;
  return { id, ticketId, sent, botName, flowName, ruleChain, state };
}

/** A new run, which has its ticket from now on. */
export async function addRun({ tx, tenantId }: Change, ticketId: Id, state: RunState, now: Date): Promise<Id> {
  const { rows } = await sql<{ id: Id }>`
    insert into flow_run (tenant_id, ticket_id, flow_id, number, node, seq, status, started_at, updated_at)
    values (${tenantId}, ${ticketId}, ${state.flowId}, ${state.number}, ${state.node}, 0, 'running', ${now}, ${now})
    returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The run was not stored');
  return id;
}

/** Stores a run's steps, and what they come to. */
export async function storeSteps(
  { tx, tenantId }: Change,
  id: Id,
  { steps, state, sent }: { steps: readonly RunStep[]; state: RunState; sent: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into flow_step (tenant_id, run_id, seq, at, kind, cause, flow_id, number, from_node, exit, node, tries, saved,
      status, due_at)
    select ${tenantId}::bigint, ${id}::bigint, s.seq, ${now}::timestamptz, s.kind, s.cause, s."flowId", s.number,
      s."fromNode", s.exit, s.node, s.tries, s.saved, s.status, s."dueAt"
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (seq integer, kind text, cause text, "flowId" bigint,
      number integer, "fromNode" text, exit text, node text, tries integer, saved jsonb, status text,
      "dueAt" timestamptz)`.execute(tx);
  await sql`
    update flow_run set flow_id = ${state.flowId}, number = ${state.number}, node = ${state.node},
      tries = ${state.tries}, vars = ${JSON.stringify(state.values)}::jsonb,
      callers = ${JSON.stringify(state.callers)}::jsonb, seq = ${state.seq}, automatic = ${state.automatic},
      sent = sent + ${sent}, status = ${state.status}, due_at = ${state.dueAt}, updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** The steps of a run, as they happened. */
export async function stepsOf(tx: Tx, tenantId: Id, id: Id): Promise<RunStep[]> {
  const { rows } = await sql<RunStep>`
    select seq, kind, cause, flow_id as "flowId", number, from_node as "fromNode", exit, node, tries, saved, status,
      due_at as "dueAt"
    from flow_step where tenant_id = ${tenantId} and run_id = ${id} order by seq`.execute(tx);
  return rows;
}
