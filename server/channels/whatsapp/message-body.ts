import { unreachable } from '../../unreachable.ts';
import type { OutboundContent, OutboundMessage } from '../channel.ts';
import { isUserId, phoneDigits } from '../phone-number.ts';

/** The body of `POST /{phone_number_id}/messages`; undefined if `to` is neither a number nor a user id. */
export function messageBody(message: OutboundMessage): Record<string, unknown> | undefined {
  const recipient = recipientOf(message.to);
  if (recipient === undefined) return undefined;
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipient,
    ...(message.replyToProviderId === undefined ? {} : { context: { message_id: message.replyToProviderId } }),
    biz_opaque_callback_data: message.callbackData,
    ...contentBody(message),
  };
}

function recipientOf(to: string): { to: string } | { recipient: string } | undefined {
  if (isUserId(to)) return { recipient: to };
  const digits = phoneDigits(to);
  return digits === undefined ? undefined : { to: digits };
}

function contentBody(content: OutboundContent): Record<string, unknown> {
  switch (content.kind) {
    case 'text':
      return { type: 'text', text: { preview_url: content.previewUrl ?? false, body: content.text } };
    case 'template':
      return { type: 'template', template: templateBody(content) };
    case 'image':
    case 'document':
    case 'audio':
    case 'video':
    case 'sticker':
      return { type: content.kind, [content.kind]: mediaBody(content) };
    default:
      return unreachable(content);
  }
}

function mediaBody(content: Extract<OutboundContent, { source: unknown }>): Record<string, unknown> {
  const { kind, source, caption, filename } = content;
  // Meta refuses captions on audio and stickers, and file names on all but documents.
  const takesCaption = kind === 'image' || kind === 'video' || kind === 'document';
  return {
    ...('mediaId' in source ? { id: source.mediaId } : { link: source.link }),
    ...(caption !== undefined && takesCaption ? { caption } : {}),
    ...(filename !== undefined && kind === 'document' ? { filename } : {}),
  };
}

function templateBody(content: Extract<OutboundContent, { kind: 'template' }>): Record<string, unknown> {
  const parameters = content.bodyParameters.map((text) => ({ type: 'text', text }));
  return {
    name: content.name,
    language: { code: content.language },
    ...(parameters.length === 0 ? {} : { components: [{ type: 'body', parameters }] }),
  };
}
