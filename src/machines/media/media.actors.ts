import type { Core } from '../directory/core.ts';
import { createOwn } from '../directory/own.ts';
import type { MessageId } from '../entities/ids.ts';
import type { Logged } from '../log/event.ts';
import type { MediaEvent } from '../log/events-media.ts';
import { mediaMachine } from './media.machine.ts';

/** Messages' files, while views show them; loaded with the first message that has one. */
export const createMedia = (core: Core) =>
  createOwn<typeof mediaMachine, MessageId, Logged<MediaEvent>>(core, {
    kind: 'media',
    logic: mediaMachine,
    keyOf: ({ messageId }) => messageId,
    makeOn: ({ type, messageId, position: request }) =>
      type === 'media.shown' && core.viewer() !== null ? { input: { messageId, request } } : null,
  });
