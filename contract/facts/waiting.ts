/** After how many minutes without an answer a waiting customer stands out, and then stands out most, unless the company says otherwise. */
export const WAIT_MINUTES = { warning: 10, alert: 20 } as const;
