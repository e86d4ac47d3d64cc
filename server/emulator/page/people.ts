import type { ChatView } from '../view.ts';
import { api } from './api.ts';
import { avatar, icon, make, replaceContent } from './dom.ts';
import { moment, phone, typedPhone } from './format.ts';
import { typeName } from './message-list.ts';
import type { Session, Shown } from './session.ts';
import { isEnglish, say } from './texts.ts';

const firstNames = [
  'Luciana',
  'João',
  'Marina',
  'Rui',
  'Tânia',
  'Edson',
  'Débora',
  'Caio',
  'Yara',
  'Otávio',
  'Lia',
  'Nilo',
];
const lastNames = ['Moraes', 'Teixeira', 'Castro', 'Azevedo', 'Siqueira', 'Barros', 'Nunes', 'Prado', 'Lima', 'Farias'];

/** The panel of numbers and people, with the dialog that adds a person. */
export class People {
  readonly element: HTMLElement;
  readonly #session: Session;
  readonly #onChosen: () => void;
  readonly #numbers = make('fieldset', { class: 'numbers' });
  readonly #rows = make('ul', { class: 'rows' });
  readonly #none = make('p', { class: 'muted section', attributes: { hidden: true } });
  readonly #search: HTMLInputElement;
  readonly #dialog: HTMLDialogElement;
  readonly #name: HTMLInputElement;
  readonly #phone: HTMLInputElement;
  readonly #error = make('p', { class: 'error', attributes: { role: 'alert', id: 'person-error' } });
  #drawn = '';

