import type { ChatView, MessageView, StateView } from '../view.ts';
import { api } from './api.ts';

/** What the page shows. */
export interface Shown {
  readonly state: StateView;
  readonly number: string;
  readonly chats: readonly ChatView[];
  /** Whose phone it is; null while nobody is chosen. */
  readonly waId: string | null;
  readonly messages: readonly MessageView[];
}

type Listener = (shown: Shown | null, lost: boolean) => void;

/** Follows the emulator and holds the choice of number and person, which also stand in the page's address. */
export class Session {
  readonly #listener: Listener;
  #number = new URLSearchParams(location.search).get('number');
  #waId = new URLSearchParams(location.search).get('person');
  #shown: Shown | null = null;
  #loading = false;
  #again = false;
  /** Actions begun, and those of them that aren't answered: what was asked before one is out of date. */
  #actions = 0;
  #unanswered = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  get shown(): Shown | null {
    return this.#shown;
  }

  start(): void {
    const events = new EventSource('/emulator/api/events');
    events.addEventListener('message', () => this.refresh());
    events.addEventListener('error', () => this.#listener(this.#shown, true));
    // Messages that came while nobody looked are read when somebody looks again.
    document.addEventListener('visibilitychange', () => this.refresh());
  }

  choose(choice: { number?: string; waId?: string }): void {
    this.#number = choice.number ?? this.#number;
    this.#waId = choice.waId ?? this.#waId;
    this.refresh();
  }

  /** Runs something and shows what it changed; false when the emulator did not take it. */
  async run(action: () => Promise<unknown>): Promise<boolean> {
    this.#actions += 1;
    this.#unanswered += 1;
    try {
      await action();
      return true;
    } catch {
      this.#listener(this.#shown, true);
      return false;
    } finally {
      this.#unanswered -= 1;
      this.refresh();
    }
  }

  /** Loads anew; calls that come meanwhile make one more load after it. */
  refresh(): void {
    if (this.#loading) {
      this.#again = true;
      return;
    }
    this.#loading = true;
    const actions = this.#actions;
    this.#load()
      .then(
        () => {
          if (actions === this.#actions && this.#unanswered === 0) this.#listener(this.#shown, false);
        },
        () => this.#listener(this.#shown, true),
      )
      .finally(() => {
        this.#loading = false;
        if (!this.#again) return;
        this.#again = false;
        this.refresh();
      });
  }

  async #load(): Promise<void> {
    const state = await api.state();
    const number = state.numbers.find(({ phoneNumberId }) => phoneNumberId === this.#number) ?? state.numbers[0];
    if (number === undefined) throw new Error('The emulator has no numbers.');
    const chats = await api.chats(number.phoneNumberId);
    const known = chats.some(({ customer }) => customer.waId === this.#waId);
    // Whoever wrote last is the one whom a visitor most likely looks for.
    const waId = known ? this.#waId : (chats.find(({ lastAt }) => lastAt !== null)?.customer.waId ?? null);
    const messages = waId === null ? [] : await api.messages(number.phoneNumberId, waId);
    this.#number = number.phoneNumberId;
    this.#waId = waId;
    this.#shown = { state, number: number.phoneNumberId, chats, waId, messages };
    this.#keepInAddress();
    if (waId !== null && this.#wantsReading(messages, state)) await api.open(number.phoneNumberId, waId);
  }

  #wantsReading(messages: readonly MessageView[], state: StateView): boolean {
    return (
      document.visibilityState === 'visible' &&
      document.body.dataset['pane'] === 'chat' &&
      state.policy.statuses.read !== 'never' &&
      messages.some(({ direction, status }) => direction === 'toCustomer' && status === 'delivered')
    );
  }

  #keepInAddress(): void {
    const address = new URL(location.href);
    address.searchParams.set('number', this.#number ?? '');
    if (this.#waId === null) address.searchParams.delete('person');
    else address.searchParams.set('person', this.#waId);
    if (address.href !== location.href) history.replaceState(null, '', address);
  }
}
