/** The e-mail that the screen before has handed on, in the history's state; empty for none. */
export function emailOf(state: unknown): string {
  const email: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'email') : undefined;
  return typeof email === 'string' ? email : '';
}
