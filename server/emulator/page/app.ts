import type { MessageView } from '../view.ts';
import type { WrittenMessage } from '../written-message.ts';
import { api } from './api.ts';
import { Composer } from './composer.ts';
import { avatar, icon, make, replaceContent } from './dom.ts';
import type { IconName } from './dom.ts';
import { phone, time } from './format.ts';
import { MessageList } from './message-list.ts';
import { People } from './people.ts';
import { Session } from './session.ts';
import type { Shown } from './session.ts';
import { Settings } from './settings.ts';
import { locale, say } from './texts.ts';
import type { TextKey } from './texts.ts';

type Pane = 'people' | 'chat' | 'settings';

document.documentElement.lang = locale;
document.title = `${say('title')} · Balcão`;

const session = new Session(show);
const people = new People(session, () => turnTo('chat'));
const settings = new Settings(session);
const composer = new Composer((written) => send(written));
const messages = new MessageList({
  reply: (message) => composer.reply(message),
  react: (message, emoji) => void send(reaction(message, emoji)),
});

const clock = make('span');
const network = make('span', { class: 'net' });
const head = make('header', { class: 'chat-head' });
const offlineNote = make(
  'div',
  { class: 'offline-note', attributes: { role: 'status', hidden: true } },
  say('offlineNote'),
);
const empty = make('div', { class: 'empty' });
const lostNote = make('div', { class: 'toast', attributes: { role: 'status', hidden: true } }, say('lost'));
const tabs = makeTabs();
let headDrawn = '';

document
  .querySelector('#page')
  ?.append(
    people.element,
    make(
      'main',
      { class: 'stage' },
      make(
        'div',
        { class: 'phone' },
        make(
          'div',
          { class: 'phone-bar', attributes: { 'aria-hidden': 'true' } },
          clock,
          make('span', { class: 'island' }),
          network,
        ),
        head,
        offlineNote,
        messages.element,
        empty,
        composer.element,
      ),
    ),
    settings.element,
    tabs.element,
    lostNote,
  );

turnTo('chat');
showClock();
session.start();

function show(shown: Shown | null, lost: boolean): void {
  lostNote.hidden = !lost;
  if (shown === null) return;
  people.show(shown);
  settings.show(shown);
  const customer = shown.state.customers.find(({ waId }) => waId === shown.waId);
  const number = shown.state.numbers.find(({ phoneNumberId }) => phoneNumberId === shown.number);
  const offline = customer?.online === false;
  offlineNote.hidden = !offline;
  const written = JSON.stringify([number, customer]);
  if (written !== headDrawn && number !== undefined) {
    headDrawn = written;
    replaceContent(network, icon(offline ? 'noSignal' : 'signal'), icon('battery'));
    replaceContent(
      head,
      avatar(number.name, number.tenant, 'company'),
      make(
        'div',
        {},
        make('h2', {}, companyName(number)),
        make('p', {}, customer === undefined ? '' : `${customer.name} · ${phone(customer.waId)}`),
      ),
    );
  }
  showEmpty(customer !== undefined, shown.messages.length > 0);
  composer.element.hidden = customer === undefined;
  if (shown.waId === null) return;
  const chat = `${shown.number}:${shown.waId}`;
  const company = number === undefined ? '' : companyName(number);
  composer.turnTo(chat, company);
  messages.show(chat, company, shown.messages);
}

function showEmpty(chosen: boolean, hasMessages: boolean): void {
  empty.hidden = hasMessages;
  messages.element.hidden = !hasMessages;
  if (hasMessages || empty.dataset['chosen'] === String(chosen)) return;
  empty.dataset['chosen'] = String(chosen);
  const add = make(
    'button',
    { class: 'button primary', attributes: { type: 'button' }, on: { click: () => people.add() } },
    say('newPerson'),
  );
  const choose = make(
    'button',
    { class: 'button only-narrow', attributes: { type: 'button' }, on: { click: () => turnTo('people') } },
    say('people'),
  );
  replaceContent(
    empty,
    icon(chosen ? 'chat' : 'people'),
    make('h1', {}, say(chosen ? 'startTitle' : 'chooseTitle')),
    make('p', { class: 'muted' }, say(chosen ? 'startText' : 'chooseText')),
    chosen ? null : make('div', { class: 'buttons' }, choose, add),
  );
}

async function send(written: WrittenMessage): Promise<boolean> {
  const { shown } = session;
  if (shown === null || shown.waId === null) return false;
  const { number, waId } = shown;
  return session.run(() => api.write(number, waId, written));
}

function reaction(message: MessageView, emoji: string | undefined): WrittenMessage {
  return { type: 'reaction', messageId: message.id, ...(emoji === undefined ? {} : { emoji }) };
}

function turnTo(pane: Pane): void {
  document.body.dataset['pane'] = pane;
  tabs.show(pane);
  if (pane === 'chat') session.refresh();
}

function makeTabs(): { element: HTMLElement; show: (pane: Pane) => void } {
  const tab = (pane: Pane, name: IconName, text: TextKey) =>
    make(
      'button',
      { class: 'tab', attributes: { type: 'button', 'data-pane': pane }, on: { click: () => turnTo(pane) } },
      icon(name),
      say(text),
    );
  const buttons = [
    tab('people', 'people', 'people'),
    tab('chat', 'chat', 'chat'),
    tab('settings', 'settings', 'settings'),
  ];
  return {
    element: make('nav', { class: 'tabs', attributes: { 'aria-label': say('title') } }, ...buttons),
    show: (pane) => {
      for (const button of buttons) button.setAttribute('aria-current', String(button.dataset['pane'] === pane));
    },
  };
}

function showClock(): void {
  clock.textContent = time(Date.now());
  setTimeout(showClock, 10_000);
}

function companyName({ tenant, name }: Shown['state']['numbers'][number]): string {
  return `${tenant.charAt(0).toLocaleUpperCase(locale)}${tenant.slice(1)} · ${name}`;
}
