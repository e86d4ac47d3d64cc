import type { Core } from '../directory/core.ts';
import { createKeyed } from '../directory/keyed.ts';
import type { MessageId } from '../entities/ids.ts';
import type { Logged } from '../log/event.ts';
import type { MediaEvent } from '../log/events-media.ts';
import { mediaMachine } from './media.machine.ts';

/** Messages' files, while views show them; loaded with the first message that has one. */
export function createMedia(core: Core) {
  const media = createKeyed<typeof mediaMachine, MessageId>('media', mediaMachine, core);
  return {
    ...media,
    take: (event: Logged<MediaEvent>): void => {
      const { type, messageId, position: request } = event;
      if (media.get(messageId) !== undefined) media.send(messageId, event);
      else if (type === 'media.shown' && core.viewer() !== null) media.make(messageId, { messageId, request });
    },
  };
}
