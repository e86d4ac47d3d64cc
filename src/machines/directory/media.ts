import type { Actor, EventFrom } from 'xstate';
import type { MessageId } from '../entities/ids.ts';
import type { Logged } from '../log/event.ts';
import type { MediaEvent } from '../log/events-media.ts';
import { mediaMachine } from '../media/media.machine.ts';
import type { Core } from './core.ts';
import type { NamedActor } from './held.ts';
import { createKeyed } from './keyed.ts';
import type { StoredKinds } from './stored.ts';

export type MediaActor = Actor<typeof mediaMachine>;
export type MediaMachineInput = EventFrom<typeof mediaMachine>;

/** MediaActors by message, while views show them. */
export interface MediaActors {
  readonly get: (messageId: MessageId) => MediaActor | undefined;
  readonly take: (event: Logged<MediaEvent>) => void;
  readonly send: (messageId: MessageId, event: MediaMachineInput) => void;
  readonly sendAll: (event: MediaMachineInput) => void;
  readonly clear: () => void;
  readonly restore: (stored: StoredKinds) => void;
  readonly all: () => Iterable<NamedActor>;
}

export type MakeMedia = (core: Core, changed: () => void) => MediaActors;

/** Loaded with the first message that has a file. */
export function createMedia(core: Core, changed: () => void): MediaActors {
  const media = createKeyed<typeof mediaMachine, MessageId>('media', mediaMachine, core);

  function forget(messageId: MessageId): void {
    media.forget(messageId);
    changed();
  }

  function send(messageId: MessageId, event: MediaMachineInput): void {
    const actor = media.get(messageId);
    actor?.send(event);
    if (actor?.getSnapshot().status === 'done') forget(messageId);
  }

  return {
    get: media.get,
    send,
    take(event) {
      const { messageId, position } = event;
      if (event.type !== 'media.shown' || media.get(messageId) !== undefined) return send(messageId, event);
      if (core.viewer() === null) return;
      media.make(messageId, { messageId, request: position });
      changed();
    },
    sendAll(event) {
      for (const messageId of [...media.keys()]) send(messageId, event);
    },
    clear() {
      for (const messageId of [...media.keys()]) forget(messageId);
    },
    restore: media.restore,
    all: media.named,
  };
}
