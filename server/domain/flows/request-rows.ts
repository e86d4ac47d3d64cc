import { sql } from 'kysely';
import type { Values } from '../../../flows/values.ts';
import { withTenant } from '../../db/database.ts';
import type { Change } from '../../db/change.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** A call that a node makes. `messageId` is the request's own id. */
export type RequestClaim = {
  tenantId: Id;
  messageId: Id;
  runId: Id;
  seq: number;
  /** Names the call to the server that is called. */
  keySeq: number;
  method: 'GET' | 'POST';
  url: string;
  body: Values;
  attempts: number;
};

/** Claims due requests of a company; those that no run waits for any more are done with. */
export function claimRequests(
  db: Database,
  tenantId: Id,
  node: { id: string; leaseMs: number; limit: number },
): Promise<RequestClaim[]> {
  return withTenant(db, tenantId, async (tx) => {
    await sql`
      update flow_request q set state = 'done', locked_by = null from flow_run r
      where q.tenant_id = ${tenantId} and q.state = 'waiting' and q.next_attempt_at <= now()
        and r.tenant_id = q.tenant_id and r.id = q.run_id and (r.status <> 'running' or r.seq <> q.seq)`.execute(tx);
    const { rows } = await sql<RequestClaim>`
      with due as (
        select id from flow_request
        where tenant_id = ${tenantId} and state = 'waiting' and next_attempt_at <= now()
        order by next_attempt_at, id limit ${node.limit} for update skip locked)
      update flow_request q set attempts = q.attempts + 1, locked_by = ${node.id},
        next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000})
      from due where q.tenant_id = ${tenantId} and q.id = due.id
      returning q.tenant_id as "tenantId", q.id as "messageId", q.run_id as "runId", q.seq, q.key_seq as "keySeq", q.method, q.url, q.body,
        q.attempts`.execute(tx);
    return rows;
  });
}

export async function renewRequests(
  db: Database,
  tenantId: Id,
  node: { id: string; leaseMs: number },
  ids: readonly Id[],
): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    sql`
      with mine as (
        select id from flow_request
        where tenant_id = ${tenantId} and state = 'waiting' and locked_by = ${node.id} and id = any(${[...ids]}::bigint[])
        for update skip locked)
      update flow_request q set next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000})
      from mine where q.tenant_id = ${tenantId} and q.id = mine.id`.execute(tx),
  );
}

/** Its answer is there. False if another node, which claimed it since, has answered it. */
export async function settleRequest(
  { tx }: Change,
  claim: Pick<RequestClaim, 'tenantId' | 'messageId'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update flow_request set state = 'done', locked_by = null
    where tenant_id = ${claim.tenantId} and id = ${claim.messageId} and state = 'waiting'`.execute(tx);
  return numAffectedRows === 1n;
}
