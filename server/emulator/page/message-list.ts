import type { MessageView } from '../view.ts';
import { icon, make, tick } from './dom.ts';
import type { IconName } from './dom.ts';
import { day, sameDay, time } from './format.ts';
import { say } from './texts.ts';
import type { TextKey } from './texts.ts';

export interface MessageActions {
  readonly reply: (message: MessageView) => void;
  readonly react: (message: MessageView, emoji: string | undefined) => void;
}

const EMOJIS = ['👍', '❤️', '😂', '🙏'];
/** Messages of one side within so many milliseconds stand together. */
const GROUP_MS = 120_000;
const NEAR_END_PX = 80;

/** The bubbles of a chat. Only what changed is drawn anew, and who is at the end stays at the end. */
export class MessageList {
  readonly element: HTMLElement;
  readonly #list = make('ol', { attributes: { 'aria-live': 'polite' } });
  readonly #actions: MessageActions;
  readonly #drawn = new Map<string, { written: string; element: HTMLElement }>();
  #chat = '';
  #company = '';

  constructor(actions: MessageActions) {
    this.#actions = actions;
    this.element = make(
      'div',
      { class: 'messages', attributes: { tabindex: '0', 'aria-label': say('chat') } },
      this.#list,
    );
  }

  /** Shows the messages of `chat` with `company`, another chat beginning at its end. */
  show(chat: string, company: string, messages: readonly MessageView[]): void {
    const { element } = this;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    const other = chat !== this.#chat;
    if (other) this.#drawn.clear();
    this.#chat = chat;
    this.#company = company;
    const last = messages.at(-1);
    const mineIsNew = last?.direction === 'fromCustomer' && !this.#drawn.has(last.id);
    const nodes = messages.flatMap((message, index) => this.#nodes(message, messages[index - 1]));
    this.#place(nodes);
    if (other || atEnd || mineIsNew) element.scrollTop = element.scrollHeight;
  }

  /** Leaves alone what stays: a sound goes on playing, and a reader is told only of what is new. */
  #place(nodes: readonly HTMLElement[]): void {
    const kept = new Set<Element>(nodes);
    for (const child of [...this.#list.children]) if (!kept.has(child)) child.remove();
    for (const [index, node] of nodes.entries()) {
      const there = this.#list.children[index];
      if (there !== node) this.#list.insertBefore(node, there ?? null);
    }
  }

  #nodes(message: MessageView, previous: MessageView | undefined): HTMLElement[] {
    const newDay = previous === undefined || !sameDay(previous.at, message.at);
    const first = newDay || previous.direction !== message.direction || message.at - previous.at > GROUP_MS;
    const bubble = this.#kept(message.id, JSON.stringify([message, first]), () => this.#bubble(message, first));
    if (!newDay) return [bubble];
    const label = day(message.at);
    return [this.#kept(`day ${message.id}`, label, () => make('li', { class: 'day' }, label)), bubble];
  }

  #kept(id: string, written: string, draw: () => HTMLElement): HTMLElement {
    const drawn = this.#drawn.get(id);
    if (drawn?.written === written) return drawn.element;
    const element = draw();
    this.#drawn.set(id, { written, element });
    return element;
  }

  #bubble(message: MessageView, first: boolean): HTMLElement {
    const mine = message.direction === 'fromCustomer';
    const failed = message.status === 'failed';
    const plain = message.type === 'sticker' && message.media !== null;
    return make(
      'li',
      {
        class: [
          'message',
          mine ? 'mine' : 'theirs',
          first ? 'first' : '',
          message.reactions.length > 0 ? 'reacted' : '',
        ].join(' '),
      },
      make(
        'div',
        { class: `bubble ${failed ? 'failed' : ''} ${plain ? 'plain' : ''}` },
        message.quoted === null ? null : quote(message.quoted, this.#company),
        ...body(message),
        make('span', { class: 'meta' }, time(message.at), mine ? ownTick(message) : null),
        message.reactions.length === 0
          ? null
          : make('span', { class: 'reactions' }, message.reactions.map(({ emoji }) => emoji).join('')),
      ),
      failed ? make('p', { class: 'failure' }, say('failed', { code: message.failureCode ?? '' })) : null,
      this.#actionBar(message),
    );
  }

  #actionBar(message: MessageView): HTMLElement {
    const own = message.reactions.find(({ mine }) => mine)?.emoji;
    const action = (label: string, content: Node | string, run: () => void) =>
      make(
        'button',
        { class: 'action', attributes: { type: 'button', 'aria-label': label, title: label }, on: { click: run } },
        content,
      );
    return make(
      'div',
      { class: 'actions' },
      action(say('reply'), icon('reply', 'icon small'), () => this.#actions.reply(message)),
      ...EMOJIS.map((emoji) =>
        action(say('react', { emoji }), emoji, () => this.#actions.react(message, own === emoji ? undefined : emoji)),
      ),
    );
  }
}

function ownTick(message: MessageView): HTMLElement {
  const [kind, key] = ((): ['clock' | 'one' | 'two', TextKey] => {
    if (message.status === 'waiting') return ['clock', 'statusWaiting'];
    if (message.status === 'queued') return ['one', 'statusQueued'];
    return ['two', message.status === 'read' ? 'statusRead' : 'statusDelivered'];
  })();
  return make(
    'span',
    { attributes: { role: 'img', 'aria-label': say(key), title: say(key) } },
    tick(kind, message.status === 'read'),
  );
}

/** What a message answers to, with who wrote it. */
export function quote(quoted: { readonly text: string | null; readonly mine: boolean }, company: string): HTMLElement {
  const author = make('b', {}, quoted.mine ? say('you') : company);
  return make('span', { class: 'quote' }, author, quoted.text ?? say('quotedUnknown'));
}

const fileIcons: Readonly<Record<string, IconName>> = {
  image: 'photo',
  document: 'document',
  audio: 'audio',
  video: 'video',
  sticker: 'sticker',
  location: 'location',
  contacts: 'contact',
};

const typeNames: Readonly<Record<string, TextKey>> = {
  image: 'photo',
  document: 'document',
  audio: 'audio',
  video: 'video',
  sticker: 'sticker',
  location: 'location',
  contacts: 'contact',
};

/** The name of a kind of message in the page's language. */
export function typeName(type: string): string {
  const key = typeNames[type];
  return key === undefined ? type : say(key);
}

function body(message: MessageView): (Node | string)[] {
  const { media, type, text } = message;
  if (media !== null && type === 'image') {
    return [picture(message, media.url), ...formatted(text)];
  }
  if (media !== null && type === 'sticker') {
    return [make('img', { class: 'sticker', attributes: { src: media.url, alt: say('sticker') } })];
  }
  if (media !== null && type === 'video') {
    const video = make('video', {
      class: 'picture',
      attributes: { src: media.url, controls: true, preload: 'metadata' },
    });
    return [video, ...formatted(text)];
  }
  if (media !== null && type === 'audio') {
    return [make('audio', { class: 'sound', attributes: { src: media.url, controls: true, preload: 'metadata' } })];
  }
  if (type in fileIcons) return [file(message)];
  return type === 'text' || text !== '' ? formatted(text) : [make('i', {}, typeName(type))];
}

/** An image, or its name where its address gives none. */
function picture(message: MessageView, url: string): HTMLElement {
  const image = make('img', {
    class: 'picture',
    attributes: { src: url, alt: message.text || say('photo'), referrerpolicy: 'no-referrer' },
    on: { error: () => image.replaceWith(file({ ...message, media: null, text: '' })) },
  });
  return image;
}

function file(message: MessageView): HTMLElement {
  const { media, type, text } = message;
  const title = media?.filename ?? (text || typeName(type));
  const small = media?.filename === null || media === null ? typeName(type) : text || media.mimeType;
  const content = [
    icon(fileIcons[type] ?? 'document'),
    make('span', {}, make('b', {}, title), title === small ? null : make('small', {}, small)),
  ];
  return media === null
    ? make('span', { class: 'file' }, ...content)
    : make('a', { class: 'file', attributes: { href: media.url, download: media.filename ?? true } }, ...content);
}

/** WhatsApp's *bold*, _italic_ and ~strike~ as elements. */
function formatted(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  const tags = { '*': 'b', _: 'i', '~': 's' } as const;
  let end = 0;
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])([*_~])(\S(?:.*?\S)?)\1(?![\p{L}\p{N}])/gu)) {
    const [whole, mark, inner] = match;
    if (mark !== '*' && mark !== '_' && mark !== '~') continue;
    parts.push(text.slice(end, match.index), make(tags[mark], {}, inner));
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
