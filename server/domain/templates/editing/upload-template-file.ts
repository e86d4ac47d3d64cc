import { sql } from 'kysely';
import { TEMPLATE_FILE_MAX } from '../../../../contract/facts/template-form.ts';
import type { TemplateFileKind } from '../../../../contract/facts/template-form.ts';
import { outgoingFileKind } from '../../../../contract/facts/outgoing-file.ts';
import type { AnswerOf, BodyOf } from '../../../../contract/rest/call.ts';
import type { uploadTemplateFile as uploadCall } from '../../../../contract/rest/message-templates.ts';
import type { FullChannel } from '../../../channels/channel.ts';
import { withTenant } from '../../../db/database.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id, NewRow } from '../../../db/tables.ts';
import { requireActive } from '../../auth/active-actor.ts';
import type { Actor, Services } from '../../context.ts';
import { conflict, invalid } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import { accessTokenOf } from '../../instances/instance-of-number.ts';
import { keepFile } from '../../media/keep-file.ts';
import { TooManyBytes } from '../../media/media-files.ts';
import type { MediaFiles, StagedFile } from '../../media/media-files.ts';
import { outgoingKindOf } from '../../media/outgoing-type.ts';
import { headOf, parseName, refused, tooLarge } from '../../media/upload-file.ts';
import type { IncomingFile } from '../../media/upload-file.ts';
import { parseClientId } from '../../messages/client-id.ts';
import { accountOf } from './manage-templates.ts';
import { requireTemplates } from './template-views.ts';

/** Types and size limits of examples, by kind. */
const TAKEN: Readonly<Record<TemplateFileKind, readonly string[]>> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4', 'video/3gpp'],
  document: ['application/pdf'],
};

/**
 * Receives an example of a header and hands it on to the provider; its handle is kept, and of pictures and videos the
 * bytes too, which a carousel's cards are sent with. Refusals: see the contract.
 */
export async function uploadTemplateFile(
  services: Services,
  files: MediaFiles,
  channel: Pick<FullChannel, 'uploadExample'>,
  actor: Actor,
  input: BodyOf<typeof uploadCall>,
  incoming: IncomingFile,
): Promise<AnswerOf<typeof uploadCall>> {
  requireTemplates(actor);
  const { tenantId, userId } = actor;
  const clientId = parseClientId(input.client_id);
  if (clientId === undefined) throw invalid('error.invalid', { client_id: 'error.invalid' });
  const name = parseName(input.name);
  const instanceId = parseId(input.instance_id);
  const { earlier, wabaId } = await withTenant(services.db, tenantId, async (tx) => ({
    wabaId: await accountOf(tx, tenantId, instanceId),
    earlier: await tx
      .selectFrom('template_file')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .executeTakeFirst(),
  }));
  if (earlier !== undefined) return earlier;
  const { sentAs } = outgoingFileKind(name);
  if (sentAs !== 'image' && sentAs !== 'video' && sentAs !== 'document')
    throw refused('file', 'error.template.exampleType');
  const file = await receive(files, TEMPLATE_FILE_MAX[sentAs], incoming);
  try {
    const kind = await outgoingKindOf(name, await headOf(file.path));
    if (kind === 'mismatch') throw refused('file', 'error.file.content');
    if (kind === 'notTaken' || kind === 'program' || !TAKEN[sentAs].includes(kind.mimeType))
      throw refused('file', 'error.template.exampleType');
    const token = await accessTokenOf(services, { tenantId, instanceId });
    const { path, sizeBytes } = file;
    const result = await channel.uploadExample(token, { path, sizeBytes, name, mimeType: kind.mimeType });
    if (result.outcome !== 'uploaded') throw conflict(result.key);
    const isKept = sentAs !== 'document';
    if (isKept) await keepFile(services, files, tenantId, { file, preview: null });
    return await withTenant(services.db, tenantId, async (tx) => {
      await requireActive(tx, services, actor, requireTemplates);
      const kept = {
        ...{ tenant_id: tenantId, user_id: userId, client_id: clientId, kind: sentAs, name },
        ...{ mime_type: kind.mimeType, size_bytes: sizeBytes, sha256: file.sha256 },
      };
      const fileId = isKept ? await keptId(tx, kept) : null;
      return (
        tx
          .insertInto('template_file')
          .values({
            tenant_id: tenantId,
            waba_id: wabaId,
            user_id: userId,
            client_id: clientId,
            kind: sentAs,
            name,
            handle: result.handle,
            file_id: fileId,
          })
          // Two concurrent uploads of the same file: either handle will do.
          .onConflict((twice) => twice.columns(['tenant_id', 'user_id', 'client_id']).doUpdateSet({ name }))
          .returning('id')
          .executeTakeFirstOrThrow()
      );
    });
  } finally {
    await files.discard(file);
  }
}

/** The id of a kept example, as cards are sent with it; concurrent uploads of the same file share it. */
async function keptId(tx: Tx, kept: NewRow<'campaign_file'>): Promise<Id> {
  const { id } = await tx
    .insertInto('campaign_file')
    .values(kept)
    .onConflict((twice) =>
      twice.columns(['tenant_id', 'user_id', 'client_id']).doUpdateSet({ used_at: sql<Date>`campaign_file.used_at` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function receive(
  files: Pick<MediaFiles, 'stage' | 'discard'>,
  max: number,
  { bytes, declaredBytes }: IncomingFile,
): Promise<StagedFile> {
  if (declaredBytes !== undefined && declaredBytes > max) throw tooLarge(max);
  const file = await files.stage(bytes, max).catch((error: unknown) => {
    throw error instanceof TooManyBytes ? tooLarge(max) : error;
  });
  if (file.sizeBytes > 0) return file;
  await files.discard(file);
  throw refused('file', 'error.file.empty');
}
