import type { Directory } from '../../machines/directory.ts';

/** What the time machine's frame shows. */
export interface Shown {
  readonly directory: Directory;
  /** The moment, milliseconds since 1970. */
  readonly now: number;
  /** The screen, below the tenant's base. */
  readonly path: string;
}
export type Show = (shown: Shown) => void;

/** The frame's program tells its element, with a `Show`, that it can show something. */
export const FRAME_READY = 'balcao:frame-ready';
