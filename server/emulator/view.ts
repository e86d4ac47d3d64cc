import { choicesOf } from './interactive-request.ts';
import type { OfferedChoices } from './interactive-request.ts';
import type { Customer, MessageStatus, PhoneMessage } from './model.ts';
import type { Policy } from './policy.ts';
import type { Store } from './store.ts';
import type { Delivery } from './webhook-queue.ts';

/** A message for the page and the tests. */
export interface MessageView {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly customer: string;
  readonly direction: PhoneMessage['direction'];
  /** Milliseconds. */
  readonly at: number;
  readonly type: string;
  /** The readable text. */
  readonly text: string;
  readonly content: unknown;
  readonly media: { readonly url: string; readonly mimeType: string; readonly filename: string | null } | null;
  /** Of a carousel, in order. */
  readonly cards: readonly CardView[];
  /** The URL that the phone shows a preview of; null for none. */
  readonly preview: string | null;
  /** The choices of a company's message. */
  readonly choices: OfferedChoices | null;
  /** The quoted message; `text` is null if the emulator doesn't have it. */
  readonly quoted: { readonly id: string; readonly text: string | null; readonly mine: boolean } | null;
  readonly reactions: readonly { readonly emoji: string; readonly mine: boolean }[];
  readonly callbackData: string | null;
  readonly status: MessageStatus;
  readonly failureCode: number | null;
}

/** A card of a carousel: its file, its text and its buttons' captions. */
export interface CardView {
  readonly url: string | null;
  readonly mimeType: string;
  readonly text: string;
  readonly buttons: readonly string[];
}

/** An entry of a number's chat list. */
export interface ChatView {
  readonly customer: Customer;
  readonly lastText: string | null;
  readonly lastType: string | null;
  readonly lastAt: number | null;
  /** Delivered messages that the customer hasn't read. */
  readonly unread: number;
}

/** Everything but the chats. */
export interface StateView {
  readonly revision: number;
  readonly numbers: readonly {
    readonly phoneNumberId: string;
    readonly name: string;
    readonly tenant: string;
    /** Whether it is an SMS number, which takes only texts. */
    readonly isSms: boolean;
    /** For a gateway's phone: whether it is paired, or could scan a code; null for other numbers. */
    readonly gateway: 'paired' | 'codeShown' | 'none' | null;
  }[];
  readonly customers: readonly Customer[];
  readonly policy: Policy;
  readonly pendingWebhooks: number;
  readonly lastDelivery: Delivery | null;
}

/** Kinds that belong to an earlier message, and aren't listed. */
const PART_OF_ANOTHER: readonly string[] = ['reaction', 'edit', 'revoke'];

/** Messages with their customers' edits and deletions applied. */
function asChanged(messages: readonly PhoneMessage[]): PhoneMessage[] {
  const changes = new Map<unknown, PhoneMessage>();
  for (const message of messages) {
    const target =
      message.type === 'edit' || message.type === 'revoke' ? field(message.content, 'original_message_id') : undefined;
    if (target !== undefined) changes.set(target, message);
  }
  return messages.map((message) => {
    const change = changes.get(message.id);
    if (change === undefined) return message;
    if (change.type === 'revoke') return { ...message, type: 'revoked', content: {} };
    return { ...message, content: field(field(change.content, 'message'), 'text') };
  });
}

/** Views of messages, oldest first. Reactions and changes belong to their messages and aren't listed separately. */
export function messageViews(store: Store, given: readonly PhoneMessage[]): MessageView[] {
  const messages = asChanged(given);
  const reactions = new Map<string, { emoji: string; mine: boolean }[]>();
  for (const message of messages) {
    if (message.type !== 'reaction') continue;
    const target = stringField(message.content, 'message_id');
    const emoji = stringField(message.content, 'emoji');
    const mine = message.direction === 'fromCustomer';
    const others = (reactions.get(target ?? '') ?? []).filter((reaction) => reaction.mine !== mine);
    if (target !== null) reactions.set(target, emoji === null || emoji === '' ? others : [...others, { emoji, mine }]);
  }
  return messages
    .filter(({ type }) => !PART_OF_ANOTHER.includes(type))
    .map((message) => ({
      id: message.id,
      phoneNumberId: message.phoneNumberId,
      customer: message.customer,
      direction: message.direction,
      at: message.at,
      type: message.type,
      text: readable(message),
      content: message.content,
      media: mediaView(store, message),
      cards: cardViews(store, message),
      preview: previewOf(message),
      choices: message.direction === 'toCustomer' && message.type === 'interactive' ? choicesOf(message.content) : null,
      quoted: quotedView(store, message),
      reactions: reactions.get(message.id) ?? [],
      callbackData: message.callbackData,
      status: message.status,
      failureCode: message.failureCode,
    }));
}

