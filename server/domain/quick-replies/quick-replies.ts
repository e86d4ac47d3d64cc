import { sql } from 'kysely';
import { QUICK_REPLIES_MAX } from '../../../contract/facts/quick-replies.ts';
import { quickReplyFormSchema } from '../../../contract/entities/quick-reply.ts';
import type { QuickReply } from '../../../contract/entities/quick-reply.ts';
import type { NewQuickReplyVariables, UpdateQuickReplyVariables } from '../../../contract/graphql/quick-replies.ts';
import type { Audience } from '../../db/audience.ts';
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

/** The company's need the permission to manage them, one's own only the chat. */
const requireFor = (actor: Actor, isPersonal: boolean): void =>
  requirePermission(actor, isPersonal ? 'chat' : 'quick-replies');
const requireAny = (actor: Actor): void => requirePermission(actor, 'chat', 'quick-replies');

/** The company's quick replies and the actor's own, by shortcut. */
export function listQuickReplies(services: Services, actor: Actor): Promise<QuickReply[]> {
  requireAny(actor);
  return withTenant(services.db, actor.tenantId, (tx) => views(tx, actor));
}

/** Adds a quick reply. Refuses by field a shortcut that is taken among the company's, or among one's own. */
export function newQuickReply(
  services: Services,
  caller: Actor,
  { personal, ...variables }: NewQuickReplyVariables,
): Promise<QuickReply> {
  const input = parseInput(quickReplyFormSchema, variables);
  return changeAsActor(
    services,
    caller,
    (now) => requireFor(now, personal),
    async (change, actor) => {
      const { tx, tenantId } = change;
      const all = await views(tx, actor);
      requireFreeShortcut(all, input.shortcut, personal, null);
      if (all.filter((each) => each.personal === personal).length >= QUICK_REPLIES_MAX) {
        throw conflict('error.quickReply.tooMany');
      }
      const { id } = await tx
        .insertInto('quick_reply')
        .values({
          tenant_id: tenantId,
          user_id: personal ? actor.userId : null,
          shortcut: input.shortcut,
          body: input.text,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      publish(change, actor, personal);
      if (!personal) {
        const subject = `quick_reply:${id}`;
        await auditAction(tx, actor, { action: 'quick_reply.create', subject, details: { ...input } });
      }
      return view(tx, actor, id);
    },
  );
}

/**
 * Changes a quick reply; another user's own is not found. Refuses as `newQuickReply` does, and with CONFLICT
 * `error.form.conflict` an outdated version.
 */
export function updateQuickReply(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: UpdateQuickReplyVariables,
): Promise<QuickReply> {
  requireAny(caller);
  const id = parseId(rawId);
  const input = parseInput(quickReplyFormSchema, variables);
  return changeAsActor(services, caller, requireAny, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await view(tx, actor, id);
    requireFor(actor, before.personal);
    if (version !== undefined && version !== null && version !== before.version) throw conflict('error.form.conflict');
    requireFreeShortcut(await views(tx, actor), input.shortcut, before.personal, id);
    await tx
      .updateTable('quick_reply')
      .set({ shortcut: input.shortcut, body: input.text, version: sql<number>`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    publish(change, actor, before.personal);
    const after = await view(tx, actor, id);
    if (!before.personal) {
      const details = changedFields(['shortcut', 'text'], before, after);
      await auditAction(tx, actor, { action: 'quick_reply.update', subject: `quick_reply:${id}`, details });
    }
    return after;
  });
}

/** Deletes a quick reply; another user's own is not found. */
export function deleteQuickReply(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireAny(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireAny, async (change, actor) => {
    const { tx, tenantId } = change;
    const { personal, shortcut } = await view(tx, actor, id);
    requireFor(actor, personal);
    await tx.deleteFrom('quick_reply').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    publish(change, actor, personal);
    if (!personal) {
      const subject = `quick_reply:${id}`;
      await auditAction(tx, actor, { action: 'quick_reply.delete', subject, details: { shortcut } });
    }
    return true;
  });
}

function publish({ append }: Change, { userId }: Actor, isPersonal: boolean): void {
  const audience: Audience = isPersonal ? { to: 'people', userIds: [userId] } : { to: 'all' };
  append('ListUpdated', { list: 'quick_replies' }, audience);
}

async function view(tx: Tx, actor: Actor, id: Id): Promise<QuickReply> {
  const [found] = await views(tx, actor, id);
  if (found === undefined) throw notFound();
  return found;
}

async function views(tx: Tx, { tenantId, userId }: Actor, id: Id | null = null): Promise<QuickReply[]> {
  const { rows } = await sql<QuickReply>`
    select id::text as id, shortcut, body as text, user_id is not null as personal, version::text as version
    from quick_reply where tenant_id = ${tenantId} and (user_id is null or user_id = ${userId})
      and (${id}::bigint is null or id = ${id})
    order by shortcut, user_id nulls last, id`.execute(tx);
  return rows;
}

function requireFreeShortcut(all: readonly QuickReply[], shortcut: string, isPersonal: boolean, id: Id | null): void {
  const isTaken = all.some(
    (each) => each.personal === isPersonal && each.id !== id && each.shortcut === shortcut.toLowerCase(),
  );
  if (isTaken) throw invalid('error.form.invalid', { shortcut: 'error.quickReply.taken' });
}
