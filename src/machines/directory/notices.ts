import { createActor } from 'xstate';
import type { ActorRefFrom, EventFrom } from 'xstate';
import { notificationMachine } from '../notification/notification.machine.ts';
import type { PlannedNotice } from '../notification/notice.ts';
import type { Observable } from '../observable.ts';
import type { Core } from './core.ts';

export type NoticeActor = ActorRefFrom<typeof notificationMachine>;
export type NoticeInput = EventFrom<typeof notificationMachine>;

/** Notices by what they tell of. */
export interface Notices {
  /** Its actor, also one that is only shown any more. */
  get(id: string): NoticeActor | undefined;
  /** Tells the person, once: an id that was told before isn't told again. */
  tell(planned: PlannedNotice): void;
  send(id: string, event: NoticeInput): void;
  sendAll(event: NoticeInput): void;
  /** Ids on the screen, oldest first. */
  readonly shown: Observable<readonly string[]>;
  all(): Iterable<readonly [string, NoticeActor]>;
  clear(): void;
}

/** So many told notices are remembered. */
const TOLD_MAX = 5_000;
/** Nobody reads more than so many at once: the oldest makes room. */
const SHOWN_MAX = 50;

export function createNotices(core: Core): Notices {
  const actors = new Map<string, NoticeActor>();
  const kept = core.watches.kept<NoticeActor>();
  const byTopic = new Map<string, string>();
  const told = new Set<string>();
  const shown = core.signals.create<readonly string[]>(() => [...actors.keys()]);

  function forget(id: string, actor: NoticeActor): void {
    const { topic } = actor.getSnapshot().context.notice;
    actors.delete(id);
    if (topic !== null && byTopic.get(topic) === id) byTopic.delete(topic);
    kept.leave(`notice:${id}`, actor);
    shown.touch();
  }

  function send(id: string, event: NoticeInput): void {
    const actor = actors.get(id);
    if (actor === undefined) return;
    actor.send(event);
    if (actor.getSnapshot().status === 'done') forget(id, actor);
  }

  function supersede(id: string | undefined): void {
    if (id !== undefined) send(id, { type: 'notice.superseded', noticeId: id });
  }

  function remember(id: string): void {
    told.add(id);
    if (told.size <= TOLD_MAX) return;
    const oldest = told.values().next();
    if (oldest.done === false) told.delete(oldest.value);
  }

  return {
    send,
    shown,
    get: (id) => actors.get(id) ?? kept.get(`notice:${id}`),
    tell(planned) {
      const { id, topic } = planned.notice;
      if (told.has(id)) return;
      remember(id);
      const actor = createActor(notificationMachine, { input: planned });
      actor.on('*', core.emit);
      actor.start();
      if (actor.getSnapshot().status === 'done') {
        actor.stop();
        return;
      }
      if (topic !== null) {
        supersede(byTopic.get(topic));
        byTopic.set(topic, id);
      }
      if (actors.size >= SHOWN_MAX) supersede(actors.keys().next().value);
      actors.set(id, actor);
      shown.touch();
    },
    sendAll(event) {
      for (const id of [...actors.keys()]) send(id, event);
    },
    all: () => actors.entries(),
    clear() {
      for (const [id, actor] of [...actors]) forget(id, actor);
      told.clear();
    },
  };
}
