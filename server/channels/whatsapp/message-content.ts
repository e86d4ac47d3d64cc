import type * as z from 'zod/mini';
import { cardsText, placeText } from '../../../contract/facts/shared-text.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { InboundContent, MediaReference, SharedContact } from '../channel.ts';
import { tagTypeOfDocument } from '../tag-type.ts';
import { formatMoney } from './money.ts';
import { contentSchemas } from './webhook-schema.ts';

/** The kind-specific part of a message: its kind and fields, its text, its tag. */
export interface ParsedContent {
  readonly content: InboundContent;
  readonly text: string;
  readonly tagType: TagType;
}

interface RawMedia {
  readonly id: string;
  readonly mime_type?: string | undefined;
  readonly sha256?: string | undefined;
  readonly filename?: string | undefined;
}

/**
 * Parses the content under a message's `type`. A known type with invalid content throws the schema's error; an unknown
 * type is `unsupported`, with its caption, if any.
 */
export function parseContent(type: string, message: object): ParsedContent {
  switch (type) {
    case 'text': {
      const { text } = contentSchemas.text.parse(message);
      return { content: { kind: 'text' }, text: text.body, tagType: 'text' };
    }
    case 'image': {
      const { image } = contentSchemas.image.parse(message);
      return { content: { kind: type, media: mediaOf(image) }, text: image.caption ?? '', tagType: 'image' };
    }
    case 'video': {
      const { video } = contentSchemas.video.parse(message);
      return { content: { kind: type, media: mediaOf(video) }, text: video.caption ?? '', tagType: 'video' };
    }
    case 'sticker': {
      const { sticker } = contentSchemas.sticker.parse(message);
      return { content: { kind: type, media: mediaOf(sticker) }, text: '', tagType: 'sticker' };
    }
    case 'document': {
      const { document } = contentSchemas.document.parse(message);
      const media = mediaOf(document);
      const tagType = tagTypeOfDocument(media.filename, media.mimeType);
      return { content: { kind: type, media }, text: document.caption ?? '', tagType };
    }
    case 'audio': {
      const { audio } = contentSchemas.audio.parse(message);
      const content = { kind: type, media: mediaOf(audio), voice: audio.voice ?? false } as const;
      return { content, text: audio.caption ?? '', tagType: 'audio' };
    }
    case 'location': {
      const { location } = contentSchemas.location.parse(message);
      const { latitude, longitude, name, address } = location;
      const place = { latitude, longitude, name, address };
      return { content: { kind: type, location: place }, text: placeText(place), tagType: 'location' };
    }
    case 'contacts': {
      const contacts = contentSchemas.contacts.parse(message).contacts.map(contactOf);
      return { content: { kind: type, contacts }, text: cardsText(contacts.map(withPlainPhones)), tagType: 'contacts' };
    }
    case 'interactive': {
      const { interactive } = contentSchemas.interactive.parse(message);
      const choice = interactive.button_reply ?? interactive.list_reply;
      const title = choice?.title ?? interactive.nfm_reply?.body ?? '';
      const reply = { type: interactive.type, id: choice?.id, title };
      const text = [title, choice?.description].filter(Boolean).join('\n');
      return { content: { kind: type, reply }, text, tagType: 'interactive' };
    }
    case 'button': {
      const { button } = contentSchemas.button.parse(message);
      const content = { kind: type, payload: button.payload ?? '' } as const;
      return { content, text: button.text, tagType: 'button' };
    }
    case 'reaction': {
      const { reaction } = contentSchemas.reaction.parse(message);
      // A removed reaction has no emoji, or in some versions an empty one.
      const emoji = reaction.emoji === '' ? undefined : reaction.emoji;
      const content = { kind: type, emoji, targetProviderId: reaction.message_id } as const;
      return { content, text: emoji ?? '', tagType: 'reaction' };
    }
    case 'order': {
      const { order } = contentSchemas.order.parse(message);
      const items = order.product_items.map((item) => ({
        productId: item.product_retailer_id,
        quantity: item.quantity,
        price: item.item_price,
        currency: item.currency,
      }));
      const lines = items.map(
        ({ productId, quantity, price, currency }) => `${quantity} × ${productId} · ${formatMoney(price, currency)}`,
      );
      return {
        content: { kind: type, items },
        text: [order.text, ...lines].filter(Boolean).join('\n'),
        tagType: 'order',
      };
    }
    case 'edit': {
      const { edit } = contentSchemas.edit.parse(message);
      const content = { kind: type, targetProviderId: edit.original_message_id } as const;
      return { content, text: captionOf(edit.message?.type ?? 'text', edit.message), tagType: 'edited' };
    }
    case 'revoke': {
      const { revoke } = contentSchemas.revoke.parse(message);
      return { content: { kind: type, targetProviderId: revoke.original_message_id }, text: '', tagType: 'revoked' };
    }
    case 'system': {
      const { system } = contentSchemas.system.parse(message);
      const content = {
        kind: type,
        change: system.type ?? 'unknown',
        newAddress: system.wa_id ?? system.user_id,
      } as const;
      return { content, text: system.body ?? '', tagType: 'system' };
    }
    default: {
      const providerType = unsupportedType(type, message);
      return {
        content: { kind: 'unsupported', providerType },
        text: captionOf(type, message),
        tagType: tagTypeOf(providerType),
      };
    }
  }
}

function mediaOf(media: RawMedia): MediaReference {
  return {
    id: media.id,
    mimeType: media.mime_type ?? 'application/octet-stream',
    filename: media.filename,
    sha256: media.sha256,
  };
}

type RawContact = z.infer<typeof contentSchemas.contacts>['contacts'][number];

function withPlainPhones({ name, phones, emails }: SharedContact) {
  return { name, phones: phones.map(({ phone }) => phone), emails };
}

function contactOf({ name, org, phones = [], emails = [] }: RawContact): SharedContact {
  const created = [name?.first_name, name?.last_name].filter(Boolean).join(' ');
  return {
    name: name?.formatted_name || created || org?.company || '',
    organization: org?.company,
    phones: phones.flatMap(({ phone, wa_id: waId }) => {
      const number = phone ?? waId;
      return number === undefined ? [] : [{ phone: number, waId }];
    }),
    emails: emails.flatMap(({ email }) => (email === undefined ? [] : [email])),
  };
}

/** Kinds shown by their name although their content is unreadable. */
function tagTypeOf(providerType: string): TagType {
  if (providerType.startsWith('poll')) return 'poll';
  return providerType === 'request_welcome' ? 'welcome' : 'unsupported';
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Meta sends `unsupported` with the real type beside it: `{unsupported: {type: 'poll_creation'}}`. */
function unsupportedType(type: string, message: object): string {
  const inner = field(field(message, type), 'type');
  return type === 'unsupported' && typeof inner === 'string' ? inner : type;
}

function captionOf(type: string, message: unknown): string {
  const part = field(message, type);
  const readable = ['caption', 'body', 'text', 'title'].map((name) => field(part, name));
  return readable.find((value) => typeof value === 'string') ?? '';
}
