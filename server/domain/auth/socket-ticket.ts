import { sql } from 'kysely';
import { SOCKET_TICKET_MS } from '../../../contract/facts/limits.ts';
import { withTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { Batcher } from '../../db/batcher.ts';
import type { Actor, Services } from '../context.ts';
import { findTenant } from '../tenants.ts';
import { loadActors } from './actor.ts';
import { hashSecret, newSecret } from './refresh-token.ts';

/** Most tickets created or redeemed in one batch. When a node restarts, all its pages reconnect at once. */
const AT_ONCE = 100;

type Made = { services: Services; tokenHash: Buffer; userId: Id; sessionId: Id; expiresAt: Date };
type Shown = { services: Services; tokenHash: Buffer; userId: Id; requestId: string };
type Tickets = { making: Batcher<Made, void>; taking: Batcher<Shown, Actor | undefined> };

const byDatabase = new WeakMap<Database, Tickets>();

function ticketsOf(db: Database): Tickets {
  const known = byDatabase.get(db);
  if (known !== undefined) return known;
  const tickets = { making: new Batcher(AT_ONCE, make), taking: new Batcher(AT_ONCE, take) };
  byDatabase.set(db, tickets);
  return tickets;
}

/** A ticket that opens one socket for the actor, within 30 seconds. */
export async function createSocketTicket(
  services: Services,
  { tenantId, userId, sessionId }: Actor,
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = newSecret();
  const expiresAt = new Date(services.now().getTime() + SOCKET_TICKET_MS);
  const created = { services, tokenHash: hashSecret(ticket), userId, sessionId, expiresAt };
  await ticketsOf(services.db).making.ask(tenantId, created);
  return { ticket, expiresAt };
}

/**
 * Redeems a socket's ticket: returns its user, or undefined if it was used, is expired, is another user's or tenant's,
 * or its session is gone. The ticket is used up either way.
 */
export function redeemSocketTicket(
  services: Services,
  input: { tenantName: string; userId: string; ticket: string; requestId: string },
): Promise<Actor | undefined> {
  const { tenantName, userId, requestId } = input;
  const shown = { services, tokenHash: hashSecret(input.ticket), userId, requestId };
  return ticketsOf(services.db).taking.ask(tenantName, shown);
}

async function make(tenantId: Id, created: readonly Made[]): Promise<void[]> {
  const [first] = created;
  if (first === undefined) return [];
  const { db, now } = first.services;
  await withTenant(db, tenantId, async (tx) => {
    await sql`delete from socket_ticket where tenant_id = ${tenantId} and expires_at < ${now()}`.execute(tx);
    await sql`
      insert into socket_ticket (tenant_id, token_hash, user_id, session_id, expires_at)
      select ${tenantId}::bigint, * from unnest(${created.map(({ tokenHash }) => tokenHash)}::bytea[],
        ${created.map(({ userId }) => userId)}::bigint[], ${created.map(({ sessionId }) => sessionId)}::bigint[],
        ${created.map(({ expiresAt }) => expiresAt)}::timestamptz[])`.execute(tx);
  });
  return created.map(() => undefined);
}

type Taken = { tokenHash: Buffer; userId: Id; sessionId: Id };

async function take(tenantName: string, shown: readonly Shown[]): Promise<(Actor | undefined)[]> {
  const [first] = shown;
  if (first === undefined) return [];
  const { services } = first;
  const tenant = await findTenant(services, tenantName);
  if (tenant === undefined) return shown.map(() => undefined);
  const tenantId = tenant.id;
  return withTenant(services.db, tenantId, async (tx) => {
    const now = services.now();
    const { rows } = await sql<Taken>`
      update socket_ticket set used_at = ${now}
      where tenant_id = ${tenantId} and token_hash = any(${shown.map(({ tokenHash }) => tokenHash)}::bytea[])
        and used_at is null and expires_at > ${now}
      returning token_hash as "tokenHash", user_id as "userId", session_id as "sessionId"`.execute(tx);
    const sessionIds = [...new Set(rows.map(({ sessionId }) => sessionId))];
    const actors = await loadActors(tx, services, tenantId, sessionIds);
    const taken = new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
    return shown.map(({ tokenHash, userId, requestId }) => {
      const hash = tokenHash.toString('hex');
      const ticket = taken.get(hash);
      // If several show the same ticket together, the first gets it.
      taken.delete(hash);
      if (ticket?.userId !== userId) return undefined;
      const actor = actors.get(ticket.sessionId);
      return actor && { ...actor, requestId, address: undefined };
    });
  });
}
