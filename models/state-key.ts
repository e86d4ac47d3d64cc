import type { StateValue } from 'xstate';

/** A short readable key: `authenticated.refreshing waiting=call-1`. Empty and false facts are left out. */
export function stateKey(value: StateValue | null, facts: Readonly<Record<string, unknown>> = {}): string {
  const states = value === null ? 'none' : leavesOf(value).join(' ');
  const shown = Object.entries(facts)
    .map(([name, fact]) => [name, factText(fact)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => (text === 'true' ? name : `${name}=${text}`));
  return [states, ...shown].join(' ');
}

/** The paths of the innermost states, one per region. */
export function leavesOf(value: StateValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [name] : leavesOf(inner).map((leaf) => `${name}.${leaf}`),
  );
}

function factText(fact: unknown): string {
  if (fact === null || fact === undefined || fact === false) return '';
  if (Array.isArray(fact)) return fact.map(factText).join('+');
  return typeof fact === 'string' ? fact : JSON.stringify(fact);
}
