import type { Failure } from '../../../machines/entities/failure.ts';
import type { ListedRule } from '../../../machines/entities/rules.ts';
import { useOrdering } from '../form/use-ordering.ts';

/** All rules in their order, and how it is changed. */
export interface RuleOrder {
  /** Null before the first answer. */
  readonly rows: readonly ListedRule[] | null;
  /** Puts a rule at another place, counted from 0; what was changed is shown before the server says so. */
  readonly move: (id: string, to: number) => void;
  readonly failure: Failure | null;
}

export function useOrder(listed: readonly ListedRule[] | null): RuleOrder {
  const { rows, put, failure } = useOrdering('rule.order', listed);
  return {
    rows,
    failure,
    move: (id, to) => {
      if (rows === null || to < 0 || to >= rows.length) return;
      const others = rows.map((rule) => rule.id).filter((each) => each !== id);
      put(others.toSpliced(to, 0, id));
    },
  };
}
