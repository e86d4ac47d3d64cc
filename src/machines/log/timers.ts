/** The name of a timer: its machine, the key of the actor, and its purpose. */
export function timerName(machine: string, key: string, what: string): string {
  return `${machine}:${key}:${what}`;
}

/** The parts of a timer's name. */
export function timerOwner(timer: string): { readonly machine: string; readonly key: string; readonly what: string } {
  const first = timer.indexOf(':');
  const last = timer.lastIndexOf(':');
  return { machine: timer.slice(0, first), key: timer.slice(first + 1, last), what: timer.slice(last + 1) };
}
