import type { Audience } from './audience.ts';

/** An event as stored. `data` is its JSON, ready to be sent. */
export type StoredEvent = { position: number; name: string; data: string; audience: Audience };
