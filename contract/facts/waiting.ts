/** Default minutes without an answer until a waiting customer is highlighted, first in amber, then in red. */
export const WAIT_MINUTES = { warning: 10, alert: 20 } as const;
