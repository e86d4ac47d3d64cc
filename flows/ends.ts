import { NOWHERE } from './compile.ts';
import { answersOf, isWritten, nodeAt } from './exits.ts';
import { edgesInto, isOver } from './explore.ts';
import type { Edge, Explored, Moment } from './explore.ts';

/*
 * Whether a conversation can still reach an end. A customer whom the flow doesn't understand, who falls silent or whose
 * request fails has escaped: an end reached without a further answer doesn't count. So a menu whose options all lead
 * back to it traps everyone who answers it.
 */

/** Moments from which no end is reachable. `guessed`: only if unknown values turn out badly. */
export interface Trapped {
  readonly certain: ReadonlySet<string>;
  readonly guessed: () => ReadonlySet<string>;
}

/** What other flows do. */
export interface Elsewhere {
  /** Whether a conversation that goes there can reach an end. */
  readonly isEnding: (flowId: string) => boolean;
  /** Whether a call of that flow can reach an end that doesn't return to its caller. */
  readonly isFinishing: (flowId: string) => boolean;
}

/** How a path arrives at a moment: as intended, or after an escape with no answer since. */
type Coming = 'along' | 'escaped';

/** `forGood`: an end that returns to the caller of this flow doesn't count. */
export function trapped(explored: Explored, elsewhere: Elsewhere, forGood = false): Trapped {
  const { flow, moments, out } = explored;
  const into = edgesInto(out);
  const ends = new Set([...moments].flatMap(([key, moment]) => (isEnd(key, moment) ? [key] : [])));
  const hopeful = before([], () => true);
  const certain = new Set([...moments.keys()].filter((key) => !hopeful.has(key)));
  const guessed = (): ReadonlySet<string> => {
    if (![...out.values()].some((edges) => edges.some(({ isGuess }) => isGuess))) return new Set();
    // A path into a certain trap is that trap's fault, so `certain` counts as an end here.
    const careful = before(certain, isSafe);
    return new Set([...hopeful].filter((key) => !careful.has(key)));
  };
  return { certain, guessed };

  function isEnd(key: string, moment: Moment): boolean {
    const node = nodeAt(flow, moment.node);
    if (node?.kind === 'goto') return elsewhere.isEnding(node.flow_id);
    if (node?.kind === 'end') return node.finishes || !forGood;
    if (node?.kind === 'call' && elsewhere.isFinishing(node.flow_id)) return true;
    // An exit that leads nowhere is reported by itself. A call that never returns counts as an end.
    return isOver(moment, flow) || moment.node === NOWHERE || out.get(key)?.length === 0;
  }

  /** Backward reachability from ends, and from `others` however a path arrives there, over edges that are relied on. */
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
    // A worklist: the loop also visits what it appends.
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

  /** The ways to arrive at an edge's source that make a path arrive at its target as `coming`. */
  function comingBefore(edge: Edge, coming: Coming): readonly Coming[] {
    if (isEscape(edge)) return coming === 'escaped' ? ['along', 'escaped'] : [];
    return isAnswer(edge) ? (coming === 'along' ? ['along', 'escaped'] : []) : [coming];
  }

  /** An answer in a called flow counts too. A message that ends a pause doesn't. */
  function isAnswer({ cause, from }: Edge): boolean {
    return isWritten(cause) && nodeAt(flow, moments.get(from)?.node ?? '')?.kind !== 'pause';
  }

  function isEscape({ exit, from }: Edge): boolean {
    const node = nodeAt(flow, moments.get(from)?.node ?? '');
    // A menu without options has no other exits, so these are no escapes from it.
    if (node?.kind === 'ask') return QUESTION_ESCAPES.has(exit) && answersOf(node).length > 0;
    return exit === 'failed' && (node?.kind === 'say' || node?.kind === 'request');
  }

  /** Whether an edge is safe whatever the unknown values are: every guessed edge beside it leads into `found` too. */
  function isSafe(edge: Edge, found: ReadonlySet<string>): boolean {
    return !edge.isGuess || (out.get(edge.from) ?? []).every((each) => !each.isGuess || found.has(each.to));
  }
}

const QUESTION_ESCAPES: ReadonlySet<string> = new Set(['other', 'media', 'timeout']);
