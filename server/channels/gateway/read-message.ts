import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { InboundContent, InboundMessage, MediaReference, ParsedWebhook, SharedContact } from '../channel.ts';
import { phoneDigits } from '../phone-number.ts';
import { NOTHING, storable } from '../sms/sms-channel.ts';
import { tagTypeOfDocument } from '../tag-type.ts';

const text = z.optional(z.nullable(z.string()));

const contextSchema = z.looseObject({ stanzaId: text, isForwarded: z.optional(z.nullable(z.boolean())) });
const upsertSchema = z.looseObject({
  key: z.looseObject({
    id: z.string().check(z.minLength(1)),
    remoteJid: z.string(),
    remoteJidAlt: text,
    senderPn: text,
    fromMe: z.optional(z.nullable(z.boolean())),
  }),
  pushName: text,
  messageTimestamp: z.optional(z.union([z.number(), z.string()])),
  messageType: text,
  contextInfo: z.optional(z.nullable(contextSchema)),
  message: z.record(z.string(), z.unknown()),
});

const fileSchema = z.looseObject({
  mimetype: text,
  caption: text,
  fileName: text,
  ptt: z.optional(z.nullable(z.boolean())),
  contextInfo: z.optional(z.nullable(contextSchema)),
});
const placeSchema = z.looseObject({
  degreesLatitude: z.number(),
  degreesLongitude: z.number(),
  name: text,
  address: text,
});
const cardSchema = z.looseObject({ displayName: text, vcard: text });
const reactionSchema = z.looseObject({ key: z.looseObject({ id: z.string() }), text });
/** An edit or a deletion of an earlier message; the type is a name or a number. */
const changeSchema = z.looseObject({
  key: z.looseObject({ id: z.string().check(z.minLength(1)) }),
  type: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  editedMessage: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  timestampMs: z.optional(z.nullable(z.unknown())),
});
const buttonSchema = z.looseObject({ selectedDisplayText: text, selectedButtonId: text, title: text });

type Content = Readonly<Record<string, unknown>>;
type Read = { readonly content: InboundContent; readonly text: string; readonly tagType: TagType };

/** Types that are irrelevant to attendants. */
const SILENT: readonly string[] = ['protocolMessage', 'senderKeyDistributionMessage', 'messageContextInfo'];

/** What a message may be wrapped in. Wrappers nest: a view-once picture in a chat with disappearing messages has two. */
const WRAPPERS: readonly string[] = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
];
const WRAPPERS_MAX = 5;
const wrapperSchema = z.looseObject({ message: z.record(z.string(), z.unknown()) });

/** Parses a message from or to a person; empty for groups and broadcasts, undefined if unreadable. */
export function readMessage(phoneNumberId: string, json: unknown, now: Date): ParsedWebhook | undefined {
  const parsed = upsertSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { key, pushName, messageTimestamp, messageType, contextInfo, message: wrapped } = parsed.data;
  const isOurs = key.fromMe === true;
  if (/@(g\.us|broadcast|newsletter)$/.test(key.remoteJid)) return { ...NOTHING, ignored: ['messages.upsert group'] };
  const from = senderOf([key.remoteJid, key.remoteJidAlt, key.senderPn]);
  if (from === undefined) return undefined;
  const message = unwrapped(wrapped);
  if (message['protocolMessage'] !== undefined && message['protocolMessage'] !== null) {
    const read = readChange(phoneNumberId, message['protocolMessage'], now, from);
    return isOurs && read !== undefined ? { ...read, messages: [], echoes: read.messages } : read;
  }
  // The type named is the wrapper's.
  const type = contentTypeOf(message, message === wrapped ? messageType : undefined);
  if (type === undefined) return { ...NOTHING, ignored: ['messages.upsert silent'] };
  const { content, text: words, tagType } = contentOf(key.id, type, message);
  const context = contextInfo ?? contextOf(message[type]);
  const read: InboundMessage = {
    phoneNumberId,
    from,
    fromUserId: undefined,
    profileName: isOurs || pushName === null || pushName === undefined ? undefined : storable(pushName),
    providerMessageId: storable(key.id),
    timestamp: momentOf(messageTimestamp, now),
    replyToProviderId: context?.stanzaId ?? undefined,
    forwarded: context?.isForwarded === true,
    text: storable(words),
    tagType,
    referral: undefined,
    ...content,
  };
  return isOurs ? { ...NOTHING, echoes: [read] } : { ...NOTHING, messages: [read] };
}

