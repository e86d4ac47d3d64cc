import { open } from 'node:fs/promises';
import { FILE_NAME_MAX_LENGTH, OUTGOING_FILE_MAX, outgoingFileKind } from '../../../contract/facts/outgoing-file.ts';
import type { AnswerOf, BodyOf } from '../../../contract/rest/call.ts';
import type { uploadOutgoingFile } from '../../../contract/rest/outgoing-files.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { requireActive } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError, invalid, TooLarge } from '../errors.ts';
import type { ErrorParams } from '../errors.ts';
import { parseClientId } from '../messages/client-id.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { HEAD_BYTES } from './check-type.ts';
import { fitImage, fitSticker } from './fit-image.ts';
import type { Fitted } from './fit-image.ts';
import { discardFile, keepFile, lookAt } from './keep-file.ts';
import type { FileTools, LookedAt } from './keep-file.ts';
import { TooManyBytes } from './media-files.ts';
import type { MediaFiles, StagedFile } from './media-files.ts';
import { anyKindOf, outgoingKindOf } from './outgoing-type.ts';
import type { OutgoingKind } from './outgoing-type.ts';

export type Uploaded = AnswerOf<typeof uploadOutgoingFile>;

/** A file on its way. `declaredBytes` is undefined if the sender doesn't say. */
export type IncomingFile = { bytes: AsyncIterable<Uint8Array>; declaredBytes: number | undefined };

/**
 * Receives the file of a future message, and stores it as it will be sent. Idempotent by user and client id: if it is
 * stored already, nothing is read. Whether the message's channel takes it is asked when that is sent. Refusals: see
 * `uploadOutgoingFile`.
 */
export async function uploadFile(
  services: Services,
  tools: FileTools,
  actor: Actor,
  input: BodyOf<typeof uploadOutgoingFile>,
  incoming: IncomingFile,
): Promise<Uploaded> {
  requirePermission(actor, 'chat');
  const clientId = parseClientId(input.client_id);
  if (clientId === undefined) throw invalid('error.invalid', { client_id: 'error.invalid' });
  const name = parseName(input.name);
  const earlier = await withTenant(services.db, actor.tenantId, (tx) => findUploaded(tx, actor, clientId));
  if (earlier !== undefined) return earlier;
  const { tagType, sentAs, checked } = await receiveChecked(tools, name, incoming, anyKindOf);
  try {
    await keepFile(services, tools.files, actor.tenantId, checked);
    return await withTenant(services.db, actor.tenantId, async (tx) => {
      await requireActive(tx, services, actor, (now) => requirePermission(now, 'chat'));
      const { tenantId, userId } = actor;
      const { mimeType, sizeBytes, sha256, width, height, hasPreview } = checked.media;
      // Two concurrent uploads of the same file: the first one counts.
      await tx
        .insertInto('outgoing_file')
        .values({
          tenant_id: tenantId,
          user_id: userId,
          client_id: clientId,
          name,
          tag_type: tagType,
          sent_as: sentAs,
          mime_type: mimeType,
          size_bytes: sizeBytes,
          sha256,
          width,
          height,
          has_preview: hasPreview,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const uploaded = await findUploaded(tx, actor, clientId);
      if (uploaded === undefined) throw new Error('The file is not there');
      return uploaded;
    });
  } finally {
    await discardFile(tools.files, checked);
  }
}

/** Receives a file, and checks it as it will be sent, by Meta's API unless `kindOf` says. The caller keeps or discards it. */
export async function receiveChecked(
  tools: FileTools,
  name: string,
  incoming: IncomingFile,
  kindOf: typeof outgoingKindOf = outgoingKindOf,
): Promise<OutgoingKind & { checked: LookedAt }> {
  const file = await receive(tools.files, name, incoming);
  return checkFile(tools, name, file, kindOf).catch(async (error: unknown) => {
    await tools.files.discard(file);
    throw error;
  });
}

async function findUploaded(tx: Tx, { tenantId, userId }: Actor, clientId: string): Promise<Uploaded | undefined> {
  const row = await tx
    .selectFrom('outgoing_file')
    .select(['tag_type', 'mime_type', 'size_bytes'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row === undefined ? undefined : { client_id: clientId, ...row };
}

/** Without what could disguise it, or lead out of a folder. */
export function parseName(input: string): string {
  const name = storableText(input)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/[\\/]/g, '_')
    .trim();
  if (name === '') throw refused('name', 'error.file.name');
  if (name.length > FILE_NAME_MAX_LENGTH)
    throw refused('name', 'error.file.nameTooLong', { max: FILE_NAME_MAX_LENGTH });
  return name;
}

async function receive(files: MediaFiles, name: string, { bytes, declaredBytes }: IncomingFile): Promise<StagedFile> {
  const max = OUTGOING_FILE_MAX[outgoingFileKind(name).sentAs];
  if (declaredBytes !== undefined && declaredBytes > max) throw tooLarge(max);
  const file = await files.stage(bytes, max).catch((error: unknown) => {
    throw error instanceof TooManyBytes ? tooLarge(max) : error;
  });
  if (file.sizeBytes > 0) return file;
  await files.discard(file);
  throw refused('file', 'error.file.empty');
}

/** Checks a file by its bytes and makes an image fit. Throws if it isn't sent; then its caller discards it. */
async function checkFile(
  tools: FileTools,
  name: string,
  file: StagedFile,
  kindOf: typeof outgoingKindOf,
): Promise<OutgoingKind & { checked: LookedAt }> {
  const kind = await kindOf(name, await headOf(file.path));
  if (kind === 'mismatch') throw refused('file', 'error.file.content');
  if (kind === 'program') throw refused('file', 'error.file.program');
  if (kind === 'notTaken') throw refused('file', 'error.file.notTaken');
  const sent = await makeFit(tools, kind, file);
  try {
    const checked = await lookAt(tools, sent.file, sent.mimeType);
    const isImage = kind.sentAs === 'image' || kind.sentAs === 'sticker';
    if (isImage && checked.media.width === null) throw refused('file', 'error.file.content');
    if (sent.file !== file) await tools.files.discard(file);
    return { ...kind, mimeType: sent.mimeType, checked };
  } catch (error) {
    if (sent.file !== file) await tools.files.discard(sent.file);
    throw error;
  }
}

/** An image or sticker as WhatsApp takes it; other files are sent as they are. */
async function makeFit(
  { files, images }: FileTools,
  { sentAs, mimeType }: OutgoingKind,
  file: StagedFile,
): Promise<{ file: StagedFile; mimeType: string }> {
  if (sentAs !== 'image' && sentAs !== 'sticker') return { file, mimeType };
  const fit = sentAs === 'image' ? fitImage : fitSticker;
  const fitted: Fitted = await images.run((openImage) => fit(openImage, file.path, file.sizeBytes));
  if (fitted === 'asItIs') return { file, mimeType };
  if (fitted === 'tooManyPixels') throw refused('file', 'error.file.pixels');
  if (fitted === 'unreadable') throw refused('file', 'error.file.content');
  return { file: await files.stage([fitted.bytes]), mimeType: fitted.mimeType };
}

/** How many bytes are needed to detect a file's type. */
export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export function tooLarge(max: number): DomainError {
  const megabytes = max / (1024 * 1024);
  return new TooLarge('error.file.tooLarge', { params: { max, megabytes }, fields: { file: 'error.file.tooLarge' } });
}

export function refused(field: 'file' | 'name', key: string, params?: ErrorParams): DomainError {
  return new DomainError('INVALID', key, { fields: { [field]: key }, ...(params === undefined ? {} : { params }) });
}
