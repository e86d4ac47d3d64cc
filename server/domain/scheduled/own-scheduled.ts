import { sql } from 'kysely';
import type { OwnScheduledMessage } from '../../../contract/entities/scheduled-message.ts';
import type { MyScheduledMessagesVariables, OwnScheduledPage } from '../../../contract/graphql/scheduled-messages.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { visibleTo } from '../tickets/visibility.ts';
import { wireTime } from '../views/json.ts';
import { FIELDS, OPEN } from './scheduled-rows.ts';

/** The actor's own that wait or were refused, the refused ones first. Names only customers whose tickets they see. */
export function listOwnScheduled(
  services: Services,
  actor: Actor,
  variables: MyScheduledMessagesVariables,
): Promise<OwnScheduledPage> {
  requirePermission(actor, 'chat');
  const { limit, offset } = parsePage(variables);
  const isOwn = sql`s.tenant_id = ${actor.tenantId} and s.user_id = ${actor.userId} and ${OPEN}`;
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from scheduled_message s
      where ${isOwn}`.execute(tx);
    const { rows: items } = await sql<OwnScheduledMessage>`
      select ${FIELDS}, seen.id is not null as may_change,
        jsonb_build_object('id', i.id::text, 'name', i.name, 'channel', i.channel) as instance,
        case when seen.id is not null then jsonb_build_object('id', c.id::text, 'name', c.name,
          'phone_number', c.phone_number) end as customer,
        seen.id::text as chat_ticket_id, coalesce(seen.finished_at is not null, false) as is_finished,
        ${sql.raw(wireTime('seen.last_received_at'))} as last_received_at
      from scheduled_message s
      join instance i on i.tenant_id = s.tenant_id and i.id = s.instance_id
      join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id
      left join lateral (select t.id, t.finished_at, t.last_received_at from chat_ticket t
        where t.tenant_id = s.tenant_id and t.customer_id = s.customer_id and t.instance_id = s.instance_id
          and ${visibleTo(actor)} order by t.id desc limit 1) seen on true
      where ${isOwn} order by s.state <> 'refused', s.send_at, s.id limit ${limit} offset ${offset}`.execute(tx);
    return { total_items: counted[0]?.count ?? 0, items };
  });
}
