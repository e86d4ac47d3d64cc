import { administration } from '../../src/machines/administration.ts';
import type { AddLater } from '../../src/machines/directory/hub.ts';
import { createMedia } from '../../src/machines/media/media.actors.ts';
import { createPresence } from '../../src/machines/presence/presence.actors.ts';

/** The machines that a page loads later, there from the start. */
export const laterParts: AddLater = (add) => {
  add('media', createMedia);
  add('presence', createPresence);
  administration(add);
};
