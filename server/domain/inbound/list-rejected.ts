import { sql } from 'kysely';
import type { KeptAside } from '../../../contract/rest/connections.ts';
import { BLACKLISTED } from './receive-message.ts';
import { withPlatform } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { wireTime } from '../views/json.ts';

const KINDS_MAX = 20;
const TIME = sql.raw(wireTime('max(r.received_at)'));
const TENANT = sql.raw(`json_build_object('name', t.name, 'tenantName', t.slug)`);

/** Parts waiting for a retry, by company. */
const WAITING = sql`
  select 'error.server' as reason, null as detail, ${TENANT} as tenant, count(*)::integer as count,
    count(*) filter (where r.state = 'waiting')::integer as waiting,
    count(*) filter (where r.state = 'stuck')::integer as stuck,
    (array_agg(r.last_error order by r.id desc) filter (where r.last_error is not null))[1] as last_error,
    ${TIME} as last_at
  from inbound_waiting r join tenant t on t.id = r.tenant_id where t.deleted_at is null group by t.id`;

/**
 * Waiting and rejected webhooks by reason, company and number, latest first; needs the permission to see connections.
 * Without messages of blocked customers, which are rejected on purpose.
 */
export function listRejected(services: Services, actor: Actor): Promise<KeptAside[]> {
  requirePermission(actor, 'wabox-connections');
  return withPlatform(services.db, async (tx) => {
    const { rows } = await sql<KeptAside>`
      select * from (${WAITING} union all (select kept.reason, coalesce(kept.number, (array_agg(r.reason order by r.id desc)
          filter (where kept.reason = 'unreadable'))[1]) as detail,
        case when t.id is not null then ${TENANT} end as tenant,
        count(*)::integer as count, 0 as waiting, 0 as stuck, null as last_error, ${TIME} as last_at
      from webhook_rejected r
      cross join lateral (select
        case when r.reason like 'error.%' then split_part(r.reason, ':', 1) else 'unreadable' end as reason,
        case when r.reason like 'error.%: %' then split_part(r.reason, ': ', 2) end as number) kept
      left join tenant t on t.id = r.tenant_id
      where r.reason <> ${BLACKLISTED}
      group by kept.reason, kept.number, t.id
      order by max(r.received_at) desc limit ${KINDS_MAX})) kinds order by last_at desc`.execute(tx);
    return rows;
  });
}
