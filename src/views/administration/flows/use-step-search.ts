import { useMemo, useState } from 'react';
import { exitsOf, nodeAt } from '../../../../flows/exits.ts';
import type { FlowDocument } from '../../../machines/flow-editing/flow-document.ts';
import type { FlowWords } from './use-flow-words.ts';

export interface StepSearch {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** Steps whose name, text or exits have the words, in reading order; null while nothing is searched. */
  readonly found: readonly string[] | null;
}

export function useStepSearch({ flow, places }: FlowDocument, words: FlowWords): StepSearch {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = useMemo(() => {
    if (wanted === '') return null;
    return places.order.filter((step) => {
      const node = nodeAt(flow, step);
      if (node === undefined) return false;
      const exits = exitsOf(node).map((exit) => words.exit(node, exit));
      return [words.step(step), words.about(node), ...exits].join('\n').toLowerCase().includes(wanted);
    });
  }, [wanted, flow, places, words]);
  return { search, setSearch, found };
}