/**
 * Somebody edited or deleted a message. Gateways report it in several ways, some in more than one, and name no
 * sender: then `from` is empty, and the sender is whoever wrote that message. Undefined: unreadable.
 */
export function readChange(phoneNumberId: string, json: unknown, now: Date, from = ''): ParsedWebhook | undefined {
  const parsed = changeSchema.safeParse(json);
  if (!parsed.success) return { ...NOTHING, ignored: ['protocolMessage'] };
  const { key, type, editedMessage, timestampMs } = parsed.data;
  const target = storable(key.id);
  const head = {
    phoneNumberId,
    from,
    fromUserId: undefined,
    profileName: undefined,
    timestamp: now,
    replyToProviderId: undefined,
    forwarded: false,
    referral: undefined,
  };
  if (type === 'REVOKE' || type === 0) {
    const content = { kind: 'revoke', targetProviderId: target, text: '', tagType: 'revoked' } as const;
    return { ...NOTHING, messages: [{ ...head, ...content, providerMessageId: `${target} revoke` }] };
  }
  if ((type !== 'MESSAGE_EDIT' && type !== 14) || editedMessage === undefined || editedMessage === null) {
    return { ...NOTHING, ignored: ['protocolMessage'] };
  }
  const message = unwrapped(editedMessage);
  const edited = contentTypeOf(message, undefined);
  if (edited === undefined) return undefined;
  const { text: words } = contentOf(target, edited, message);
  const version = createHash('sha256')
    .update(`${JSON.stringify(timestampMs)} ${words}`)
    .digest('hex')
    .slice(0, 16);
  const content = { kind: 'edit', targetProviderId: target, text: storable(words), tagType: 'edited' } as const;
  return { ...NOTHING, messages: [{ ...head, ...content, providerMessageId: `${target} edit ${version}` }] };
}

/** WhatsApp may hide the number behind an id (`…@lid`), and send it in another field. */
function senderOf(jids: readonly (string | null | undefined)[]): string | undefined {
  const numbers = jids.map((jid) => phoneDigits(/^(\d+)(?::\d+)?@s\.whatsapp\.net$/.exec(jid ?? '')?.[1] ?? ''));
  return numbers.find((number) => number !== undefined);
}

function unwrapped(message: Content): Content {
  let inner = message;
  for (let depth = 0; depth < WRAPPERS_MAX; depth += 1) {
    const wrapper = WRAPPERS.map((name) => wrapperSchema.safeParse(inner[name]).data).find(
      (each) => each !== undefined,
    );
    if (wrapper === undefined) return inner;
    inner = wrapper.message;
  }
  return inner;
}

function contentTypeOf(message: Content, named: string | null | undefined): string | undefined {
  if (named !== null && named !== undefined && named in message && !SILENT.includes(named)) return named;
  return Object.keys(message).find((name) => !SILENT.includes(name) && message[name] !== null);
}

