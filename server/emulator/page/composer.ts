import type { MessageView } from '../view.ts';
import type { WrittenMessage } from '../written-message.ts';
import { icon, make } from './dom.ts';
import type { IconName } from './dom.ts';
import { quote, typeName } from './message-list.ts';
import { say } from './texts.ts';
import type { TextKey } from './texts.ts';

const attachments: readonly { icon: IconName; text: TextKey; written: WrittenMessage }[] = [
  { icon: 'photo', text: 'photo', written: { type: 'image', caption: 'A vista daqui' } },
  { icon: 'document', text: 'document', written: { type: 'document', caption: 'Segue o comprovante' } },
  { icon: 'audio', text: 'audio', written: { type: 'audio' } },
  { icon: 'video', text: 'video', written: { type: 'video' } },
  { icon: 'sticker', text: 'sticker', written: { type: 'sticker' } },
  {
    icon: 'location',
    text: 'location',
    written: {
      type: 'location',
      latitude: -23.561_414,
      longitude: -46.655_881,
      name: 'MASP',
      address: 'Av. Paulista, 1578, São Paulo',
    },
  },
  {
    icon: 'contact',
    text: 'contact',
    written: { type: 'contacts', contacts: [{ name: 'Rui Azevedo', phone: '+55 11 98765-4321' }] },
  },
];

/** Where one writes: Enter sends, Shift+Enter breaks the line. Each chat keeps its own draft. */
export class Composer {
  readonly element: HTMLElement;
  readonly #send: (written: WrittenMessage) => Promise<boolean>;
  readonly #drafts = new Map<string, string>();
  readonly #input: HTMLTextAreaElement;
  readonly #sendButton: HTMLButtonElement;
  readonly #attachButton: HTMLButtonElement;
  readonly #menu: HTMLElement;
  readonly #replying = make('div', { class: 'replying', attributes: { hidden: true } });
  #replyTo: MessageView | null = null;
  #chat = '';
  #company = '';

  constructor(send: (written: WrittenMessage) => Promise<boolean>) {
    this.#send = send;
    this.#input = make('textarea', {
      attributes: {
        rows: 1,
        maxlength: 4096,
        placeholder: say('write'),
        'aria-label': say('write'),
        id: 'message-text',
      },
      on: { input: () => this.#drawButton(), keydown: (event) => this.#onKey(event) },
    });
    this.#sendButton = make(
      'button',
      { class: 'round send', attributes: { type: 'submit', 'aria-label': say('send'), title: say('send') } },
      icon('send'),
    );
    this.#attachButton = make(
      'button',
      {
        class: 'round',
        attributes: {
          type: 'button',
          'aria-label': say('attach'),
          title: say('attach'),
          'aria-expanded': 'false',
          'aria-controls': 'attachments',
        },
        on: { click: () => this.#toggleMenu(this.#menu.hidden !== false) },
      },
      icon('plus'),
    );
    this.#menu = make(
      'div',
      {
        class: 'attachments',
        attributes: { id: 'attachments', hidden: true, role: 'group', 'aria-label': say('attach') },
      },
      ...attachments.map((each) =>
        make(
          'button',
          { class: 'attachment', attributes: { type: 'button' }, on: { click: () => this.#attach(each.written) } },
          icon(each.icon),
          say(each.text),
        ),
      ),
    );
    const form = make(
      'form',
      { class: 'box', on: { submit: (event) => this.#onSubmit(event) } },
      this.#attachButton,
      this.#input,
      this.#sendButton,
    );
    this.element = make('div', { class: 'composer' }, this.#menu, this.#replying, form);
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#escape();
    });
    document.addEventListener('pointerdown', (event) => {
      if (event.target instanceof Node && !this.element.contains(event.target)) this.#toggleMenu(false);
    });
    this.#drawButton();
  }

  /** Turns to another chat, with what was begun there. */
  turnTo(chat: string, company: string): void {
    this.#company = company;
    if (chat === this.#chat) return;
    this.#drafts.set(this.#chat, this.#input.value);
    this.#chat = chat;
    this.#input.value = this.#drafts.get(chat) ?? '';
    this.reply(null);
    this.#toggleMenu(false);
    this.#drawButton();
  }

  /** The next message answers to this one. */
  reply(message: MessageView | null): void {
    this.#replyTo = message;
    this.#replying.hidden = message === null;
    if (message === null) return;
    const text = message.text || typeName(message.type);
    const stop = make(
      'button',
      {
        class: 'round',
        attributes: { type: 'button', 'aria-label': say('stopReply'), title: say('stopReply') },
        on: { click: () => this.#escape() },
      },
      icon('close', 'icon small'),
    );
    this.#replying.replaceChildren(quote({ text, mine: message.direction === 'fromCustomer' }, this.#company), stop);
    this.#input.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void this.#sendText();
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void this.#sendText();
  }

  async #sendText(): Promise<void> {
    const body = this.#input.value.trim();
    if (body === '') return;
    const replyTo = this.#takeReply();
    this.#input.value = '';
    this.#drawButton();
    if (await this.#send({ type: 'text', body, ...replyTo })) return;
    // What was not taken comes back, unless the next one is begun already.
    if (this.#input.value === '') this.#input.value = body;
    this.#drawButton();
  }

  #attach(written: WrittenMessage): void {
    this.#toggleMenu(false);
    this.#input.focus();
    void this.#send({ ...written, ...this.#takeReply() });
  }

  #takeReply(): { replyTo?: string } {
    const replyTo = this.#replyTo;
    this.reply(null);
    return replyTo === null ? {} : { replyTo: replyTo.id };
  }

  #escape(): void {
    if (this.#menu.hidden) this.reply(null);
    else this.#toggleMenu(false);
    this.#input.focus();
  }

  #toggleMenu(open: boolean): void {
    this.#menu.hidden = !open;
    this.#attachButton.setAttribute('aria-expanded', String(open));
    if (open) this.#menu.querySelector('button')?.focus();
  }

  #drawButton(): void {
    this.#sendButton.disabled = this.#input.value.trim() === '';
  }
}
