import { sql } from 'kysely';
import type { Audience } from '../../db/audience.ts';
import { withTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { isFor } from '../../domain/audience/audience.ts';
import type { Viewer } from '../../domain/audience/audience.ts';
import { frameOf } from './frame.ts';
import type { Frame } from './frame.ts';

/** How much a socket may catch up on; beyond it fetching anew is less work for both. */
export const REPLAY_LIMITS = {
  /** Positions looked through. */
  positions: 20_000,
  /** Frames sent. */
  frames: 1_000,
} as const;

export type Missed = { db: Database; tenantId: Id; epoch: string; after: number; upTo: number; viewer: Viewer };

/**
 * The frames between two positions that are for the viewer as they are now; undefined when they are
 * too many, or some of the positions can't be read any more.
 */
export async function readMissed({ db, tenantId, epoch, after, upTo, viewer }: Missed): Promise<Frame[] | undefined> {
  if (upTo <= after) return [];
  if (upTo - after > REPLAY_LIMITS.positions) return undefined;
  return withTenant(db, tenantId, async (tx) => {
    // Audiences first: most events are other people's, and their data needn't be read.
    const { rows: all } = await sql<{ position: string; audience: Audience }>`
      select position, audience from event
      where tenant_id = ${tenantId} and position > ${after} and position <= ${upTo} order by position`.execute(tx);
    if (all.length !== upTo - after) return undefined;
    const mine = all.filter(({ audience }) => isFor(audience, viewer)).map(({ position }) => position);
    if (mine.length > REPLAY_LIMITS.frames) return undefined;
    const { rows } = await sql<{ position: string; name: string; data: string; audience: Audience }>`
      select position, name, data::text as data, audience from event
      where tenant_id = ${tenantId} and position = any(${mine}::bigint[]) order by position`.execute(tx);
    return rows.map((row) => frameOf({ ...row, position: Number(row.position) }, epoch));
  });
}
