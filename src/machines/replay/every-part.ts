import { administration } from '../administration.ts';
import type { AddLater } from '../directory/hub.ts';
import { createMedia } from '../media/media.actors.ts';
import { createPresence } from '../presence/presence.actors.ts';

/** The machines that a page loads later, there from the start. */
export const everyPart: AddLater = (add) => {
  add('media', createMedia);
  add('presence', createPresence);
  administration(add);
};
