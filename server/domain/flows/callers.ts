import { sql } from 'kysely';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import type { Proof } from '../../../flows/check.ts';
import type { FlowSummary } from '../../../flows/summary.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { conflict, DomainError } from '../errors.ts';
import { checkInThread } from './check-thread.ts';
import { knownCompany } from './company.ts';
import type { KnownCompany } from './company.ts';

/** A published flow with a step that calls another flow, or goes on to it. */
type Caller = { id: Id; name: string; flow: unknown; summary: FlowSummary };

/** Maximum number of flows that publishing one rechecks; beyond it, it is refused. */
const RECHECKS_MAX = 40;

/** The published flows that name one, without those in the archive. */
export async function callersOf(tx: Tx, tenantId: Id, id: Id): Promise<Caller[]> {
  // As JSON.stringify writes it; within a text the quotation marks would be escaped.
  const { rows } = await sql<Caller>`
    select f.id::text as id, f.name, v.flow, v.proof->'summary' as summary from flow f
    join flow_version v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.number = f.published_number
    where f.tenant_id = ${tenantId} and not f.is_archived and f.id <> ${id}
      and strpos(v.flow::text, ${`"flow_id":"${id}"`}) > 0
    order by f.position, f.id`.execute(tx);
  return rows;
}

/** A flow that is being published, what it refers to, and its proof by the current summaries of the others. */
type Published = { id: Id; flow: Flow; company: KnownCompany; proof: Proof };

/**
 * Rechecks the callers of a flow whose summary changes, and in turn the callers of each whose own summary changes by that;
 * the flow itself, if they lead back to it. Returns their new proofs and its own, which may now be unsound; CONFLICT
 * `error.flow.breaksCaller` if a caller that was sound no longer is.
 */
export async function recheckCallers(
  { db }: Pick<Services, 'db'>,
  tenantId: Id,
  { id, flow: draft, company: ofDraft, proof: before }: Published,
): Promise<{ own: Proof; callers: ReadonlyMap<Id, Proof> }> {
  let own = before;
  const summaries = new Map([[id, own.summary]]);
  const proofs = new Map<Id, Proof>();
  const changed = [id];
  const asOfNow = (company: KnownCompany): KnownCompany => ({
    ...company,
    summaries: company.summaries.map(([each, sum]) => [each, summaries.get(each) ?? sum] as const),
  });
  const change = (each: Id, summary: FlowSummary): void => {
    summaries.set(each, summary);
    changed.push(each);
  };
  for (const called of changed) {
    if (changed.length > RECHECKS_MAX) throw conflict('error.flow.uncheckable');
    const callers = await withTenant(db, tenantId, async (tx) => {
      const found = [];
      for (const { flow: stored, ...caller } of await callersOf(tx, tenantId, called)) {
        const flow = flowSchema.parse(stored);
        found.push({ ...caller, flow, company: await knownCompany(tx, tenantId, flow) });
      }
      return found;
    });
    for (const { id: callerId, name, flow, summary, company } of callers) {
      if (callerId === id) continue;
      const job = { id: callerId, flow };
      const proof = await checkInThread({ ...job, company: asOfNow(company) });
      if (proof.isSound) proofs.set(callerId, proof);
      // One that was unsound before isn't broken by this change.
      else if ((await checkInThread({ ...job, company })).isSound)
        throw new DomainError('CONFLICT', 'error.flow.breaksCaller', { params: { name } });
      else continue;
      if (!isSame(proof.summary, summaries.get(callerId) ?? summary)) change(callerId, proof.summary);
    }
    if (called === id || !comesTo(draft, called)) continue;
    own = await checkInThread({ id, flow: draft, company: asOfNow(ofDraft) });
    if (!own.isSound) break;
    if (!isSame(own.summary, summaries.get(id))) change(id, own.summary);
  }
  return { own, callers: proofs };
}

function comesTo({ nodes }: Flow, id: Id): boolean {
  return Object.values(nodes).some((node) => (node.kind === 'call' || node.kind === 'goto') && node.flow_id === id);
}

/** As JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
