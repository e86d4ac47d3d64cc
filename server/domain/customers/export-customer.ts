import { sql } from 'kysely';
import type { MediaState } from '../../../contract/facts/media.ts';
import type { Tx } from '../../db/database.ts';
import { readThrough } from '../../db/read-through.ts';
import type { Id } from '../../db/tables.ts';
import { campaignsOfCustomer } from '../campaigns/sent-to.ts';
import type { CampaignOfCustomer } from '../campaigns/sent-to.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { mayBeKept } from '../media/message-media.ts';
import { requireAdmin } from '../permissions.ts';
import { wireTime } from '../views/json.ts';
import { consentViews } from './consents.ts';
import { customerDetailsView } from './customer-details.ts';

/** A file of a message or a campaign: kept by its hash, or nowhere. `id` begins its name. */
export type ExportedFile = {
  id: string;
  name: string | null;
  tagType: string;
  mimeType: string | null;
  sizeBytes: number | null;
  /** Where the provider fetched an image that was sent by its address. */
  url: string | null;
  state: MediaState | null;
  sha256: string | null;
};

/** A message or a note. */
export type ExportedEntry = { entry: Record<string, unknown>; file: ExportedFile | null };

/** A campaign that they are in, with the files that they got. */
export type ExportedCampaign = { entry: Record<string, unknown>; files: readonly ExportedFile[] };

/** All that is known of a customer; its messages and notes are read while it is written. */
export type CustomerRecord = {
  tenantId: Id;
  customerId: Id;
  exportedAt: Date;
  head: Record<string, unknown>;
  picture: Picture | null;
  campaigns: readonly ExportedCampaign[];
  messages: AsyncGenerator<ExportedEntry, void, undefined>;
};

type Picture = { mimeType: string; bytes: Buffer };
type Head = Pick<CustomerRecord, 'head' | 'picture' | 'campaigns'>;

/** For administrators; the export is audited. Not found for another company's, CONFLICT for an erased one. */
export async function exportCustomer(
  services: Services,
  caller: Actor,
  { customer_id: rawId }: { customer_id: string },
): Promise<CustomerRecord> {
  const customerId = parseId(rawId);
  const { tenantId } = caller;
  const { head, picture, campaigns } = await changeAsActor(services, caller, requireAdmin, async ({ tx }, actor) => {
    const read = await headOf(tx, tenantId, customerId);
    await auditAction(tx, actor, { action: 'customer.export', subject: `customer:${customerId}` });
    return read;
  });
  const messages = readThrough(services.db, tenantId, async () => entriesOf(tenantId, customerId));
  const exportedAt = services.now();
  return {
    tenantId,
    customerId,
    exportedAt,
    head: { format: 'balcao-customer', version: 2, exported_at: exportedAt, ...head },
    picture,
    campaigns,
    messages,
  };
}

