import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { FLOW_RUNNING } from '../../../contract/facts/flows.ts';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { FlowPublication, PublishFlowVariables } from '../../../contract/graphql/flows.ts';
import type { Proof } from '../../../flows/check.ts';
import type { FlowSummary } from '../../../flows/summary.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireVersion } from '../input.ts';
import { isSame, recheckCallers } from './callers.ts';
import { checkInThread } from './check-thread.ts';
import { knownCompany } from './company.ts';
import { flowDetailsView } from './flow-rows.ts';
import { requireEditing, told } from './manage-flows.ts';
import { withoutNewLoop } from '../rules/loop-check.ts';
import { handOffRuns, moveRuns } from './move-runs.ts';

/** Companies a flow of which is being checked on this node: one at a time, so that nobody holds up all others. */
const checking = new Set<Id>();

/**
 * Checks a draft as a whole, outside of a transaction, and publishes it if nothing is wrong with it. Refuses an outdated version,
 * and CONFLICT `error.form.conflict` if it, or what it names, changed while it was checked, `error.flow.checking` while another
 * one is checked, and as `recheckCallers` and `withoutNewLoop` do. `conversations`: what becomes of those in earlier versions.
 */
export async function publishFlow(
  services: Services,
  caller: Actor,
  { id: rawId, version, conversations: rawChoice }: PublishFlowVariables,
): Promise<FlowPublication> {
  requireEditing(caller);
  const id = parseId(rawId);
  const conversations = FLOW_RUNNING.find((each) => each === (rawChoice ?? 'keep'));
  if (conversations === undefined) throw invalid('error.invalid', { conversations: 'error.invalid' });
  const { tenantId } = caller;
  if (checking.has(tenantId)) throw conflict('error.flow.checking');
  checking.add(tenantId);
  try {
    return await checkAndPublish(services, caller, { id, version, conversations });
  } finally {
    checking.delete(tenantId);
  }
}

async function checkAndPublish(
  services: Services,
  caller: Actor,
  { id, version, conversations }: PublishFlowVariables,
): Promise<FlowPublication> {
  const { tenantId } = caller;
  const { draft, company, flow, published, before } = await withTenant(services.db, tenantId, async (tx) => {
    const found = await flowDetailsView(tx, tenantId, id);
    requireEditing(caller, found.kind);
    requireVersion(version, found.version);
    if (found.is_archived) throw conflict('error.flow.archived');
    const parsed = flowSchema.parse(JSON.parse(found.flow));
    return {
      draft: found,
      flow: parsed,
      company: await knownCompany(tx, tenantId, parsed),
      published: await publishedOf(tx, tenantId),
      before: await summaryOf(tx, tenantId, id),
    };
  });
  const alone = await checkInThread({ id, flow, company });
  const isAsBefore = !alone.isSound || isSame(alone.summary, before);
  const { own: proof, callers } = isAsBefore
    ? { own: alone, callers: undefined }
    : await recheckCallers(services, tenantId, { id, flow, company, proof: alone });
  const findings = JSON.stringify(proof.findings);
  const none = { moved: 0, handed_off: 0 };
  if (!proof.isSound) return { is_published: false, findings, running: draft.running, ...none, flow: draft };
  const mayPublish = (now: Actor) => requireEditing(now, draft.kind);
  const { number, moved, others } = await changeAsActor(services, caller, mayPublish, async (change, actor) => {
    const { tx } = change;
    const now = await flowDetailsView(tx, tenantId, id);
    if (now.version !== draft.version || !isSame(company, await knownCompany(tx, tenantId, flow)))
      throw conflict('error.form.conflict');
    // A flow that was published meanwhile may call this one.
    if (published !== (await publishedOf(tx, tenantId))) throw conflict('error.form.conflict');
    for (const [callerId, each] of callers ?? []) await keepProof(tx, tenantId, callerId, each);
    const added = await withoutNewLoop(tx, tenantId, () =>
      addVersion(change, { id, text: draft.flow, proof, userId: actor.userId }),
    );
    const runs = await (conversations === 'keep'
      ? { moved: 0, others: [] }
      : moveRuns(change, { id, number: added, flow }, services.now()));
    await auditAction(tx, actor, {
      action: 'flow.publish',
      subject: `flow:${id}`,
      details: { name: draft.name, number: added },
    });
    await told(change, id);
    return { number: added, ...runs };
  });
  const handedOff = conversations === 'hand_off' ? await handOffRuns(services, tenantId, others) : 0;
  const { running, details } = await withTenant(services.db, tenantId, async (tx) => ({
    running: await countRunning(tx, tenantId, id, number),
    details: await flowDetailsView(tx, tenantId, id),
  }));
  return { is_published: true, findings, running, moved, handed_off: handedOff, flow: details };
}

/** Conversations in earlier versions. */
async function countRunning(tx: Tx, tenantId: Id, id: Id, number: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from flow_run
    where tenant_id = ${tenantId} and flow_id = ${id} and status = 'running' and number <> ${number}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Which versions of the company's flows can be called. */
async function publishedOf(tx: Tx, tenantId: Id): Promise<string> {
  const { rows } = await sql<{ all: string | null }>`
    select string_agg(id || ' ' || published_number, ',' order by id) as all from flow
    where tenant_id = ${tenantId} and not is_archived and published_number is not null`.execute(tx);
  return rows[0]?.all ?? '';
}

/** What the published version of a flow does to those that call it. */
async function summaryOf(tx: Tx, tenantId: Id, id: Id): Promise<FlowSummary | undefined> {
  const { rows } = await sql<{ summary: FlowSummary }>`
    select v.proof->'summary' as summary from flow f
    join flow_version v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.number = f.published_number
    where f.tenant_id = ${tenantId} and f.id = ${id}`.execute(tx);
  return rows[0]?.summary;
}

function proofText({ findings, summary, moments, widened }: Proof): string {
  return JSON.stringify({ findings, summary, moments, widened });
}

async function keepProof(tx: Tx, tenantId: Id, id: Id, proof: Proof): Promise<void> {
  await sql`
    update flow_version v set proof = ${proofText(proof)}::json from flow f
    where v.tenant_id = ${tenantId} and v.flow_id = ${id} and f.tenant_id = v.tenant_id and f.id = v.flow_id
      and v.number = f.published_number`.execute(tx);
}

async function addVersion(
  { tx, tenantId }: Change,
  { id, text, proof, userId }: { id: string; text: string; proof: Proof; userId: string },
): Promise<number> {
  const hash = createHash('sha256').update(text).digest('hex');
  await sql`update flow_version set state = 'archived'
    where tenant_id = ${tenantId} and flow_id = ${id} and state = 'published'`.execute(tx);
  const { rows } = await sql<{ number: number }>`
    insert into flow_version (tenant_id, flow_id, number, state, hash, flow, proof, published_by)
    select ${tenantId}, ${id}, coalesce(max(number), 0) + 1, 'published', ${hash}, ${text}::json,
      ${proofText(proof)}::json,
      (select u.id from app_user u where u.tenant_id = ${tenantId} and u.id = ${userId})
    from flow_version where tenant_id = ${tenantId} and flow_id = ${id}
    returning number`.execute(tx);
  const number = rows[0]?.number ?? 0;
  await sql`
    update flow set published_number = ${number}, has_draft = false, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return number;
}
