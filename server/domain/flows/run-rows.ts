import { sql } from 'kysely';
import { FLOW_ANSWERS_MS, FLOW_REPEATS_MS } from '../../../contract/facts/flows.ts';
import type { Values } from '../../../flows/values.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { FlowPlace, RunState, RunStatus, RunStep } from './fold.ts';
import { CONTEXT_JOINS, contextColumns, counted } from './run-context.ts';
import type { ReadContext, RunContext } from './run-context.ts';

/** A run as it is stored. */
export type StoredRun = {
  id: Id;
  ticketId: Id;
  sent: number;
  botName: string | null;
  flowName: string;
  /** Of its version. */
  hash: string;
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
  hash: string;
  ruleChain: Id[];
  flowId: Id;
  number: number;
  node: string;
  tries: number;
  values: Values;
  callers: FlowPlace[];
  seq: number;
  automatic: number;
  waits: number;
  status: RunStatus;
  dueAt: Date | null;
};

/** SQL: run `r` of flow `f` in version `v`. */
const RUN = sql.raw(`r.id, r.ticket_id as "ticketId", r.sent, f.bot_name as "botName", f.name as "flowName", v.hash,
  r.flow_id as "flowId", r.number, r.node, r.tries, r.vars as values, r.callers, r.seq, r.automatic, r.waits, r.status,
  r.due_at as "dueAt", r.rule_chain::text[] as "ruleChain"`);
const RUN_ROWS = sql.raw(`flow_run r
  join flow f on f.tenant_id = r.tenant_id and f.id = r.flow_id
  join flow_version v on v.tenant_id = r.tenant_id and v.flow_id = r.flow_id and v.number = r.number`);

/** A run by its id, or the last one of a ticket. */
export async function findRun(tx: Tx, tenantId: Id, by: { id: Id } | { ticketId: Id }): Promise<StoredRun | undefined> {
  const which = 'id' in by ? sql`r.id = ${by.id}` : sql`r.ticket_id = ${by.ticketId} order by r.id desc limit 1`;
  const { rows } = await sql<Row>`
    select ${RUN} from ${RUN_ROWS} where r.tenant_id = ${tenantId} and ${which}`.execute(tx);
  return rows[0] && storedRun(rows[0]);
}

function storedRun(row: Row): StoredRun {
  const { id, ticketId, sent, botName, flowName, hash, ruleChain } = row;
  const { flowId, number, node, tries, values, callers, seq, automatic, waits, status, dueAt } = row;
  const state = { flowId, number, node, tries, values, callers, seq, automatic, waits, status, dueAt };
  return { id, ticketId, sent, botName, flowName, hash, ruleChain, state };
}

/** The number of the customer's recent answers. */
type Answers = { answers: number };

/** A run with what it needs of its ticket. */
export type Turn = { run: StoredRun; context: RunContext } & Answers;

const readTurn = prepared<{ tenantId: Id; id: Id; now: Date; since: Date }, Row & ReadContext & Answers>(
  (value) => sql`
    select ${contextColumns(value('now'))}, ${RUN},
      (select count(distinct s.at)::integer from flow_step s where s.tenant_id = r.tenant_id and s.run_id = r.id
        and s.cause = 'customer' and s.at > ${value('since')}) as answers
    from ${RUN_ROWS} join chat_ticket t on t.tenant_id = r.tenant_id and t.id = r.ticket_id ${CONTEXT_JOINS}
    where r.tenant_id = ${value('tenantId')} and r.id = ${value('id')}`,
);

/** Everything needed to process an input of a run, in one query. */
export async function findTurn(tx: Tx, tenantId: Id, id: Id, now: Date): Promise<Turn | undefined> {
  const since = new Date(now.getTime() - FLOW_ANSWERS_MS);
  const [row] = await readTurn(tx, { tenantId, id, now, since });
  if (row === undefined) return undefined;
  return { run: storedRun(row), context: await counted(tx, tenantId, row, now), answers: row.answers };
}

/** A customer's answer, and the step that it answered; `words` is null if it wasn't a text. */
type Answer = { flowId: Id; number: number; node: string; words: string | null };

