import { sql } from 'kysely';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { Proof } from '../../../flows/check.ts';
import type { FlowSummary } from '../../../flows/summary.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { conflict, DomainError } from '../errors.ts';
import { checkInThread } from './check-thread.ts';
import { knownCompany } from './company.ts';

/** A published flow that comes to another one by itself. */
type Caller = { id: Id; name: string; flow: unknown; summary: FlowSummary };

/** So many flows are looked at again at publishing; who has more of them has a tangle. */
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

/**
 * Checks the flows that come to one whose summary changes, and those that come to them where theirs does, too. Answers their new
 * proofs; CONFLICT `error.flow.breaksCaller` if one would be refused by now.
 */
export async function recheckCallers(
  { db }: Pick<Services, 'db'>,
  tenantId: Id,
  { id, summary }: { id: Id; summary: FlowSummary },
): Promise<ReadonlyMap<Id, Proof>> {
  const summaries = new Map([[id, summary]]);
  const proofs = new Map<Id, Proof>();
  const changed = [id];
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
    for (const { id: callerId, name, flow, summary: before, company } of callers) {
      if (callerId === id) continue;
      const job = { id: callerId, flow };
      const known = company.summaries.map(([each, sum]) => [each, summaries.get(each) ?? sum] as const);
      const proof = await checkInThread({ ...job, company: { ...company, summaries: known } });
      if (proof.isSound) proofs.set(callerId, proof);
      // What is wrong with it anyway is none of this one's doing.
      else if ((await checkInThread({ ...job, company })).isSound)
        throw new DomainError('CONFLICT', 'error.flow.breaksCaller', { params: { name } });
      else continue;
      if (isSame(proof.summary, summaries.get(callerId) ?? before)) continue;
      summaries.set(callerId, proof.summary);
      changed.push(callerId);
    }
  }
  return proofs;
}

/** As JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
