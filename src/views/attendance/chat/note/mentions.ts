import { foldText } from '../../../../../contract/facts/fold-text.ts';
import type { Person } from '../../../../machines/entities/entities.ts';

/** What is being written after an `@`, and where that stands. */
interface Mention {
  readonly from: number;
  readonly to: number;
  readonly search: string;
}

/** Most people offered. */
const OFFERED_MAX = 6;

/** The mention that is written at the caret; null for none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const [, search] = /(?:^|\s)@([^@\n]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return search === undefined ? null : { from: caret - search.length - 1, to: caret, search };
}

/** Those whose name has a part that begins so, accents and case ignored. */
export function peopleOf(readers: readonly Person[], search: string): readonly Person[] {
  const wanted = foldText(search);
  return readers.filter(({ name }) => ` ${foldText(name)}`.includes(` ${wanted}`)).slice(0, OFFERED_MAX);
}

/** Those whose `@name` is in the text, as a form's value. */
export function mentionsIn(text: string, people: readonly Person[]): readonly { id: string; name: string }[] {
  const written = new Set(partsOf(text, people).flatMap((part) => (part.isMention ? part.text : [])));
  return people.filter(({ name }) => written.has(`@${name}`)).map(({ id, name }) => ({ id, name }));
}

/** What of the text a chosen name takes the place of, with one space behind it, and what is written there. */
export function takenMention(text: string, { from, to }: Mention, name: string) {
  return { from, to: text[to] === ' ' ? to + 1 : to, inserted: `@${name} ` };
}

/** A note's text in parts; those that are mentions are marked. */
export function partsOf(text: string, mentions: readonly Person[]): readonly { text: string; isMention: boolean }[] {
  // The longer name first: `@Ana Lima` is no mention of Ana.
  const names = mentions.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: { text: string; isMention: boolean }[] = [];
  let rest = text;
  while (rest !== '') {
    const next = names
      .map((name) => ({ name, index: rest.indexOf(name) }))
      .filter(({ index }) => index >= 0)
      .toSorted((a, b) => a.index - b.index || b.name.length - a.name.length)[0];
    if (next === undefined) return [...parts, { text: rest, isMention: false }];
    if (next.index > 0) parts.push({ text: rest.slice(0, next.index), isMention: false });
    parts.push({ text: next.name, isMention: true });
    rest = rest.slice(next.index + next.name.length);
  }
  return parts;
}
