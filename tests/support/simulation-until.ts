import { PATIENCE_MS } from './patience.ts';

const INTERVAL_MS = 20;

/** Looks again until it is so. Rejects with what was waited for, and with the last reason why it wasn't. */
export async function until(what: string, look: () => boolean | Promise<boolean>, ms = PATIENCE_MS): Promise<void> {
  const end = performance.now() + ms;
  let last: unknown = null;
  while (performance.now() < end) {
    try {
      if (await look()) return;
      last = null;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  throw new Error(`It never came to that: ${what}`, { cause: last });
}
