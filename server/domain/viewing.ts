import { sql } from 'kysely';
import * as z from 'zod/mini';
import { withTenant } from '../db/database.ts';
import type { Audience } from '../db/audience.ts';
import type { Id } from '../db/tables.ts';
import { ticketAudience } from './audience/audience.ts';
import type { Viewer } from './audience/audience.ts';
import type { Services } from './context.ts';
import { visibleTo } from './tickets/visibility.ts';

/** Channel on which nodes announce their users' open conversations. The name is fixed by earlier versions. */
export const VIEWING_CHANNEL = 'balcao_lookers';

/** A conversation that a user has open. */
export type Place = { customerId: Id; instanceId: Id };

/** A user's page, as nodes announce it. */
export const viewingPageSchema = z.object({
  /** The page's id. */
  id: z.string(),
  tenantId: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  isSupport: z.boolean(),
  typing: z.boolean(),
  /** The open conversation with those who see it; left out for none. */
  open: z.optional(
    z.object({
      customerId: z.string(),
      instanceId: z.string(),
      audience: z.object({
        to: z.literal('ticket'),
        instanceId: z.string(),
        ownerId: z.nullable(z.string()),
        userIds: z.array(z.string()),
      }),
    }),
  ),
});
export type ViewingPage = z.infer<typeof viewingPageSchema>;

/**
 * Who may see that users have conversations open, in order: those who see its newest ticket. Undefined for a user who
 * sees none of its tickets, and for a conversation that isn't there.
 */
async function audiencesOf(
  services: Pick<Services, 'db'>,
  tenantId: Id,
  asked: readonly (Place & { viewer: Viewer })[],
): Promise<(Audience | undefined)[]> {
  const reader = { tenantId, userId: sql`asked.user_id`, isAdmin: false };
  return withTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<{ place: number; instanceId: Id; ownerId: Id | null; offeredTo: Id | null }>`
      select asked.place::int, newest.instance_id as "instanceId", newest.user_id as "ownerId",
        x.next_user_id as "offeredTo"
      from unnest(${asked.map(({ customerId }) => customerId)}::bigint[],
        ${asked.map(({ instanceId }) => instanceId)}::bigint[], ${asked.map(({ viewer }) => viewer.userId)}::bigint[],
        ${asked.map(({ viewer }) => viewer.isAdmin)}::boolean[])
        with ordinality as asked (customer_id, instance_id, user_id, is_admin, place)
      join lateral (
        select n.id, n.instance_id, n.user_id from chat_ticket n
        where n.tenant_id = ${tenantId} and n.customer_id = asked.customer_id and n.instance_id = asked.instance_id
        order by n.id desc limit 1) newest on true
      left join ticket_transfer x on x.tenant_id = ${tenantId} and x.ticket_id = newest.id
        and x.transferred_at is null and x.deleted_at is null
      where asked.is_admin or exists (select from chat_ticket t
        where t.tenant_id = ${tenantId} and t.customer_id = asked.customer_id and t.instance_id = asked.instance_id
          and ${visibleTo(reader)})`.execute(tx);
    const found = new Map(rows.map((row) => [row.place, ticketAudience(row)]));
    return asked.map((_one, index) => found.get(index + 1));
  });
}

/**
 * Announces users' open conversations to all nodes, except those that their user can't see. `viewer` has the
 * current rights.
 */
export async function announceViewing(
  services: Pick<Services, 'db'>,
  tenantId: Id,
  pages: readonly (Omit<ViewingPage, 'open'> & { place: Place | undefined; viewer: Viewer | undefined })[],
): Promise<void> {
  const asked = pages.flatMap(({ id, place, viewer }) => (place && viewer ? [{ ...place, viewer, id }] : []));
  const audiences = asked.length === 0 ? [] : await audiencesOf(services, tenantId, asked);
  const byId = new Map(asked.map(({ id }, index) => [id, audiences[index]]));
  const told = pages.map(({ place, viewer: _viewer, ...page }) => {
    const audience = byId.get(page.id);
    return JSON.stringify(audience === undefined || !place ? page : { ...page, open: { ...place, audience } });
  });
  await withTenant(services.db, tenantId, (tx) =>
    sql`select pg_notify(${VIEWING_CHANNEL}, told) from unnest(${told}::text[]) told`.execute(tx),
  );
}
