import { sql } from 'kysely';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { Input } from '../../../flows/decide.ts';
import type { Values } from '../../../flows/values.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { conflict } from '../errors.ts';
import type { DirectSend } from '../outbound/direct-send.ts';
import { perform } from './effects.ts';
import type { Hearing } from './effects.ts';
import { folded } from './fold.ts';
import { handOff } from './hand-off.ts';
import { endOf, planBegin, planInput, planResume } from './plan.ts';
import type { Plan, Planning } from './plan.ts';
import type { StepCause } from './fold.ts';
import { playableIn, playableOf } from './playable.ts';
import type { Playable } from './playable.ts';
import { contextOf, endOfWait, outsideOf } from './run-context.ts';
import type { RunContext } from './run-context.ts';
import { addRun, findRun } from './run-rows.ts';
import type { StoredRun, Turn } from './run-rows.ts';
import { sendablesOf } from './sendables.ts';
import { stopFlow, tellTicket } from './stop-flow.ts';

/** What flows need of the services: their clock and log, and what sends an answer at once. */
export type Running = Pick<Services, 'now' | 'log'> & { direct?: DirectSend };

/**
 * A flow begins to answer a ticket's customer. One that fails for good leaves the ticket to people. `heard`: the ticket with what the
 * customer wrote, of which those who see it know that a flow has it.
 */
export function beginFlow(
  services: Running,
  change: Change,
  ticketId: Id,
  playable: Playable,
  heard?: ChatTicketFrame,
): Promise<void> {
  const now = services.now();
  const { direct } = services;
  return change.attempt(
    async (part) => void (await beginRun(part, ticketId, playable, { cause: 'customer', now, heard, direct })),
    async (whole, error) => {
      services.log.error({ err: error, flow: playable.flowId }, 'a flow could not begin; people have its ticket');
      direct?.forget();
      const context = await contextOf(whole.tx, whole.tenantId, ticketId, now);
      await handOff(whole, context, { of: 'queue' }, now, playable.flowName);
    },
  );
}

/** Goes on with a run. If that fails for good, it ends as stuck: nothing else has to fail for it, and nothing is retried. */
export function orGiveUp<T>(
  services: Running,
  change: Change,
  runId: Id,
  { work, failed }: { work: (part: Change) => Promise<T>; failed: T },
): Promise<T> {
  return change.attempt(work, async (whole, error) => {
    services.log.error({ err: error, run: runId }, 'a flow could not go on; people have its ticket');
    services.direct?.forget();
    await giveUp(whole, runId, services.now());
    return failed;
  });
}

/** Ends a run where it is, as stuck, and people take over. */
export async function giveUp(change: Change, runId: Id, now: Date): Promise<void> {
  await endRun(change, runId, { status: 'stuck', cause: 'server' }, now);
}

/** Ends a run where it is, and people take over. False if it was over already. */
export async function endRun(
  change: Change,
  runId: Id,
  { status, cause }: { status: 'stuck' | 'handed_off'; cause: StepCause },
  now: Date,
): Promise<boolean> {
  const { tx, tenantId } = change;
  const run = await findRun(tx, tenantId, { id: runId });
  if (run?.state.status !== 'running') return false;
  const end = endOf(run.state, status, cause);
  const context = await contextOf(tx, tenantId, run.ticketId, now);
  await perform(change, context, run, { steps: [end], effects: [], state: folded(run.state, end) }, now);
  return true;
}

type Beginning = { cause: StepCause; values?: Values; now: Date; isTold?: boolean } & Hearing;

/** A flow begins in a ticket, with values for some of its variables. Answers its run. */
export async function beginRun(
  change: Change,
  ticketId: Id,
  playable: Playable,
  { cause, values, now, heard, direct, isTold = heard !== undefined }: Beginning,
): Promise<Id> {
  const { tx, tenantId } = change;
  const context = await contextOf(tx, tenantId, ticketId, now);
  const plan = await planBegin(playable, planningOf(change, context, cause, now), values);
  const id = await addRun(change, ticketId, plan.state, now);
  if (!isTold) await tellTicket(change, ticketId, context);
  const { botName, flowName } = playable;
  await perform(change, context, { id, sent: 0, botName, flowName, heard, direct }, plan, now);
  return id;
}

/**
 * Something happens to a running run. It is stopped instead if somebody has its ticket by now, or if the customer was blocked.
 * False if that changes nothing.
 */
export async function runInput(
  change: Change,
  { run, context, heard, direct }: Pick<Turn, 'run' | 'context'> & Hearing,
  { input, cause }: { input: Input; cause: StepCause },
  now: Date,
): Promise<boolean> {
  if (!context.isFree) {
    await stopFlow(change, run.ticketId, now, { cause });
    await tellTicket(change, run.ticketId, context);
    return false;
  }
  const planning = planningOf(change, context, cause, now, run);
  return performed(change, context, { ...run, heard, direct }, await planInput(run.state, input, planning), now);
}

/** A run that was stopped goes on. CONFLICT `error.customer.blacklisted` if its customer was blocked meanwhile. */
export async function resumeFlow(change: Change, run: StoredRun, now: Date): Promise<boolean> {
  const { tx, tenantId } = change;
  await holdTicket(change, run.ticketId, run.id);
  const context = await contextOf(tx, tenantId, run.ticketId, now);
  if (!context.isFree) throw conflict('error.customer.blacklisted');
  await tellTicket(change, run.ticketId, context);
  const plan = await planResume(run.state, planningOf(change, context, 'person', now, run));
  return performed(change, context, run, plan, now);
}

async function performed(
  change: Change,
  context: RunContext,
  run: StoredRun & Hearing,
  plan: Plan | undefined,
  now: Date,
): Promise<boolean> {
  if (plan === undefined) return false;
  await perform(change, context, run, plan, now);
  return true;
}

function planningOf(
  { tx, tenantId }: Change,
  context: RunContext,
  cause: StepCause,
  now: Date,
  run?: StoredRun,
): Planning {
  const outside = outsideOf(context, now);
  const { instanceId } = context;
  return {
    cause,
    outside: async ({ flow }) => outside(await sendablesOf(tx, tenantId, instanceId, flow)),
    find: (flowId, wanted) => {
      const isOfRun = run !== undefined && flowId === run.state.flowId && wanted === run.state.number;
      if (!isOfRun) return playableOf(tx, tenantId, flowId, wanted);
      const { hash, flowName, botName } = run;
      return playableIn(tx, tenantId, { flowId, number: wanted, hash, flowName, botName });
    },
    endOf: (lasts) => endOfWait(lasts, now, context.timezone),
  };
}

async function holdTicket({ tx, tenantId }: Change, ticketId: Id, runId: Id): Promise<void> {
  await sql`update chat_ticket set flow_run_id = ${runId} where tenant_id = ${tenantId} and id = ${ticketId}`.execute(
    tx,
  );
}
