import { sql } from 'kysely';
import type { Audience } from '../../db/audience.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { isFor } from '../../domain/audience/audience.ts';
import type { Viewer } from '../../domain/audience/audience.ts';
import { frameOf } from './frame.ts';
import type { Frame } from './frame.ts';

/** How much a socket may catch up on; beyond that refetching is cheaper for both. */
export const REPLAY_LIMITS = {
  /** Positions read. */
  positions: 20_000,
  /** Frames sent. */
  frames: 1_000,
} as const;

/** What a socket missed: the positions after `after` up to `upTo`. */
export type Missed = { after: number; upTo: number; viewer: Viewer };

/**
 * The missed frames of sockets of one tenant, filtered for their viewers' current rights, in order; undefined for one
 * that missed too many, or whose positions are no longer readable.
 */
export async function readMissed(
  tx: Tx,
  { tenantId, epoch }: { tenantId: Id; epoch: string },
  missed: readonly Missed[],
): Promise<(Frame[] | undefined)[]> {
  const few = missed.filter(({ after, upTo }) => upTo > after && upTo - after <= REPLAY_LIMITS.positions);
  const from = Math.min(...few.map(({ after }) => after));
  const to = Math.max(...few.map(({ upTo }) => upTo));
  const all = few.length === 0 ? [] : await readAudiences(tx, tenantId, from, to);
  const mine = missed.map(({ after, upTo, viewer }) => {
    if (upTo <= after) return [];
    const theirs = all.filter(({ position }) => position > after && position <= upTo);
    if (theirs.length !== upTo - after) return undefined;
    const positions = theirs.filter(({ audience }) => isFor(audience, viewer)).map(({ position }) => position);
    return positions.length > REPLAY_LIMITS.frames ? undefined : positions;
  });
  const frames = await readFrames(tx, tenantId, epoch, new Set(mine.flatMap((positions) => positions ?? [])));
  return mine.map((positions) => positions?.flatMap((position) => frames.get(position) ?? []));
}

/** Audiences first: most events are for few users, and unneeded data isn't read. */
async function readAudiences(tx: Tx, tenantId: Id, after: number, upTo: number) {
  const { rows } = await sql<{ position: string; audience: Audience }>`
    select position, audience from event
    where tenant_id = ${tenantId} and position > ${after} and position <= ${upTo} order by position`.execute(tx);
  return rows.map(({ position, audience }) => ({ position: Number(position), audience }));
}

async function readFrames(
  tx: Tx,
  tenantId: Id,
  epoch: string,
  positions: ReadonlySet<number>,
): Promise<Map<number, Frame>> {
  if (positions.size === 0) return new Map();
  const { rows } = await sql<{ position: string; name: string; data: string; audience: Audience }>`
    select position, name, data::text as data, audience from event
    where tenant_id = ${tenantId} and position = any(${[...positions]}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [Number(row.position), frameOf({ ...row, position: Number(row.position) }, epoch)]));
}
