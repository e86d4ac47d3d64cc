import { NOT_REGISTERED } from '../../channels/channel.ts';
import type {
  CardSent,
  FullChannel,
  MediaSource,
  OurNumber,
  OutboundContent,
  SendResult,
} from '../../channels/channel.ts';
import { signatureOf } from '../../../contract/facts/signature.ts';
import { HEADER_FILES } from '../../../contract/facts/templates.ts';
import type { FrozenFile } from '../campaigns/campaign-files.ts';
import type { Services } from '../context.ts';
import { channelOf } from '../../channels/sms/address.ts';
import { openToken } from '../instances/access-token.ts';
import { mediaPath } from '../media/media-files.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { SentCard, SentTemplate } from '../templates/filled.ts';
import { beginSend } from './outbox-rows.ts';
import type { Claim, ClaimedFile } from './outbox-rows.ts';

type TemplateContent = Extract<OutboundContent, { kind: 'template' }>;

export type DeliveryTools = {
  services: Services;
  channel: Pick<FullChannel, 'send' | 'uploadMedia' | 'sendsFiles'>;
  files: Pick<MediaFiles, 'onDisk'>;
  leaseMs: number;
  signal: AbortSignal;
};

/** `isUploadGone`: the provider doesn't know the file's id any more, so the next attempt uploads it anew. */
export type Delivered = SendResult & { isUploadGone?: true };

type NotSent = Exclude<SendResult, { outcome: 'accepted' | 'unknown' }>;

/** Graph's codes for a file's id that it doesn't know, or no longer. */
export const UNKNOWN_FILE: readonly number[] = [100, 131009, 131052, 131053];

/** Sends a message, its file first. `taken`: another node has claimed it meanwhile, so it wasn't sent. */
export async function deliver(tools: DeliveryTools, given: Claim): Promise<Delivered | 'taken'> {
  if (given.phoneNumberId === null) return refused(NOT_REGISTERED);
  const claim = { ...given, phoneNumberId: given.phoneNumberId, text: signed(given, given.phoneNumberId) };
  const { services } = tools;
  const accessToken = claim.sealedToken === null ? undefined : openToken(services, claim, claim.sealedToken);
  const number = { phoneNumberId: claim.phoneNumberId, accessToken };
  const cards = claim.template?.cards ?? [];
  if (claim.template !== null && cards.length > 0) return sendCarousel(tools, claim, number, claim.template, cards);
  if (claim.file === null) return send(tools, claim, number, contentOf(claim));
  if (tools.channel.sendsFiles(claim.phoneNumberId)) return sendWithFile(tools, claim, number, claim.file);
  const { mediaId: known, ...file } = claim.file;
  const uploaded = known ?? (await upload(tools, claim, number, { ...file, name: file.name ?? 'file' }));
  if (typeof uploaded !== 'string') return uploaded;
  // Only now may it have been sent when this node dies.
  if (claim.file.mediaId === null && !(await beginSend(services.db, claim, tools.leaseMs, uploaded))) return 'taken';
  const result = await send(tools, claim, number, fileContent(claim, claim.file, { mediaId: uploaded }));
  const isForgotten = claim.file.mediaId !== null && result.outcome === 'refused' && UNKNOWN_FILE.includes(result.code);
  if (!isForgotten) return result;
  return { ...result, outcome: 'retryable', retryAfterMs: undefined, isUploadGone: true };
}

/** Separator of a carousel's stored file ids; no id contains it. */
const BETWEEN = ' ';

/** Sends a carousel, the files of its cards first; an earlier attempt may have uploaded them. */
async function sendCarousel(
  tools: DeliveryTools,
  claim: Claim,
  number: OurNumber,
  template: SentTemplate,
  cards: readonly SentCard[],
): Promise<Delivered | 'taken'> {
  const known = claim.uploaded?.split(BETWEEN);
  const ids: string[] = [];
  for (const [at, { file }] of cards.entries()) {
    const id = known?.[at] ?? (await upload(tools, claim, number, file));
    if (typeof id !== 'string') return id;
    ids.push(id);
  }
  const isNew = known === undefined;
  if (isNew && !(await beginSend(tools.services.db, claim, tools.leaseMs, ids.join(BETWEEN)))) return 'taken';
  const content = { ...templateContent(template), cards: sentCards(cards, ids) };
  const result = await send(tools, claim, number, content);
  if (isNew || result.outcome !== 'refused' || !UNKNOWN_FILE.includes(result.code)) return result;
  return { ...result, outcome: 'retryable', retryAfterMs: undefined, isUploadGone: true };
}

/** Cards with the provider's ids of their files, in order. */
export function sentCards(cards: readonly SentCard[], mediaIds: readonly string[]): CardSent[] {
  return cards.map(({ file: { kind, name }, ...card }, at) => ({
    ...card,
    headerFile: { kind, mediaId: mediaIds[at] ?? '', name },
  }));
}

