import { createActor } from 'xstate';
import type { ActorLogic, ActorOptions, AnyActorLogic, AnyActorRef, ErrorActorEvent, Snapshot } from 'xstate';
import { authMachine } from '../auth/auth.machine.ts';
import { selectViewer } from '../auth/auth.selectors.ts';
import { inboxMachine } from '../inbox/inbox.machine.ts';
import type { Command } from '../log/command.ts';
import { noticeLogMachine } from '../notification/notice-log.machine.ts';
import { shellMachine } from '../shell/shell.machine.ts';
import { socketLogic } from '../socket/socket.machine.ts';
import { createSignals } from '../signal.ts';
import { persistedOf } from './stored.ts';
import type { Snapshots } from './stored.ts';

export type Core = ReturnType<typeof createCore>;

/** `inspect` hears of all actors; one restored from storage is heard of once it is started. */
export type Inspection = Pick<ActorOptions<AnyActorLogic>, 'inspect'>;

type ToParent = { readonly type: 'forgotten'; readonly actor: AnyActorRef } | ErrorActorEvent;

/** The parent of all actors: they share its actor system, as one each would double the memory of tens of thousands. */
const rootLogic: ActorLogic<Snapshot<undefined>, ToParent, unknown, AnyActorRef['system'], ErrorActorEvent> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event, { emit, stopChild }) => {
    if (event.type === 'forgotten') stopChild(event.actor);
    else if ('error' in event) emit(event);
    return snapshot;
  },
};

/** The actors that there are one of, and what all registries share. `emit` takes the commands of all actors. */
export function createCore(emit: (command: Command) => void, stored: Snapshots, inspection: Inspection) {
  const parent = createActor(rootLogic, { ...inspection, id: 'root' }).start();
  // XState tells an actor's error to its parent alone, and reports what a listener throws: the parent goes on.
  parent.on('*', ({ error }) => {
    throw error;
  });
  const auth = createActor(authMachine, goingOn('auth'));
  const socket = createActor(socketLogic, goingOn('socket'));
  const inbox = createActor(inboxMachine, goingOn('inbox'));
  const shell = createActor(shellMachine, goingOn('shell'));
  /** What happened lately, for the panel behind the bell. */
  const noticeLog = createActor(noticeLogMachine, goingOn('noticeLog'));
  const single = { auth, socket, inbox, shell, noticeLog };
  for (const actor of Object.values(single)) {
    actor.on('*', emit);
    actor.start();
  }

  function goingOn(id: string): Pick<ActorOptions<AnyActorLogic>, 'id' | 'parent' | 'snapshot'> {
    const actor = stored.get(id);
    return { parent, id, ...(actor && { snapshot: persistedOf(actor) }) };
  }

  const signals = createSignals();
  /** The logged-in user; null for none, and then no actors of conversations are made. */
  const viewer = () => selectViewer(auth.getSnapshot());

  return {
    single,
    ...single,
    emit,
    /** The parent of actors that registries make. */
    parent,
    signals,
    /** Changes when an actor of any kind is added or removed. */
    changed: signals.create(() => ({})),
    viewer,
    /** The user whose state is held; includes one whose session expired. */
    holder: () => viewer() ?? inbox.getSnapshot().context.viewer,
    query: () => inbox.getSnapshot().context.query,
    isOnline: (): boolean => {
      const { value } = socket.getSnapshot();
      // A live socket proves that the browser is wrong about being offline.
      return shell.getSnapshot().context.online || value === 'live' || value === 'catchingUp';
    },
  };
}
