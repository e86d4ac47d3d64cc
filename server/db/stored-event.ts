import type { Audience } from './audience.ts';

/** A stored event. `data` is serialised JSON. */
export type StoredEvent = { position: number; name: string; data: string; audience: Audience };
