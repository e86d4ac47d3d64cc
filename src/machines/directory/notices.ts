import type { Actor, EventFrom } from 'xstate';
import { notificationMachine } from '../notification/notification.machine.ts';
import type { PlannedNotice } from '../notification/notice.ts';
import type { Observable } from '../observable.ts';
import type { Core } from './core.ts';
import type { NamedActor } from './held.ts';
import { createKeyed } from './keyed.ts';
import type { StoredKinds } from './stored.ts';

export type NoticeActor = Actor<typeof notificationMachine>;
export type NoticeInput = EventFrom<typeof notificationMachine>;

/** Notices by id. */
export interface Notices {
  /** The actor of a notice, also if it was removed and is still on the screen. */
  get(id: string): NoticeActor | undefined;
  /** Shows a notice; it replaces one of the same topic. */
  show(planned: PlannedNotice): void;
  /** The id of the notice of a topic on the screen. */
  shownOf(topic: string): string | undefined;
  send(id: string, event: NoticeInput): void;
  sendAll(event: NoticeInput): void;
  /** Ids on the screen, oldest first. */
  readonly shown: Observable<readonly string[]>;
  restore(stored: StoredKinds): void;
  all(): Iterable<NamedActor>;
  clear(): void;
}

/** Maximum number of notices on the screen; the oldest is removed. */
const SHOWN_MAX = 50;

export function createNotices(core: Core): Notices {
  const notices = createKeyed<typeof notificationMachine, string>('notice', notificationMachine, core);
  const shown = core.signals.create<readonly string[]>(() => [...notices.keys()]);

  function send(id: string, event: NoticeInput): void {
    const actor = notices.get(id);
    if (actor === undefined) return;
    actor.send(event);
    if (actor.getSnapshot().status === 'done') forget(id);
  }

  function forget(id: string): void {
    notices.forget(id);
    shown.touch();
  }

  function supersede(id: string | undefined): void {
    if (id !== undefined) send(id, { type: 'notice.superseded', noticeId: id });
  }

  function shownOf(topic: string | null): string | undefined {
    if (topic === null) return undefined;
    for (const [id, actor] of notices.entries()) {
      if (actor.getSnapshot().context.notice.topic === topic) return id;
    }
    return undefined;
  }

  return {
    send,
    shownOf,
    shown,
    get: notices.shown,
    show(planned) {
      const { id, topic } = planned.notice;
      const before = shownOf(topic);
      if (notices.make(id, planned).actor.getSnapshot().status === 'done') {
        notices.forget(id);
        return;
      }
      supersede(before);
      if (notices.size > SHOWN_MAX) supersede([...notices.keys()][0]);
      shown.touch();
    },
    sendAll(event) {
      for (const id of [...notices.keys()]) send(id, event);
    },
    restore: notices.restore,
    all: notices.named,
    clear() {
      for (const id of [...notices.keys()]) notices.forget(id);
      shown.touch();
    },
  };
}
