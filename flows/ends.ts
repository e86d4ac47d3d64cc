import { NOWHERE } from './compile.ts';
import { nodeAt } from './exits.ts';
import { edgesInto, isOver } from './explore.ts';
import type { Edge, Explored } from './explore.ts';

/*
 * Whether whoever takes part in a conversation comes to an end. Being handed to a person because nothing else was understood is an
 * escape, and no end: a menu whose options all lead back to it holds everyone who answers it.
 */

/** Exits behind which a person takes over from whom the flow doesn't understand or reach. */
const ESCAPES: ReadonlySet<string> = new Set(['other', 'media', 'timeout', 'failed']);

/** Moments from which there is no end. `isCertain`: not only if what is unknown turns out badly. */
export interface Trapped {
  readonly certain: ReadonlySet<string>;
  readonly guessed: ReadonlySet<string>;
}

/** `isEnding`: whether whoever goes to another flow comes to an end there. */
export function trapped(explored: Explored, isEnding: (flowId: string) => boolean): Trapped {
  const { flow, moments, out } = explored;
  const into = edgesInto(out);
  const ends = new Set<string>();
  const persons = new Set<string>();
  for (const [key, moment] of moments) {
    const node = nodeAt(flow, moment.node);
    if (node?.kind === 'goto' && !isEnding(node.flow_id)) continue;
    if (node?.kind === 'handoff') persons.add(key);
    // An exit that leads nowhere is a fault of its own, and a called flow that never gives back is an end.
    else if (isOver(moment, flow) || moment.node === NOWHERE || out.get(key)?.length === 0) ends.add(key);
  }
  // What goes to a person by itself, without having failed.
  const handed = before(persons, ({ cause, exit }) => cause === 'itself' && !ESCAPES.has(exit));

  const hopeful = reach(ends, () => true);
  const certain = new Set([...moments.keys()].filter((key) => !hopeful.has(key)));
  // Whoever may come to where there is certainly no end is held there.
  const careful = reach(new Set([...ends, ...certain]), isSafe);
  const guessed = new Set([...hopeful].filter((key) => !careful.has(key)));
  return { certain, guessed };

  /** From ends, and from persons over edges that are no escapes, back over those that can be relied on. */
  function reach(
    targets: ReadonlySet<string>,
    isRelied: (edge: Edge, found: ReadonlySet<string>) => boolean,
  ): ReadonlySet<string> {
    const found = before(targets, isRelied);
    // Back from all these, but not from who was only handed over.
    return before(
      new Set([...found, ...handed]),
      (edge, all) => (!handed.has(edge.to) || found.has(edge.to) || !isEscape(edge)) && isRelied(edge, all),
    );
  }

  function isEscape({ exit, from }: Edge): boolean {
    const kind = nodeAt(flow, moments.get(from)?.node ?? '')?.kind;
    return ESCAPES.has(exit) && (kind === 'ask' || kind === 'say' || kind === 'request');
  }

  /** Whether an edge leads there whatever is unknown: all that may be taken instead do as well. */
  function isSafe(edge: Edge, found: ReadonlySet<string>): boolean {
    return !edge.isGuess || (out.get(edge.from) ?? []).every((each) => !each.isGuess || found.has(each.to));
  }

  function before(
    targets: ReadonlySet<string>,
    isRelied: (edge: Edge, found: ReadonlySet<string>) => boolean,
  ): Set<string> {
    const found = new Set(targets);
    // What is added is gone through as well.
    for (const key of found)
      for (const edge of into.get(key) ?? []) if (!found.has(edge.from) && isRelied(edge, found)) found.add(edge.from);
    return found;
  }
}
