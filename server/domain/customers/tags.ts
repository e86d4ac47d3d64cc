import { sql } from 'kysely';
import { TAGS_MAX } from '../../../contract/facts/customers.ts';
import { tagFormSchema } from '../../../contract/entities/tag-form.ts';
import type { Tag } from '../../../contract/entities/tag.ts';
import type { TagForm } from '../../../contract/entities/tag-form.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { publishCustomer } from './customer-audience.ts';

/** The list that open screens refetch after a change. */
const LIST = { list: 'tags' } as const;
/** Most customers whose rows follow a tag's change at once; others do when they are next reported. */
const AT_ONCE_MAX = 300;

const READERS = [
  'chat',
  'customers',
  'customers-base',
  'customer-fields',
  'target-audience',
  'passive-chat-flow',
  'active-chat-flow',
] as const;
const requireTagsPermission = (actor: Actor): void => requirePermission(actor, 'customer-fields');

/** The company's tags by name, for whoever serves customers, keeps the base, manages tags or draws flows. */
export function listTags(services: Services, actor: Actor): Promise<Tag[]> {
  requirePermission(actor, ...READERS);
  return withTenant(services.db, actor.tenantId, (tx) => tagViews(tx, actor.tenantId));
}

/** Adds a tag; needs the permission to manage them. Refuses a taken name by field. */
export function newTag(services: Services, caller: Actor, variables: TagForm): Promise<Tag> {
  requireTagsPermission(caller);
  const input = parseInput(tagFormSchema, variables);
  return changeAsActor(services, caller, requireTagsPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    await requireFreeName(tx, tenantId, input.name, null);
    if ((await tagViews(tx, tenantId)).length >= TAGS_MAX) throw conflict('error.tag.tooMany');
    const { id } = await tx
      .insertInto('tag')
      .values({ tenant_id: tenantId, ...input })
      .returning('id')
      .executeTakeFirstOrThrow();
    await auditAction(tx, actor, { action: 'tag.create', subject: `tag:${id}`, details: { ...input } });
    change.append('ListUpdated', LIST, { to: 'all' });
    return tagView(tx, tenantId, id);
  });
}

/** Renames or recolours a tag. Refuses as `newTag` does, and with CONFLICT `error.form.conflict` an outdated version. */
export function updateTag(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: TagForm & { id: string; version?: string | null | undefined },
): Promise<Tag> {
  requireTagsPermission(caller);
  const id = parseId(rawId);
  const input = parseInput(tagFormSchema, variables);
  return changeAsActor(services, caller, requireTagsPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await tagView(tx, tenantId, id);
    if (version !== undefined && version !== null && version !== before.version) throw conflict('error.form.conflict');
    await requireFreeName(tx, tenantId, input.name, id);
    await tx
      .updateTable('tag')
      .set({ ...input, version: sql<number>`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    const after = await tagView(tx, tenantId, id);
    const details = changedFields(['name', 'color'], before, after);
    await auditAction(tx, actor, { action: 'tag.update', subject: `tag:${id}`, details });
    await publishTagged(change, await findTagged(tx, tenantId, id));
    return after;
  });
}

/** Deletes a tag, also from the customers who have it. */
export function deleteTag(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireTagsPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireTagsPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    const tag = await tagView(tx, tenantId, id);
    const tagged = await findTagged(tx, tenantId, id);
    await tx.deleteFrom('tag').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    await publishTagged(change, tagged);
    await auditAction(tx, actor, { action: 'tag.delete', subject: `tag:${id}`, details: { name: tag.name } });
    return true;
  });
}

/** A tag of the company; refuses another id as not found. */
export async function tagView(tx: Tx, tenantId: Id, id: Id): Promise<Tag> {
  const [tag] = await tagViews(tx, tenantId, id);
  if (tag === undefined) throw notFound();
  return tag;
}

async function tagViews(tx: Tx, tenantId: Id, id: Id | null = null): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select id::text as id, name, color, version::text as version from tag
    where tenant_id = ${tenantId} and (${id}::bigint is null or id = ${id}) order by lower(name), id`.execute(tx);
  return rows;
}

async function requireFreeName(tx: Tx, tenantId: Id, name: string, id: Id | null): Promise<void> {
  const { rows } = await sql`
    select from tag where tenant_id = ${tenantId} and lower(name) = lower(${name})
      and id is distinct from ${id}`.execute(tx);
  if (rows.length > 0) throw invalid('error.form.invalid', { name: 'error.tag.nameTaken' });
}

/** The customers to publish: those with the tag and an open ticket. */
async function findTagged(tx: Tx, tenantId: Id, id: Id): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`
    select distinct t.customer_id as id from customer_tag g
    join chat_ticket t on t.tenant_id = g.tenant_id and t.customer_id = g.customer_id and t.finished_at is null
    where g.tenant_id = ${tenantId} and g.tag_id = ${id} limit ${AT_ONCE_MAX}`.execute(tx);
  return rows.map((row) => row.id);
}

async function publishTagged(change: Change, customerIds: readonly Id[]): Promise<void> {
  change.append('ListUpdated', LIST, { to: 'all' });
  for (const id of customerIds) await publishCustomer(change, id);
}
