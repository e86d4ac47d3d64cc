import type { MessageId } from '../entities/ids.ts';
import type { Logged } from '../log/event.ts';
import type { MediaEvent } from '../log/events-media.ts';
import { mediaMachine } from '../media/media.machine.ts';
import type { Core } from './core.ts';
import { createKeyed } from './keyed.ts';

/** Messages' files, while views show them; loaded with the first message that has one. */
export function createMedia(core: Core) {
  const media = createKeyed<typeof mediaMachine, MessageId>('media', mediaMachine, core);
  return {
    ...media,
    take: (event: Logged<MediaEvent>): void => {
      const { messageId, position } = event;
      if (event.type !== 'media.shown' || media.get(messageId) !== undefined) media.send(messageId, event);
      else if (core.viewer() !== null) media.make(messageId, { messageId, request: position });
    },
  };
}
