import { foldedLabel } from '../../../../flows/options.ts';
import type { ListedFlow } from '../../../machines/entities/flows.ts';

type Trigger = ListedFlow['trigger'];

/**
 * A flow that is asked before another and takes what would be its: all of it (`never`: the other never answers), or some.
 * `instanceIds`: on which numbers; null for all.
 */
export interface Conflict {
  readonly kind: 'never' | 'some';
  /** The one that is asked later. */
  readonly id: string;
  /** The one that takes it. */
  readonly before: string;
  readonly instanceIds: readonly string[] | null;
  /** Those of the later one that the other takes. */
  readonly keywords: readonly string[];
}

/** What flows that answer take from those behind them, in their order. A flow that takes any message last is no conflict. */
export function conflictsOf(flows: readonly ListedFlow[]): readonly Conflict[] {
  const answering = flows.filter(({ is_active: isActive, is_archived: isArchived }) => isActive && !isArchived);
  return answering.flatMap((flow, at) => {
    const found = answering.slice(0, at).flatMap((before) => conflictOf(before, flow) ?? []);
    const whole = found.find(({ kind }) => kind === 'never');
    // What takes all of it says it all.
    return whole === undefined ? found : [whole];
  });
}

function conflictOf(first: ListedFlow, then: ListedFlow): Conflict | undefined {
  const one = first.trigger;
  const other = then.trigger;
  const instanceIds = shared(one, other);
  const starts = startsTaken(one, other);
  if (instanceIds?.length === 0 || starts === undefined || !areHoursShared(one, other)) return undefined;
  const isAllOfIt = starts.isAll && areHoursCovered(one, other) && areInstancesCovered(one, other);
  return { kind: isAllOfIt ? 'never' : 'some', id: then.id, before: first.id, instanceIds, keywords: starts.keywords };
}

/** What of the other's messages the first takes; undefined for none. */
function startsTaken(one: Trigger, other: Trigger): { isAll: boolean; keywords: readonly string[] } | undefined {
  if (one.starts === 'any') return { isAll: true, keywords: [] };
  // Someone's first message, or a word: those behind have the rest.
  if (one.starts !== other.starts) return undefined;
  if (one.starts === 'first') return { isAll: true, keywords: [] };
  const keywords = other.keywords.filter((keyword) => one.keywords.some((word) => hasWords(keyword, word)));
  return keywords.length === 0 ? undefined : { isAll: keywords.length === other.keywords.length, keywords };
}

/** Whether a keyword has another's words, as the server compares them: whoever writes the one writes the other. */
function hasWords(text: string, keyword: string): boolean {
  return wordsOf(text).includes(wordsOf(keyword));
}

function wordsOf(text: string): string {
  const words = foldedLabel(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ` ${words} `;
}

function areHoursShared(one: Trigger, other: Trigger): boolean {
  return one.hours === 'any' || other.hours === 'any' || one.hours === other.hours;
}

function areHoursCovered(one: Trigger, other: Trigger): boolean {
  return one.hours === 'any' || one.hours === other.hours;
}

/** The numbers of both; null for all. */
function shared({ instance_ids: one }: Trigger, { instance_ids: other }: Trigger): readonly string[] | null {
  if (one.length === 0) return other.length === 0 ? null : other;
  return other.length === 0 ? one : one.filter((id) => other.includes(id));
}

function areInstancesCovered({ instance_ids: one }: Trigger, { instance_ids: other }: Trigger): boolean {
  return one.length === 0 || (other.length > 0 && other.every((id) => one.includes(id)));
}
