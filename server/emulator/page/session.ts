import type { ChatView, MessageView, StateView } from '../view.ts';
import { api } from './api.ts';

/** What the page shows. */
export interface Shown {
  readonly state: StateView;
  readonly number: string;
  readonly chats: readonly ChatView[];
  /** The person whose phone is shown; null if none is chosen. */
  readonly waId: string | null;
  readonly messages: readonly MessageView[];
}

/** The emulator's state, and whether it answers. */
export interface Followed {
  readonly shown: Shown | null;
  readonly isLost: boolean;
}

/** Follows the emulator and holds the chosen number and person, which are in the URL too. */
export class Session {
  readonly #listeners = new Set<() => void>();
  #followed: Followed = { shown: null, isLost: false };
  #isChatShown = true;
  #number = new URLSearchParams(location.search).get('number');
  #waId = new URLSearchParams(location.search).get('person');
  #shown: Shown | null = null;
  #loading = false;
  #again = false;
  /** Actions started, and those still running: data requested before an action is outdated. */
  #actions = 0;
  #unanswered = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): Followed => this.#followed;

  #update(isLost: boolean): void {
    this.#followed = { shown: this.#shown, isLost };
    for (const listener of this.#listeners) listener();
  }

  start(): void {
    const events = new EventSource('/emulator/api/events');
    events.addEventListener('message', () => this.refresh());
    events.addEventListener('error', () => this.#update(true));
    // Messages that arrived while the page was hidden are read now.
    document.addEventListener('visibilitychange', () => this.refresh());
  }

  /** Whether the chat is visible: on a narrow screen another pane may be. */
  setChatShown(isChatShown: boolean): void {
    this.#isChatShown = isChatShown;
    if (isChatShown) this.refresh();
  }

  choose(choice: { number?: string; waId?: string }): void {
    this.#number = choice.number ?? this.#number;
    this.#waId = choice.waId ?? this.#waId;
    this.refresh();
  }

  /** Runs an action and shows its effect; false if the emulator refused it. */
  async run(action: () => Promise<unknown>): Promise<boolean> {
    this.#actions += 1;
    this.#unanswered += 1;
    try {
      await action();
      return true;
    } catch {
      this.#update(true);
      return false;
    } finally {
      this.#unanswered -= 1;
      this.refresh();
    }
  }

  /** Reloads; calls in the meantime cause one more reload. */
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
          if (actions === this.#actions && this.#unanswered === 0) this.#update(false);
        },
        () => this.#update(true),
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
    // The person who wrote last is the most likely one of interest.
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
      this.#isChatShown &&
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
