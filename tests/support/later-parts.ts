import type { LaterParts } from '../../src/machines/directory/hub.ts';
import { createMedia } from '../../src/machines/directory/media.ts';
import { createPresence } from '../../src/machines/directory/presence.ts';
import { createScreens } from '../../src/machines/directory/screens.ts';

/** The machines that a page loads later, there from the start. */
export const laterParts: LaterParts = { screens: createScreens, media: createMedia, presence: createPresence };