async function headOf(tx: Tx, tenantId: Id, id: Id): Promise<Head> {
  const { rows } = await sql<{ isErased: boolean; more: Record<string, unknown> }>`
    select c.erased_at is not null as "isErased", json_build_object(
      'company', (select name from tenant where id = ${tenantId}),
      'provider_user_id', c.provider_user_id,
      'declined_marketing_at', ${sql.raw(wireTime('c.declined_marketing_at'))},
      'blocked', (select json_agg(json_build_object('number', b.address, 'reason', b.reason,
          'at', ${sql.raw(wireTime('b.created_at'))}))
        from blocked_contact b where b.tenant_id = ${tenantId}
          and b.address in (select addresses_of(${tenantId}, ${id}))),
      'groups', (select json_agg(json_build_object('name', g.name, 'since', ${sql.raw(wireTime('gm.created_at'))}))
        from customer_group_member gm join customer_group g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
        where gm.tenant_id = ${tenantId} and gm.customer_id = ${id} and g.deleted_at is null),
      'imports', (select json_agg(json_build_object('file', m.name, 'at', ${sql.raw(wireTime('m.created_at'))},
          'line', x.line, 'number', x.raw_number, 'before', x.before) order by m.id)
        from customer_import_change x join customer_import m on m.tenant_id = x.tenant_id and m.id = x.import_id
        where x.tenant_id = ${tenantId} and x.customer_id = ${id}),
      'scheduled_messages', (select json_agg(json_build_object('send_at', ${sql.raw(wireTime('s.send_at'))},
          'text', s.body, 'state', s.state) order by s.send_at)
        from scheduled_message s where s.tenant_id = ${tenantId} and s.customer_id = ${id}),
      'flows', (select json_agg(json_build_object('flow', f.name, 'protocol', t.protocol,
          'started_at', ${sql.raw(wireTime('r.started_at'))}, 'values', r.vars) order by r.id)
        from flow_run r join chat_ticket t on t.tenant_id = r.tenant_id and t.id = r.ticket_id
        join flow f on f.tenant_id = r.tenant_id and f.id = r.flow_id
        where t.tenant_id = ${tenantId} and t.customer_id = ${id}),
      'rules', (select json_agg(json_build_object('rule', r.name, 'at', ${sql.raw(wireTime('e.at'))},
          'event', e.event, 'outcome', e.outcome) order by e.id)
        from rule_execution e join rule r on r.tenant_id = e.tenant_id and r.id = e.rule_id
        where e.tenant_id = ${tenantId} and e.customer_id = ${id}),
      'flow_starts', (select json_agg(json_build_object('flow', f.name, 'at', ${sql.raw(wireTime('s.created_at'))},
          'source', s.source, 'status', s.status, 'reason', s.reason, 'key', s.key, 'values', s.vars) order by s.id)
        from flow_start s join flow f on f.tenant_id = s.tenant_id and f.id = s.flow_id
        where s.tenant_id = ${tenantId} and s.customer_id = ${id}),
      'tickets', (select json_agg(json_build_object('protocol', t.protocol, 'instance', i.name,
          'started_at', ${sql.raw(wireTime('t.started_at'))}, 'finished_at', ${sql.raw(wireTime('t.finished_at'))},
          'attendant', u.name, 'outcome', t.outcome_name) order by t.id)
        from chat_ticket t join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
        left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
        where t.tenant_id = ${tenantId} and t.customer_id = ${id})) as more
    from customer c where c.tenant_id = ${tenantId} and c.id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound();
  if (row.isErased) throw conflict('error.customer.erased');
  const { customer, email, note, timezone, fields, values, numbers } = await customerDetailsView(tx, tenantId, id);
  const named = values.map(({ field_id, value }) => ({
    field: fields.find((each) => each.id === field_id)?.name,
    value,
  }));
  const picture = await tx
    .selectFrom('customer_image')
    .select(['mime_type as mimeType', 'bytes'])
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', id)
    .executeTakeFirst();
  const head = {
    customer: { ...customer, numbers, email, note, timezone, values: named },
    consents: await consentViews(tx, tenantId, id),
    ...row.more,
  };
  const campaigns = (await campaignsOfCustomer(tx, tenantId, id)).map(exportedCampaign);
  return { head, picture: picture ?? null, campaigns };
}

function exportedCampaign({ campaignId, facts, sent }: CampaignOfCustomer): ExportedCampaign {
  if (sent === null) return { entry: facts, files: [] };
  const files = sent.files.map(({ kind, name, mimeType, sha256 }, index) => {
    const kept = { sizeBytes: null, url: null, state: 'ready', sha256 } as const;
    // As of messages' files, only documents have a name.
    const named = kind === 'document' ? name : null;
    return { id: `campanha-${campaignId}-${index + 1}`, name: named, tagType: kind, mimeType, ...kept };
  });
  return { entry: { ...facts, text: sent.text, template: sent.template }, files };
}

/** Messages and notes in order of time. */
function entriesOf(tenantId: Id, id: Id) {
  return sql<ExportedEntry>`
    select entry, file from (
      select m.sent_at as at, m.id, json_build_object('at', ${sql.raw(wireTime('m.sent_at'))},
        'from', case m.type when 1 then 'customer' else 'company' end, 'instance', i.name, 'protocol', t.protocol,
        'kind', coalesce(m.tag_type, 'text'), 'text', m.body, 'file', null, 'content', m.content,
        'template', m.template) as entry,
        case when f.message_id is not null or m.document_name is not null or m.media->>'url' is not null then
          json_build_object('id', m.id::text, 'name', m.document_name, 'tagType', coalesce(m.tag_type, 'doc'),
            'mimeType', f.mime_type, 'sizeBytes', f.size_bytes, 'url', m.media->>'url', 'state', f.state,
            'sha256', case when ${mayBeKept('f')} then f.sha256 end) end as file
      from message m
      left join message_media f on f.tenant_id = m.tenant_id and f.message_id = m.id
      join chat_ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
      join instance i on i.tenant_id = m.tenant_id and i.id = m.instance_id
      where m.tenant_id = ${tenantId} and m.customer_id = ${id}
      union all
      select e.at, e.id, json_build_object('at', ${sql.raw(wireTime('e.at'))}, 'from', 'note', 'instance', i.name,
        'protocol', t.protocol, 'text', e.body), null
      from conversation_event e
      join chat_ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id
      join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
      where e.tenant_id = ${tenantId} and t.customer_id = ${id} and e.kind = 'note' and e.deleted_at is null) told
    order by at, id`;
}
