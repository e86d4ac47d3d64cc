import { unreachable } from '../../unreachable.ts';
import type {
  CardSent,
  Choices,
  OutboundContent,
  OutboundMessage,
  SharedContact,
  TemplateButtonValue,
  TemplateParameter,
} from '../channel.ts';
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
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: content.targetProviderId, emoji: content.emoji } };
    case 'location':
      return { type: 'location', location: content.location };
    case 'contacts':
      return { type: 'contacts', contacts: content.contacts.map(cardBody) };
    case 'choices':
      return { type: 'interactive', interactive: choicesBody(content) };
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
  const { kind, source, caption, filename, voice } = content;
  // Meta refuses captions on audio and stickers, and file names on all but documents.
  const takesCaption = kind === 'image' || kind === 'video' || kind === 'document';
  return {
    ...('mediaId' in source ? { id: source.mediaId } : 'link' in source ? { link: source.link } : {}),
    ...(caption !== undefined && takesCaption ? { caption } : {}),
    ...(filename !== undefined && kind === 'document' ? { filename } : {}),
    // Sent as a voice message: phones show the profile's picture, and report when it was played.
    ...(voice === true && kind === 'audio' ? { voice } : {}),
  };
}

/** Up to three reply buttons, or a list of one section; ids only have to differ within the message. */
function choicesBody({ text, button, options }: Choices): Record<string, unknown> {
  const body = { text };
  if (button === null) {
    const buttons = options.map(({ id, title }, at) => ({ type: 'reply', reply: { id: id ?? String(at + 1), title } }));
    return { type: 'button', body, action: { buttons } };
  }
  const rows = options.map(({ id, title, description }, at) => ({
    id: id ?? String(at + 1),
    title,
    ...(description === null ? {} : { description }),
  }));
  return { type: 'list', body, action: { button, sections: [{ rows }] } };
}

/** Meta wants a name in one piece and at least one part of it. */
function cardBody({ name, organization, phones, emails }: SharedContact): Record<string, unknown> {
  return {
    name: { formatted_name: name, first_name: name },
    ...(organization === undefined ? {} : { org: { company: organization } }),
    phones: phones.map(({ phone, waId }) => ({ phone, type: 'CELL', ...(waId === undefined ? {} : { wa_id: waId }) })),
    emails: emails.map((email) => ({ email, type: 'WORK' })),
  };
}

type TemplateSent = Extract<OutboundContent, { kind: 'template' }>;
type HeaderFileSent = NonNullable<TemplateSent['headerFile']>;

function templateBody(content: TemplateSent): Record<string, unknown> {
  const { header, headerFile, body, buttons, cards = [] } = content;
  const components = [
    ...(headerFile === undefined ? [] : [{ type: 'header', parameters: [fileParameter(headerFile)] }]),
    ...(header.length === 0 ? [] : [{ type: 'header', parameters: header.map(textParameter) }]),
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: body.map(textParameter) }]),
    ...buttons.map(buttonComponent),
    ...(cards.length === 0 ? [] : [{ type: 'carousel', cards: cards.map(cardComponent) }]),
  ];
  return {
    name: content.name,
    language: { code: content.language },
    ...(components.length === 0 ? {} : { components }),
  };
}

function cardComponent({ headerFile, body, buttons }: CardSent, at: number): Record<string, unknown> {
  const components = [
    { type: 'header', parameters: [fileParameter(headerFile)] },
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: body.map(textParameter) }]),
    ...buttons.map(buttonComponent),
  ];
  return { card_index: at, components };
}

function buttonComponent({ index, kind, text }: TemplateButtonValue): Record<string, unknown> {
  return { type: 'button', sub_type: kind, index: String(index), parameters: [buttonParameter(kind, text)] };
}

function buttonParameter(kind: TemplateButtonValue['kind'], text: string): Record<string, string> {
  switch (kind) {
    case 'url':
      return { type: 'text', text };
    case 'copy_code':
      return { type: 'coupon_code', coupon_code: text };
    case 'quick_reply':
      return { type: 'payload', payload: text };
    default:
      return unreachable(kind);
  }
}

function fileParameter({ kind, mediaId, name }: HeaderFileSent): Record<string, unknown> {
  // A document without a name is shown as “Untitled”.
  return { type: kind, [kind]: { id: mediaId, ...(kind === 'document' && name !== null ? { filename: name } : {}) } };
}

function textParameter({ name, text }: TemplateParameter): Record<string, string> {
  return { type: 'text', ...(name === undefined ? {} : { parameter_name: name }), text };
}
