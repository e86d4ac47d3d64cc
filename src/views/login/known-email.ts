/** The e-mail passed in the history state by the previous screen; empty if there is none. */
export function emailOf(state: unknown): string {
  const email: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'email') : undefined;
  return typeof email === 'string' ? email : '';
}