/** The chats of a number, newest first; customers without messages come last, by name. */
export function chatViews(store: Store, phoneNumberId: string): ChatView[] {
  const last = new Map<string, PhoneMessage>();
  const unread = new Map<string, number>();
  for (const message of store.messages.values()) {
    if (message.phoneNumberId !== phoneNumberId || PART_OF_ANOTHER.includes(message.type)) continue;
    last.set(message.customer, message);
    if (message.direction === 'toCustomer' && message.status === 'delivered') {
      unread.set(message.customer, (unread.get(message.customer) ?? 0) + 1);
    }
  }
  return [...store.customers.values()]
    .map((customer) => {
      const message = last.get(customer.waId);
      return {
        customer,
        lastText: message === undefined ? null : readable(message),
        lastType: message?.type ?? null,
        lastAt: message?.at ?? null,
        unread: unread.get(customer.waId) ?? 0,
      };
    })
    .toSorted(
      (left, right) =>
        (right.lastAt ?? 0) - (left.lastAt ?? 0) || left.customer.name.localeCompare(right.customer.name, 'pt-BR'),
    );
}

function readable(message: PhoneMessage): string {
  const { content, type } = message;
  if (type === 'contacts' && Array.isArray(content)) {
    const names: unknown[] = content;
    return names.map((contact) => stringField(field(contact, 'name'), 'formatted_name') ?? '').join(', ');
  }
  if (type === 'interactive') {
    const choice = field(content, 'button_reply') ?? field(content, 'list_reply') ?? field(content, 'body');
    return stringField(choice, 'title') ?? stringField(choice, 'text') ?? '';
  }
  const names = ['body', 'caption', 'text', 'name', 'address', 'emoji', 'filename'];
  return names.map((name) => stringField(content, name)).find((text) => text !== null) ?? '';
}

/** The first link of a text, if its sender asked for a preview. */
function previewOf({ type, content }: PhoneMessage): string | null {
  if (type !== 'text' || field(content, 'preview_url') !== true) return null;
  const found = /https?:\/\/[^\s<>"]+/i.exec(stringField(content, 'body') ?? '')?.[0];
  const address = found?.replace(/[.,;:!?)\]]+$/, '');
  return address !== undefined && URL.canParse(address) ? address : null;
}

function mediaView(store: Store, message: PhoneMessage): MessageView['media'] {
  // An image by URL: the phone's page loads it, the emulator never does.
  const link = message.type === 'image' ? stringField(message.content, 'link') : null;
  if (link !== null) return { url: link, mimeType: 'image/*', filename: null };
  const source = message.type === 'template' ? field(message.content, 'file') : message.content;
  const media = store.media.get(stringField(source, 'id') ?? '');
  return media === undefined
    ? null
    : {
        url: `/emulator/api/media/${media.id}`,
        mimeType: media.mimeType,
        filename: stringField(source, 'filename') ?? media.filename,
      };
}

function cardViews(store: Store, { type, content }: PhoneMessage): CardView[] {
  const cards = type === 'template' ? field(content, 'cards') : undefined;
  const all: unknown[] = Array.isArray(cards) ? cards : [];
  return all.map((card) => {
    const media = store.media.get(stringField(field(card, 'file'), 'id') ?? '');
    const buttons = field(card, 'buttons');
    return {
      url: media === undefined ? null : `/emulator/api/media/${media.id}`,
      mimeType: media?.mimeType ?? '',
      text: stringField(card, 'text') ?? '',
      buttons: Array.isArray(buttons) ? buttons.map(String) : [],
    };
  });
}

function quotedView(store: Store, message: PhoneMessage): MessageView['quoted'] {
  if (message.replyTo === null) return null;
  const quoted = store.messages.get(message.replyTo);
  return {
    id: message.replyTo,
    text: quoted === undefined ? null : readable(quoted) || quoted.type,
    mine: quoted?.direction === 'fromCustomer',
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function stringField(value: unknown, name: string): string | null {
  const found = field(value, name);
  return typeof found === 'string' ? found : null;
}
