import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { FlowPublication, PublishFlowVariables } from '../../../contract/graphql/flows.ts';
import type { Proof } from '../../../flows/check.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireVersion } from '../input.ts';
import { checkInThread } from './check-thread.ts';
import { knownCompany } from './company.ts';
import type { KnownCompany } from './company.ts';
import { flowDetailsView } from './flow-rows.ts';
import { requireEditing, told } from './manage-flows.ts';

/**
 * Checks a draft as a whole, outside of a transaction, and publishes it if nothing is wrong with it. Refuses an outdated version,
 * and CONFLICT `error.form.conflict` if it, or what it names, changed while it was checked. Conversations that are in an earlier
 * version end on it.
 */
export async function publishFlow(
  services: Services,
  caller: Actor,
  { id: rawId, version }: PublishFlowVariables,
): Promise<FlowPublication> {
  requireEditing(caller);
  const id = parseId(rawId);
  const { tenantId } = caller;
  const { draft, company, flow } = await withTenant(services.db, tenantId, async (tx) => {
    const found = await flowDetailsView(tx, tenantId, id);
    requireVersion(version, found.version);
    if (found.is_archived) throw conflict('error.flow.archived');
    const parsed = flowSchema.parse(JSON.parse(found.flow));
    return { draft: found, flow: parsed, company: await knownCompany(tx, tenantId, parsed) };
  });
  const proof = await checkInThread({ id, flow, company });
  const findings = JSON.stringify(proof.findings);
  if (!proof.isSound) return { is_published: false, findings, running: draft.running, flow: draft };
  return changeAsActor(services, caller, requireEditing, async (change, actor) => {
    const { tx } = change;
    const now = await flowDetailsView(tx, tenantId, id);
    if (now.version !== draft.version || !isSame(company, await knownCompany(tx, tenantId, flow)))
      throw conflict('error.form.conflict');
    const number = await addVersion(change, { id, text: draft.flow, proof, userId: actor.userId });
    await auditAction(tx, actor, {
      action: 'flow.publish',
      subject: `flow:${id}`,
      details: { name: draft.name, number },
    });
    return { is_published: true, findings, running: draft.running, flow: await told(change, id) };
  });
}

/** Nothing that the check saw of the company has changed. */
function isSame(one: KnownCompany, other: KnownCompany): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function addVersion(
  { tx, tenantId }: Change,
  { id, text, proof, userId }: { id: string; text: string; proof: Proof; userId: string },
): Promise<number> {
  const hash = createHash('sha256').update(text).digest('hex');
  const { findings, summary, moments, widened } = proof;
  await sql`update flow_version set state = 'archived'
    where tenant_id = ${tenantId} and flow_id = ${id} and state = 'published'`.execute(tx);
  const { rows } = await sql<{ number: number }>`
    insert into flow_version (tenant_id, flow_id, number, state, hash, flow, proof, published_by)
    select ${tenantId}, ${id}, coalesce(max(number), 0) + 1, 'published', ${hash}, ${text}::json,
      ${JSON.stringify({ findings, summary, moments, widened })}::json,
      (select u.id from app_user u where u.tenant_id = ${tenantId} and u.id = ${userId})
    from flow_version where tenant_id = ${tenantId} and flow_id = ${id}
    returning number`.execute(tx);
  const number = rows[0]?.number ?? 0;
  await sql`
    update flow set published_number = ${number}, has_draft = false, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return number;
}
