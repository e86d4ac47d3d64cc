import { NOWHERE } from './compile.ts';
import { answersOf, isWritten, nodeAt } from './exits.ts';
import { edgesInto, isOver } from './explore.ts';
import type { Edge, Explored, Moment } from './explore.ts';

/*
 * Whether whoever takes part in a conversation comes to an end. Whom the flow doesn't understand, who falls silent or whose request fails
 * escapes: where they get to without a further answer is no end. A menu whose options all lead back to it holds everyone who answers it.
 */

/** Moments from which there is no end. `guessed`: only if what is unknown turns out badly. */
export interface Trapped {
  readonly certain: ReadonlySet<string>;
  readonly guessed: () => ReadonlySet<string>;
}

/** What other flows do. */
export interface Elsewhere {
  /** Whether whoever goes there comes to an end. */
  readonly isEnding: (flowId: string) => boolean;
  /** Whether whoever is called there can come to an end from which nothing is given back. */
  readonly isFinishing: (flowId: string) => boolean;
}

/** How one comes to a moment: as one should, or having escaped and not answered since. */
type Coming = 'along' | 'escaped';

/** `forGood`: what gives back to who called this flow is no end. */
export function trapped(explored: Explored, elsewhere: Elsewhere, forGood = false): Trapped {
  const { flow, moments, out } = explored;
  const into = edgesInto(out);
  const ends = new Set([...moments].flatMap(([key, moment]) => (isEnd(key, moment) ? [key] : [])));
  const hopeful = before([], () => true);
  const certain = new Set([...moments.keys()].filter((key) => !hopeful.has(key)));
  const guessed = (): ReadonlySet<string> => {
    if (![...out.values()].some((edges) => edges.some(({ isGuess }) => isGuess))) return new Set();
    // Whoever may come to where there is certainly no end is held there.
    const careful = before(certain, isSafe);
    return new Set([...hopeful].filter((key) => !careful.has(key)));
  };
  return { certain, guessed };

  function isEnd(key: string, moment: Moment): boolean {
    const node = nodeAt(flow, moment.node);
    if (node?.kind === 'goto') return elsewhere.isEnding(node.flow_id);
    if (node?.kind === 'end') return node.finishes || !forGood;
    if (node?.kind === 'call' && elsewhere.isFinishing(node.flow_id)) return true;
    // An exit that leads nowhere is a fault of its own, and a called flow that never gives back is an end.
    return isOver(moment, flow) || moment.node === NOWHERE || out.get(key)?.length === 0;
  }

  /** Back from ends, and from `others` however one comes to them, over edges that can be relied on. */
  function before(
    others: Iterable<string>,
    isRelied: (edge: Edge, found: ReadonlySet<string>) => boolean,
  ): ReadonlySet<string> {
    const found: Readonly<Record<Coming, Set<string>>> = {
      along: new Set([...ends, ...others]),
      escaped: new Set(others),
    };
    const waiting = (['along', 'escaped'] as const).flatMap((coming) =>
      [...found[coming]].map((key) => ({ coming, key })),
    );
    // What is added is gone through as well.
    for (const { coming, key } of waiting) {
      for (const edge of into.get(key) ?? []) {
        if (found.escaped.has(edge.from) && found.along.has(edge.from)) continue;
        if (!isRelied(edge, found[coming])) continue;
        for (const earlier of comingBefore(edge, coming)) {
          if (found[earlier].has(edge.from)) continue;
          found[earlier].add(edge.from);
          waiting.push({ coming: earlier, key: edge.from });
        }
      }
    }
    return found.along;
  }

  /** How one came to where an edge begins if one comes so to where it leads. */
  function comingBefore(edge: Edge, coming: Coming): readonly Coming[] {
    if (isEscape(edge)) return coming === 'escaped' ? ['along', 'escaped'] : [];
    return isAnswer(edge) ? (coming === 'along' ? ['along', 'escaped'] : []) : [coming];
  }

  /** Also one that was given in a called flow; what ends a pause answers nothing. */
  function isAnswer({ cause, from }: Edge): boolean {
    return isWritten(cause) && nodeAt(flow, moments.get(from)?.node ?? '')?.kind !== 'pause';
  }

  function isEscape({ exit, from }: Edge): boolean {
    const node = nodeAt(flow, moments.get(from)?.node ?? '');
    // Of a question without an answer there is no other way on.
    if (node?.kind === 'ask') return QUESTION_ESCAPES.has(exit) && answersOf(node).length > 0;
    return exit === 'failed' && (node?.kind === 'say' || node?.kind === 'request');
  }

  /** Whether an edge leads there whatever is unknown: all that may be taken instead do as well. */
  function isSafe(edge: Edge, found: ReadonlySet<string>): boolean {
    return !edge.isGuess || (out.get(edge.from) ?? []).every((each) => !each.isGuess || found.has(each.to));
  }
}

const QUESTION_ESCAPES: ReadonlySet<string> = new Set(['other', 'media', 'timeout']);
