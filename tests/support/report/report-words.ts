import { events, seen, states } from './report-phrases.ts';

export type Language = 'pt-BR' | 'en';

/** A step: `transfer.confirmRequested: twice` -> `transfer confirm requested: twice`. What follows the colon is the model's. */
export function stepInWords(step: string, language: Language): string {
  const colon = step.indexOf(': ');
  const [type, rest] = colon < 0 ? [step, ''] : [step.slice(0, colon), step.slice(colon)];
  return ((language === 'pt-BR' ? events[type] : undefined) ?? spaced(type)) + rest;
}

/** `draft.loading` -> `draft, loading`; of several regions each. Scenes of journeys are words already. */
export function stateInWords(state: string, language: Language): string {
  const leaves = state.split(' ');
  if (!leaves.every((leaf) => /^[a-z][\w.]*$/iu.test(leaf))) return state;
  const one = (name: string): string => (language === 'pt-BR' ? states[name] : undefined) ?? spaced(name);
  if (leaves.length > 1 && !leaves.some((leaf) => leaf.includes('.'))) return state;
  return leaves.map((leaf) => leaf.split('.').map(one).join(' · ')).join(' + ');
}

/** `pending · transfer.confirmed` -> both in words; in front may be what an oracle looks at. Others are words already. */
export function causeInWords(title: string, language: Language): string {
  const dot = title.indexOf(' · ');
  if (dot < 0) return title;
  const [front, step] = [title.slice(0, dot), title.slice(dot + 3)];
  const said = (language === 'pt-BR' ? seen[front] : undefined) ?? stateInWords(front, language);
  return `${said} · ${stepInWords(step, language)}`;
}

/** More events of one arrow are told when it is pointed at. */
export const LINES_MAX = 6;

/** The lines of an arrow's label; the page fills in the words for what is taken at once. */
export function labelLines(events: readonly string[], language: Language, atOnce = '—'): readonly string[] {
  const lines = events.map((event) => (event === '' ? atOnce : stepInWords(event, language)));
  return lines.length <= LINES_MAX ? lines : [...lines.slice(0, LINES_MAX - 1), `+ ${lines.length - LINES_MAX + 1}`];
}

/** A share in percent, rounded down: 100 is all of them. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 100);
}

function spaced(name: string): string {
  if (/\s/u.test(name)) return name;
  return name.replaceAll('.', ' ').replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}