/** The text as the customer reads it. */
function signed({ text, signedAs }: Claim, phoneNumberId: string): string {
  return signedAs === null ? text : signatureOf(signedAs, channelOf(phoneNumberId)) + text;
}

/** Placeholder for the upload of a file that goes with its send. */
const WITH_SEND = 'with-send';

async function sendWithFile(
  tools: DeliveryTools,
  claim: Claim,
  number: OurNumber,
  claimed: ClaimedFile,
): Promise<Delivered | 'taken'> {
  const { services, files, leaseMs } = tools;
  const { sha256, mimeType, name } = claimed;
  let isBegun = claimed.mediaId !== null;
  const sent: { result?: SendResult } = {};
  try {
    return await files.onDisk(mediaPath(claim.tenantId, sha256, 'original'), async (path) => {
      // From here on it may have been sent when this node dies.
      if (!isBegun && !(await beginSend(services.db, claim, leaseMs, WITH_SEND))) return 'taken';
      isBegun = true;
      const file = { path, mimeType, name: name ?? 'file' };
      sent.result = await send(tools, claim, number, fileContent(claim, claimed, { file }));
      return sent.result;
    });
  } catch (error) {
    if (sent.result !== undefined) {
      services.log.warn({ err: error, message: claim.messageId }, "a sent file's copy could not be discarded");
      return sent.result;
    }
    services.log.error({ err: error, message: claim.messageId }, "a message's file could not be read");
    return { outcome: 'retryable', code: 0, key: 'error.file.lost', details: undefined, retryAfterMs: undefined };
  }
}

/** The provider's id of the file, or why there is none: in either case nothing was sent. */
async function upload(
  { services, channel, files, signal }: DeliveryTools,
  { tenantId, messageId }: Claim,
  number: OurNumber,
  { sha256, mimeType, name }: Pick<FrozenFile, 'sha256' | 'mimeType' | 'name'>,
): Promise<string | NotSent> {
  try {
    const result = await files.onDisk(mediaPath(tenantId, sha256, 'original'), (path) =>
      channel.uploadMedia(number, { path, mimeType, name }, signal),
    );
    return result.outcome === 'uploaded' ? result.mediaId : result;
  } catch (error) {
    services.log.error({ err: error, message: messageId }, "a message's file could not be uploaded");
    // The disk may fail for now only; it is refused after the last attempt.
    return { outcome: 'retryable', code: 0, key: 'error.file.lost', details: undefined, retryAfterMs: undefined };
  }
}

async function send(
  { services, channel, signal }: DeliveryTools,
  claim: Claim,
  number: OurNumber,
  content: OutboundContent,
): Promise<SendResult> {
  try {
    const replyToProviderId = claim.quotedProviderId ?? undefined;
    const message = { ...content, ...number, to: claim.address, replyToProviderId, callbackData: claim.messageId };
    return await channel.send(message, signal);
  } catch (error) {
    // Channels don't throw for remote errors; whether our own error came before or after sending is unknown.
    services.log.error({ err: error, message: claim.messageId }, 'a send failed unexpectedly');
    return { outcome: 'unknown', reason: 'connection' };
  }
}

/** WhatsApp shows a preview of the first such address; one without `http` has none. */
const PREVIEWED = /https?:\/\/\S/i;

function contentOf({ text, imageUrl, reactsTo, reactsToOurs, template, shared }: Claim): OutboundContent {
  if (shared !== null) return shared.kind === 'choices' ? { ...shared, text } : shared;
  if (template !== null) return templateContent(template);
  if (reactsTo !== null) {
    return { kind: 'reaction', emoji: text, targetProviderId: reactsTo, isOurs: reactsToOurs === true };
  }
  if (imageUrl === null) return { kind: 'text', text, previewUrl: PREVIEWED.test(text) };
  return { kind: 'image', source: { link: imageUrl }, ...(text === '' ? {} : { caption: text }) };
}

function templateContent({ name, language, header, body, buttons }: SentTemplate): TemplateContent {
  return { kind: 'template', name, language, header, body, buttons };
}

/** Recordings are Ogg with Opus, and Ogg with anything else isn't sent as audio. */
export const VOICE = 'audio/ogg';

function fileContent({ text, template }: Claim, file: ClaimedFile, source: MediaSource): OutboundContent {
  const { sentAs, name, mimeType } = file;
  if (template !== null && 'mediaId' in source) {
    const { mediaId } = source;
    const kind = HEADER_FILES.find((each) => each === sentAs);
    return { ...templateContent(template), ...(kind !== undefined && { headerFile: { kind, mediaId, name } }) };
  }
  return {
    kind: sentAs,
    source,
    ...(text === '' ? {} : { caption: text }),
    ...(name === null ? {} : { filename: name }),
    ...(sentAs === 'audio' && mimeType === VOICE ? { voice: true } : {}),
  };
}

function refused(key: string): Extract<SendResult, { outcome: 'refused' }> {
  return { outcome: 'refused', code: 0, key, details: undefined, retryable: false };
}
