import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { TrainingVideo, VideoForm } from '../../../contract/rest/training-videos.ts';
import { actAs, actAsPlatform } from '../../db/act-as.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { requireActive } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireVersion } from '../input.ts';
import { requireBackoffice } from '../permissions.ts';
import { wireTime } from '../views/json.ts';
import { embedUrlOf } from './embed.ts';

/** Every video in order, and whether the actor has watched it. */
export function listVideos(services: Services, actor: Actor): Promise<TrainingVideo[]> {
  return withTenant(services.db, actor.tenantId, (tx) => viewsOf(tx, actor, sql`true`));
}

/** Adds a video; for the back-office's administrators. */
export function addVideo(services: Services, actor: Actor, form: VideoForm): Promise<TrainingVideo> {
  return change(services, actor, 'video.add', async (tx) => {
    const { id } = await tx
      .insertInto('training_video')
      .values({ ...form, language: form.language ?? null, created_at: services.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Changes a video. Not found if unknown, CONFLICT for an outdated version. */
export function changeVideo(
  services: Services,
  actor: Actor,
  { id: rawId, version, ...form }: VideoForm & { id: string; version?: string | null | undefined },
): Promise<TrainingVideo> {
  requireBackoffice(actor);
  const id = parseId(rawId);
  return change(services, actor, 'video.edit', async (tx) => {
    const current = await tx
      .selectFrom('training_video')
      .select('version')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (current === undefined) throw notFound();
    requireVersion(version, String(current.version));
    await tx
      .updateTable('training_video')
      .set({ ...form, language: form.language ?? null, version: current.version + 1 })
      .where('id', '=', id)
      .execute();
    return id;
  });
}

/** Removes a video with its watched marks. Not found if unknown. */
export function removeVideo(services: Services, actor: Actor, rawId: string): Promise<void> {
  requireBackoffice(actor);
  const id = parseId(rawId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireActive(tx, services, actor, requireBackoffice);
    await actAsPlatform(tx);
    const deleted = await tx.deleteFrom('training_video').where('id', '=', id).returning('title').executeTakeFirst();
    if (deleted === undefined) throw notFound();
    await actAs(tx, actor.tenantId);
    await auditAction(tx, actor, { action: 'video.delete', subject: `video:${id}`, details: { title: deleted.title } });
  });
}

/** Marks a video as watched by the actor, or not watched. Not found if unknown. */
export function watchVideo(
  services: Services,
  actor: Actor,
  rawId: string,
  isWatched: boolean,
): Promise<TrainingVideo> {
  const id = parseId(rawId);
  const { tenantId, userId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    await requireVideo(tx, actor, id);
    if (isWatched) {
      await tx
        .insertInto('training_video_watched')
        .values({ tenant_id: tenantId, user_id: userId, video_id: id, watched_at: services.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await tx
        .deleteFrom('training_video_watched')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('video_id', '=', id)
        .execute();
    }
    return requireVideo(tx, actor, id);
  });
}

function change(
  services: Services,
  actor: Actor,
  action: string,
  write: (tx: Tx) => Promise<Id>,
): Promise<TrainingVideo> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireActive(tx, services, actor, requireBackoffice);
    await actAsPlatform(tx);
    const id = await write(tx);
    await actAs(tx, actor.tenantId);
    const video = await requireVideo(tx, actor, id);
    await auditAction(tx, actor, { action, subject: `video:${id}`, details: { title: video.title } });
    return video;
  });
}

async function requireVideo(tx: Tx, actor: Actor, id: Id): Promise<TrainingVideo> {
  const [video] = await viewsOf(tx, actor, sql`v.id = ${id}`);
  if (video === undefined) throw notFound();
  return video;
}

async function viewsOf(tx: Tx, actor: Actor, which: RawBuilder<unknown>): Promise<TrainingVideo[]> {
  const { rows } = await sql<Omit<TrainingVideo, 'embed_url'>>`
    select v.id::text as id, v.title, v.description, v.url, v.language, v.position, v.version::text as version,
      ${sql.raw(wireTime('seen.watched_at'))} as watched_at
    from training_video v left join training_video_watched seen on seen.tenant_id = ${actor.tenantId}
      and seen.user_id = ${actor.userId} and seen.video_id = v.id
    where ${which} order by v.position, lower(v.title), v.id`.execute(tx);
  return rows.map((video) => ({ ...video, embed_url: embedUrlOf(video.url) }));
}