  constructor(session: Session, onChosen: () => void) {
    this.#session = session;
    this.#onChosen = onChosen;
    this.#search = make('input', {
      class: 'input search',
      attributes: { type: 'search', placeholder: say('search'), 'aria-label': say('search') },
      on: { input: () => this.#drawRows() },
    });
    this.#name = make('input', {
      class: 'input',
      attributes: { autocomplete: 'off', maxlength: 120, id: 'person-name' },
    });
    this.#phone = make('input', {
      class: 'input',
      attributes: {
        type: 'tel',
        autocomplete: 'off',
        inputmode: 'tel',
        'aria-describedby': 'person-hint person-error',
      },
    });
    this.#dialog = this.#makeDialog();
    this.element = make(
      'aside',
      { class: 'panel people', attributes: { 'aria-label': say('people') } },
      make(
        'div',
        { class: 'panel-head' },
        make(
          'div',
          { class: 'brand' },
          make('img', { attributes: { src: '/emulator/page/icon.svg', alt: '' } }),
          make('div', {}, make('h1', {}, say('title')), languageLink()),
        ),
        make('p', { class: 'muted intro' }, say('intro')),
      ),
      make(
        'div',
        { class: 'panel-scroll' },
        make('div', { class: 'section' }, this.#numbers),
        make(
          'div',
          { class: 'section' },
          make(
            'div',
            { class: 'section-head' },
            make('h2', {}, say('people')),
            make(
              'button',
              { class: 'button quiet', attributes: { type: 'button' }, on: { click: () => this.add() } },
              icon('plus', 'icon small'),
              say('newPerson'),
            ),
          ),
          this.#search,
        ),
        this.#rows,
        this.#none,
      ),
      this.#dialog,
    );
  }

  /** Opens the dialog, with somebody made up in it. */
  add(): void {
    this.#invent();
    this.#fail('');
    this.#dialog.showModal();
    this.#name.select();
  }

  show(shown: Shown): void {
    const { numbers } = shown.state;
    const written = JSON.stringify([numbers, shown.number]);
    if (written !== this.#drawn) {
      this.#drawn = written;
      replaceContent(
        this.#numbers,
        make('legend', { class: 'visually-hidden' }, say('numbers')),
        make('h2', { attributes: { 'aria-hidden': 'true' } }, say('numbers')),
        ...numbers.map((number) => this.#number(number, number.phoneNumberId === shown.number)),
      );
    }
    this.#drawRows();
  }

  #number(number: Shown['state']['numbers'][number], checked: boolean): HTMLElement {
    return make(
      'label',
      { class: 'number' },
      make('input', {
        attributes: { type: 'radio', name: 'number', checked, id: `number-${number.phoneNumberId}` },
        on: { change: () => this.#session.choose({ number: number.phoneNumberId }) },
      }),
      avatar(number.name, number.tenant, 'small company'),
      make('span', { class: 'name' }, number.name),
      make('span', { class: 'tenant' }, number.tenant),
    );
  }

  #drawRows(): void {
    const { shown } = this.#session;
    if (shown === null) return;
    const wanted = this.#search.value.trim().toLowerCase();
    const digits = wanted.replaceAll(/\D/g, '');
    const found = shown.chats.filter(
      ({ customer }) =>
        customer.name.toLowerCase().includes(wanted) || (digits !== '' && customer.waId.includes(digits)),
    );
    replaceContent(this.#rows, ...found.map((chat) => make('li', {}, this.#row(chat, shown.waId))));
    this.#none.hidden = found.length > 0;
    this.#none.textContent = say(shown.chats.length === 0 ? 'noPeople' : 'nobodyFound');
  }

  #row({ customer, lastText, lastType, lastAt, unread }: ChatView, chosen: string | null): HTMLElement {
    const preview = lastAt === null ? phone(customer.waId) : lastText || typeName(lastType ?? '');
    return make(
      'button',
      {
        class: 'row',
        attributes: {
          type: 'button',
          id: `person-${customer.waId}`,
          'aria-current': customer.waId === chosen ? 'true' : undefined,
        },
        on: {
          click: () => {
            this.#onChosen();
            this.#session.choose({ waId: customer.waId });
          },
        },
      },
      avatar(customer.name, customer.waId),
      make('span', { class: 'name' }, customer.name),
      make('span', { class: 'time' }, lastAt === null ? '' : moment(lastAt)),
      make('span', { class: 'preview' }, customer.online ? preview : `${say('offline')} · ${preview}`),
      unread === 0
        ? null
        : make(
            'span',
            { class: 'badge', attributes: { 'aria-label': say('unread', { count: unread }) } },
            String(unread),
          ),
    );
  }

  #makeDialog(): HTMLDialogElement {
    const label = (text: string, ...content: Node[]) => make('label', { class: 'field' }, text, ...content);
    const form = make(
      'form',
      { class: 'form', on: { submit: (event) => void this.#save(event) } },
      make('h1', { attributes: { id: 'person-title' } }, say('newPerson')),
      label(say('name'), this.#name),
      label(say('phone'), this.#phone),
      make('p', { class: 'muted', attributes: { id: 'person-hint' } }, say('phoneHint')),
      this.#error,
      make(
        'div',
        { class: 'buttons' },
        make(
          'button',
          { class: 'button quiet', attributes: { type: 'button' }, on: { click: () => this.#invent() } },
          say('invent'),
        ),
        make(
          'button',
          { class: 'button', attributes: { type: 'button' }, on: { click: () => this.#dialog.close() } },
          say('cancel'),
        ),
        make('button', { class: 'button primary', attributes: { type: 'submit' } }, say('create')),
      ),
    );
    return make('dialog', { attributes: { 'aria-labelledby': 'person-title' } }, form);
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const name = this.#name.value.trim();
    const waId = typedPhone(this.#phone.value);
    if (name === '') return this.#fail('name');
    if (waId === undefined) return this.#fail('phone');
    this.#fail('');
    if (!(await this.#session.run(() => api.saveCustomer(waId, name)))) return undefined;
    this.#dialog.close();
    this.#search.value = '';
    this.#onChosen();
    this.#session.choose({ waId });
    return undefined;
  }

  #fail(field: 'name' | 'phone' | ''): undefined {
    this.#name.setAttribute('aria-invalid', String(field === 'name'));
    this.#phone.setAttribute('aria-invalid', String(field === 'phone'));
    this.#error.textContent = field === '' ? '' : say(field === 'name' ? 'badName' : 'badPhone');
    if (field === 'name') this.#name.focus();
    if (field === 'phone') this.#phone.focus();
  }

  #invent(): void {
    const pick = (names: readonly string[]) => names[Math.floor(Math.random() * names.length)] ?? '';
    this.#name.value = `${pick(firstNames)} ${pick(lastNames)}`;
    const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
    this.#phone.value = `11 9${digits.slice(0, 4)}-${digits.slice(4)}`;
  }
}

function languageLink(): HTMLElement {
  const address = new URL(location.href);
  if (isEnglish) address.searchParams.delete('lang');
  else address.searchParams.set('lang', 'en');
  return make(
    'a',
    { class: 'language', attributes: { href: address.href, lang: isEnglish ? 'pt-BR' : 'en' } },
    say('language'),
  );
}
