import { sql } from 'kysely';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { runner } from '../../../flows/run.ts';
import type { Runner } from '../../../flows/run.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** A published version, ready to run. */
export type Playable = Ready & Version;
/** `hash`: of what was published, which never changes. */
export type Version = { flowId: Id; number: number; hash: string; flowName: string; botName: string | null };
type Ready = { flow: Flow; runner: Runner };

/** Flows that are kept ready, by the hash of what was published. */
const KEPT_MAX = 200;
const kept = new Map<string, Ready>();

/** The version with a number, or the published one. Undefined if there is none, or it is in the archive. */
export async function playableOf(
  tx: Tx,
  tenantId: Id,
  flowId: Id,
  wanted: number | 'published',
): Promise<Playable | undefined> {
  const which = wanted === 'published' ? sql`f.published_number and not f.is_archived` : sql`${wanted}`;
  const { rows } = await sql<Version>`
    select f.id as "flowId", v.number, v.hash, f.name as "flowName", f.bot_name as "botName" from flow f
    join flow_version v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.number = ${which}
    where f.tenant_id = ${tenantId} and f.id = ${flowId}`.execute(tx);
  return rows[0] && playableIn(tx, tenantId, rows[0]);
}

/** A version that somebody just read. */
export async function playableIn(tx: Tx, tenantId: Id, version: Version): Promise<Playable> {
  const { flowId, number, hash } = version;
  const ready = kept.get(hash) ?? (await readyOf(tx, tenantId, flowId, number));
  // Moved to the end, so that the least recently used one is dropped first.
  kept.delete(hash);
  kept.set(hash, ready);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return { ...ready, ...version };
}

/** Flows that are kept ready to begin behind their first step. */
const rests = new WeakMap<Flow, Ready>();

/** The same from a later step on. */
export function playableFrom(playable: Playable, start: string): Playable {
  const known = rests.get(playable.flow);
  if (known?.flow.start === start) return { ...playable, ...known };
  const flow = { ...playable.flow, start };
  const rest = { flow, runner: runner(flow) };
  rests.set(playable.flow, rest);
  return { ...playable, ...rest };
}

async function readyOf(tx: Tx, tenantId: Id, flowId: Id, number: number): Promise<Ready> {
  const { rows } = await sql<{ flow: unknown }>`
    select flow from flow_version where tenant_id = ${tenantId} and flow_id = ${flowId} and number = ${number}`.execute(
    tx,
  );
  const flow = flowSchema.parse(rows[0]?.flow);
  return { flow, runner: runner(flow) };
}
