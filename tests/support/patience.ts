/** How long a test waits for a state: only on a machine that is out of order it isn't there by then. */
export const PATIENCE_MS = 60_000;

/** How long a whole test may take, of several such states: a limit for what hangs. */
export const TEST_MS = 300_000;