/** The customer's recent answers since the run was last resumed, newest first. An answer has the time of its message. */
export async function answersBefore(tx: Tx, tenantId: Id, { id, ticketId }: StoredRun, now: Date): Promise<Answer[]> {
  const { rows } = await sql<Answer>`
    select answer.flow_id as "flowId", answer.number, answer.from_node as node,
      case when m.tag_type = 'text' then m.body end as words
    from (select distinct on (s.at) s.at, s.flow_id, s.number, s.from_node from flow_step s
      where s.tenant_id = ${tenantId} and s.run_id = ${id} and s.cause = 'customer'
        and s.at > ${new Date(now.getTime() - FLOW_REPEATS_MS)}
        and s.seq > coalesce((select max(back.seq) from flow_step back
          where back.tenant_id = ${tenantId} and back.run_id = ${id} and back.kind = 'resume'), 0)
      order by s.at desc, s.seq) answer
    left join message m on m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId} and m.type = 1
      and m.created_at = answer.at
    where answer.from_node is not null
    order by answer.at desc`.execute(tx);
  return rows;
}

const insertRun = prepared<
  { tenantId: Id; ticketId: Id; flowId: Id; number: number; node: string; now: Date },
  { id: Id }
>(
  (value) => sql`
    with added as (
      insert into flow_run (tenant_id, ticket_id, flow_id, number, node, seq, status, started_at, updated_at)
      values (${value('tenantId')}, ${value('ticketId')}, ${value('flowId')}, ${value('number')}, ${value('node')}, 0,
        'running', ${value('now')}, ${value('now')})
      returning id)
    update chat_ticket t set flow_run_id = added.id from added
    where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
    returning added.id`,
);

/** A new run, which has its ticket from now on. */
export async function addRun({ tx, tenantId }: Change, ticketId: Id, state: RunState, now: Date): Promise<Id> {
  const { flowId, number, node } = state;
  const [added] = await insertRun(tx, { tenantId, ticketId, flowId, number, node, now });
  if (added === undefined) throw new Error('The run was not stored');
  return added.id;
}

type Storing = Omit<RunState, 'values' | 'callers'> & {
  tenantId: Id;
  id: Id;
  now: Date;
  steps: string;
  values: string;
  callers: string;
  sent: number;
};

const writeSteps = prepared<Storing, never>(
  (value) => sql`
    with steps as (
      insert into flow_step (tenant_id, run_id, seq, at, kind, cause, flow_id, number, from_node, exit, node, tries,
        saved, status, due_at)
      select ${value('tenantId')}::bigint, ${value('id')}::bigint, s.seq, ${value('now')}::timestamptz, s.kind, s.cause,
        s."flowId", s.number, s."fromNode", s.exit, s.node, s.tries, s.saved, s.status, s."dueAt"
      from jsonb_to_recordset(${value('steps')}::jsonb) as s (seq integer, kind text, cause text, "flowId" bigint,
        number integer, "fromNode" text, exit text, node text, tries integer, saved jsonb, status text,
        "dueAt" timestamptz))
    update flow_run set flow_id = ${value('flowId')}, number = ${value('number')}, node = ${value('node')},
      tries = ${value('tries')}, vars = ${value('values')}::jsonb, callers = ${value('callers')}::jsonb,
      seq = ${value('seq')}, automatic = ${value('automatic')}, waits = ${value('waits')}, sent = sent + ${value('sent')},
      status = ${value('status')}, due_at = ${value('dueAt')}, updated_at = ${value('now')}
    where tenant_id = ${value('tenantId')} and id = ${value('id')}`,
);

/** Stores a run's steps, and its state after them. */
export async function storeSteps(
  { tx, tenantId }: Change,
  id: Id,
  { steps, state, sent }: { steps: readonly RunStep[]; state: RunState; sent: number },
  now: Date,
): Promise<void> {
  await writeSteps(tx, {
    ...state,
    tenantId,
    id,
    now,
    steps: JSON.stringify(steps),
    values: JSON.stringify(state.values),
    callers: JSON.stringify(state.callers),
    sent,
  });
}

/** The steps of a run, as they happened. */
export async function stepsOf(tx: Tx, tenantId: Id, id: Id): Promise<RunStep[]> {
  const { rows } = await sql<RunStep>`
    select seq, kind, cause, flow_id as "flowId", number, from_node as "fromNode", exit, node, tries, saved, status,
      due_at as "dueAt"
    from flow_step where tenant_id = ${tenantId} and run_id = ${id} order by seq`.execute(tx);
  return rows;
}
