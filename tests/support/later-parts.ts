import { everyPart } from '../../src/machines/replay/every-part.ts';

/** The machines that a page loads later, there from the start. */
export const laterParts = everyPart;
