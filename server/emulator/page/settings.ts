import type { Policy, PolicyPatch } from '../policy.ts';
import { api } from './api.ts';
import { icon, make } from './dom.ts';
import type { Session, Shown } from './session.ts';
import { say } from './texts.ts';
import type { TextKey } from './texts.ts';

const delays = {
  none: { text: 'delayNone', times: [0, 0, 0] },
  short: { text: 'delayShort', times: [150, 350, 900] },
  medium: { text: 'delayMedium', times: [500, 5000, 5000] },
  long: { text: 'delayLong', times: [500, 30_000, 30_000] },
} as const satisfies Record<string, { text: TextKey; times: readonly [number, number, number] }>;

const refusals: readonly (readonly [code: number, text: TextKey])[] = [
  [130429, 'errorRate'],
  [131047, 'errorWindow'],
  [190, 'errorToken'],
];
const laterFailures: readonly (readonly [code: number, text: TextKey])[] = [
  [131026, 'errorUndeliverable'],
  [131047, 'errorWindow'],
  [131049, 'errorUnhealthy'],
];

/** The panel of how the phone and the provider behave. Its controls always show the emulator's own state. */
export class Settings {
  readonly element: HTMLElement;
  readonly #session: Session;
  /** Bring a control to what the emulator says. */
  readonly #draw: ((shown: Shown) => void)[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.element = make(
      'aside',
      { class: 'panel settings', attributes: { 'aria-label': say('settings') } },
      make('div', { class: 'panel-scroll' }, this.#phone(), this.#receipts(), this.#webhooks(), this.#faults()),
    );
  }

  show(shown: Shown): void {
    for (const draw of this.#draw) draw(shown);
  }

  #phone(): HTMLElement {
    const offline = this.#switch('noNetwork', 'noNetworkHint', {
      value: (shown) => customerOf(shown)?.online === false,
      enabled: (shown) => shown.waId !== null,
      change: (checked) => {
        const waId = this.#session.shown?.waId;
        if (typeof waId === 'string') void this.#session.run(() => api.setOnline(waId, !checked));
      },
    });
    const read = this.#switch('autoRead', 'autoReadHint', {
      value: ({ state }) => state.policy.statuses.read !== 'never',
      change: (checked) => this.#patch({ statuses: { read: checked ? 'open' : 'never' } }),
    });
    return section(say('thisPhone'), offline, read);
  }

  #receipts(): HTMLElement {
    const send = this.#switch('tellStatuses', 'tellStatusesHint', {
      value: ({ state }) => state.policy.statuses.send,
      change: (checked) => this.#patch({ statuses: { send: checked } }),
    });
    return section(say('confirmations'), send, this.#delay());
  }

  #delay(): HTMLElement {
    const inputs = Object.entries(delays).map(([name, { text, times }]) => {
      const [sentAfterMs, deliveredAfterMs, readAfterMs] = times;
      const input = make('input', {
        attributes: { type: 'radio', name: 'delay', value: name },
        on: { change: () => this.#patch({ statuses: { sentAfterMs, deliveredAfterMs, readAfterMs } }) },
      });
      this.#draw.push(({ state }) => {
        const { statuses } = state.policy;
        input.checked =
          statuses.sentAfterMs === sentAfterMs &&
          statuses.deliveredAfterMs === deliveredAfterMs &&
          statuses.readAfterMs === readAfterMs;
      });
      return make('label', {}, input, say(text));
    });
    return make(
      'div',
      { class: 'field' },
      make('span', { attributes: { id: 'delay-label' } }, say('delay')),
      make(
        'div',
        { class: 'segments', attributes: { role: 'radiogroup', 'aria-labelledby': 'delay-label' } },
        ...inputs,
      ),
    );
  }

  #webhooks(): HTMLElement {
    const dot = make('span', { class: 'dot' });
    const text = make('span');
    this.#draw.push(({ state }) => {
      const { pendingWebhooks: count, lastDelivery } = state;
      dot.classList.toggle('waiting', count > 0);
      const answer =
        lastDelivery?.status === null
          ? say('queueNoAnswer')
          : say('queueAnswer', { status: lastDelivery?.status ?? '' });
      const failing = count > 0 && lastDelivery !== null && lastDelivery.status !== 200;
      const waiting = count === 0 ? say('queueEmpty') : say('queueWaiting', { count });
      text.textContent = failing ? `${waiting} · ${answer}` : waiting;
    });
    const hold = this.#switch('hold', 'holdHint', {
      value: ({ state }) => state.policy.webhooks.hold !== 'none',
      change: (checked) => this.#patch({ webhooks: { hold: checked ? 'all' : 'none' } }),
    });
    const buttons = make(
      'div',
      { class: 'buttons' },
      this.#button('release', () => api.release('normal')),
      this.#button('releaseReversed', () => api.release('reversed')),
    );
    this.#draw.push(({ state }) => {
      buttons.hidden = state.policy.webhooks.hold === 'none' || state.pendingWebhooks === 0;
    });
    return section(
      say('webhooks'),
      make('div', { class: 'queue', attributes: { role: 'status' } }, dot, text),
      hold,
      buttons,
    );
  }

  #faults(): HTMLElement {
    const nextSend = this.#select(
      'nextSend',
      [
        ['accept', say('nextAccept')],
        ...refusals.map(([code, text]): [string, string] => [`refuse ${code}`, say('nextRefuse', { name: say(text) })]),
        ['cut', say('nextCut')],
        ['hang', say('nextHang')],
        ['drop', say('nextDrop')],
      ],
      ({ sends }) => (sends.mode === 'refuse' ? `refuse ${sends.code}` : sends.mode),
      (value) => {
        const [mode = 'accept', code = '131000'] = value.split(' ');
        return isSendMode(mode) ? { sends: { mode, code: Number(code), times: mode === 'accept' ? null : 1 } } : {};
      },
    );
    const failLater = this.#select(
      'failLater',
      [['', say('failNever')], ...laterFailures.map(([code, text]): [string, string] => [String(code), say(text)])],
      ({ statuses }) => String(statuses.failWith ?? ''),
      (value) => ({ statuses: { failWith: value === '' ? null : Number(value) } }),
    );
    const reversed = this.#switch('reversed', 'reversedHint', {
      value: ({ state }) => state.policy.statuses.order === 'reversed',
      change: (checked) => this.#patch({ statuses: { order: checked ? 'reversed' : 'normal' } }),
    });
    const twice = this.#switch('twice', undefined, {
      value: ({ state }) => state.policy.webhooks.copies > 1 || state.policy.statuses.copies > 1,
      change: (checked) => {
        const copies = checked ? 2 : 1;
        this.#patch({ statuses: { copies }, webhooks: { copies } });
      },
    });
    const enforceWindow = this.#switch('window', undefined, {
      value: ({ state }) => state.policy.statuses.enforceWindow,
      change: (checked) => this.#patch({ statuses: { enforceWindow: checked } }),
    });
    const summary = make('summary', {}, make('h2', {}, say('faults')), icon('down', 'icon small'));
    const body = make(
      'div',
      { class: 'more-body' },
      nextSend,
      failLater,
      reversed,
      twice,
      enforceWindow,
      this.#reset(),
    );
    return make('details', { class: 'section more' }, summary, body);
  }

  #reset(): HTMLElement {
    const dialog = make(
      'dialog',
      { attributes: { 'aria-labelledby': 'reset-title' } },
      make(
        'form',
        { class: 'form', attributes: { method: 'dialog' } },
        make('h1', { attributes: { id: 'reset-title' } }, say('resetQuestion')),
        make('p', { class: 'muted' }, say('resetText')),
        make(
          'div',
          { class: 'buttons' },
          make('button', { class: 'button', attributes: { value: 'cancel' } }, say('cancel')),
          make('button', { class: 'button danger', attributes: { value: 'reset' } }, say('reset')),
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      if (dialog.returnValue === 'reset') void this.#session.run(() => api.reset());
    });
    const open = make(
      'button',
      {
        class: 'button danger',
        attributes: { type: 'button' },
        on: {
          click: () => {
            dialog.returnValue = '';
            dialog.showModal();
          },
        },
      },
      say('reset'),
    );
    return make('div', {}, open, dialog);
  }

  #switch(
    text: TextKey,
    hint: TextKey | undefined,
    control: {
      readonly value: (shown: Shown) => boolean;
      readonly enabled?: (shown: Shown) => boolean;
      readonly change: (checked: boolean) => void;
    },
  ): HTMLElement {
    const input = make('input', {
      attributes: { type: 'checkbox', role: 'switch' },
      on: { change: () => control.change(input.checked) },
    });
    this.#draw.push((shown) => {
      input.checked = control.value(shown);
      input.disabled = control.enabled?.(shown) === false;
    });
    const hintText = hint === undefined ? null : make('span', { class: 'hint' }, say(hint));
    return make('label', { class: 'switch' }, make('span', {}, say(text)), input, hintText);
  }

  #select(
    text: TextKey,
    options: readonly (readonly [value: string, text: string])[],
    value: (policy: Policy) => string,
    patch: (value: string) => PolicyPatch,
  ): HTMLElement {
    const select = make(
      'select',
      { class: 'select', on: { change: () => this.#patch(patch(select.value)) } },
      ...options.map(([option, label]) => make('option', { attributes: { value: option } }, label)),
    );
    this.#draw.push(({ state }) => {
      select.value = value(state.policy);
    });
    return make('label', { class: 'field' }, say(text), select);
  }

  #button(text: TextKey, action: () => Promise<unknown>): HTMLElement {
    return make(
      'button',
      { class: 'button', attributes: { type: 'button' }, on: { click: () => void this.#session.run(action) } },
      say(text),
    );
  }

  #patch(patch: PolicyPatch): void {
    void this.#session.run(() => api.patchPolicy(patch));
  }
}

function section(title: string, ...children: readonly Node[]): HTMLElement {
  return make('section', { class: 'section' }, make('h2', {}, title), ...children);
}

function customerOf(shown: Shown): Shown['state']['customers'][number] | undefined {
  return shown.state.customers.find(({ waId }) => waId === shown.waId);
}

function isSendMode(mode: string): mode is Policy['sends']['mode'] {
  return ['accept', 'refuse', 'hang', 'cut', 'drop'].includes(mode);
}
