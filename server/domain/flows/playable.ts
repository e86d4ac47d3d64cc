import { sql } from 'kysely';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { runner } from '../../../flows/run.ts';
import type { Runner } from '../../../flows/run.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** A published version, ready to run. */
export type Playable = { flowId: Id; number: number; flow: Flow; runner: Runner };

/** Versions that are kept ready. One never changes, so they needn't be looked at again. */
const KEPT_MAX = 200;
const kept = new Map<string, Playable>();

/** The version with a number, or the published one. Undefined if there is none, or it is in the archive. */
export async function playableOf(
  tx: Tx,
  tenantId: Id,
  flowId: Id,
  wanted: number | 'published',
): Promise<Playable | undefined> {
  const number = wanted === 'published' ? await publishedNumber(tx, tenantId, flowId) : wanted;
  if (number === undefined) return undefined;
  const key = `${tenantId} ${flowId} ${number}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { rows } = await sql<{ flow: unknown }>`
    select flow from flow_version where tenant_id = ${tenantId} and flow_id = ${flowId} and number = ${number}`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const flow = flowSchema.parse(row.flow);
  const playable = { flowId, number, flow, runner: runner(flow) };
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  kept.set(key, playable);
  return playable;
}

async function publishedNumber(tx: Tx, tenantId: Id, flowId: Id): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select published_number as number from flow
    where tenant_id = ${tenantId} and id = ${flowId} and published_number is not null and not is_archived`.execute(tx);
  return rows[0]?.number;
}