function contentOf(id: string, type: string, message: Content): Read {
  const value = message[type];
  switch (type) {
    case 'conversation':
      return { content: { kind: 'text' }, text: typeof value === 'string' ? value : '', tagType: 'text' };
    case 'extendedTextMessage':
      return { content: { kind: 'text' }, text: stringOf(value, 'text') ?? '', tagType: 'text' };
    case 'imageMessage':
      return fileOf(id, 'image', value);
    case 'videoMessage':
    case 'ptvMessage':
      return fileOf(id, 'video', value);
    case 'stickerMessage':
      return fileOf(id, 'sticker', value);
    case 'audioMessage':
      return fileOf(id, 'audio', value);
    case 'documentMessage':
      return fileOf(id, 'document', value);
    case 'locationMessage':
    case 'liveLocationMessage': {
      const place = placeSchema.safeParse(value);
      if (!place.success) return unsupported(type);
      const { degreesLatitude: latitude, degreesLongitude: longitude, name, address } = place.data;
      const location = { latitude, longitude, name: given(name), address: given(address) };
      return {
        content: { kind: 'location', location },
        text: location.name ?? location.address ?? '',
        tagType: 'location',
      };
    }
    case 'contactMessage':
    case 'contactsArrayMessage': {
      const cards = type === 'contactMessage' ? [value] : listOf(value, 'contacts');
      const contacts = cards.flatMap((card) => contactOf(card) ?? []);
      if (contacts.length === 0) return unsupported(type);
      return {
        content: { kind: 'contacts', contacts },
        text: contacts.map(({ name }) => name).join(', '),
        tagType: 'contacts',
      };
    }
    case 'reactionMessage': {
      const reaction = reactionSchema.safeParse(value);
      if (!reaction.success) return unsupported(type);
      const emoji = given(reaction.data.text);
      const content = { kind: 'reaction', emoji, targetProviderId: storable(reaction.data.key.id) } as const;
      return { content, text: emoji ?? '', tagType: 'reaction' };
    }
    case 'buttonsResponseMessage':
    case 'templateButtonReplyMessage':
    case 'listResponseMessage': {
      const reply = buttonSchema.safeParse(value);
      const title = given(reply.data?.selectedDisplayText) ?? given(reply.data?.title);
      return title === undefined ? unsupported(type) : { content: { kind: 'text' }, text: title, tagType: 'text' };
    }
    default:
      return unsupported(type);
  }
}

/** A file is fetched by its message's id. */
function fileOf(id: string, kind: 'image' | 'video' | 'sticker' | 'audio' | 'document', json: unknown): Read {
  const file = fileSchema.safeParse(json).data;
  const filename = kind === 'document' ? (given(file?.fileName) ?? 'documento') : undefined;
  const mimeType = given(file?.mimetype) ?? '';
  // WhatsApp's hash of the file comes in several encodings.
  const media: MediaReference = { id: storable(id), mimeType, filename, sha256: undefined };
  const caption = given(file?.caption) ?? '';
  if (kind === 'audio') return { content: { kind, media, voice: file?.ptt === true }, text: caption, tagType: 'audio' };
  const tagType = kind === 'document' ? tagTypeOfDocument(filename, mimeType) : kind;
  return { content: { kind, media }, text: caption, tagType };
}

function contactOf(json: unknown): SharedContact | undefined {
  const card = cardSchema.safeParse(json);
  if (!card.success) return undefined;
  const vcard = card.data.vcard ?? '';
  const phones = [...vcard.matchAll(/^(?:item\d+\.)?TEL([^:\r\n]*):([^\r\n]+)/gim)].map(
    ([, attributes = '', phone = '']) => ({
      phone: storable(phone.trim()),
      waId: /waid=(\d+)/i.exec(attributes)?.[1],
    }),
  );
  const name = given(card.data.displayName) ?? given(/^FN:([^\r\n]+)/im.exec(vcard)?.[1]) ?? phones[0]?.phone;
  return name === undefined ? undefined : { name, organization: undefined, phones, emails: [] };
}

function unsupported(type: string): Read {
  return {
    content: { kind: 'unsupported', providerType: storable(type).slice(0, 60) },
    text: '',
    tagType: 'unsupported',
  };
}

function contextOf(value: unknown): z.infer<typeof contextSchema> | undefined {
  const file = fileSchema.safeParse(value);
  return file.success ? (file.data.contextInfo ?? undefined) : undefined;
}

function momentOf(seconds: number | string | undefined, now: Date): Date {
  const at = Number(seconds ?? Number.NaN);
  return Number.isFinite(at) && at > 0 && at < 1e11 ? new Date(at * 1000) : now;
}

function stringOf(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' ? found : undefined;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return Array.isArray(found) ? found : [];
}

function given(value: string | null | undefined): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : storable(value);
}
