import { useState } from 'react';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { ListedRule } from '../../../machines/entities/rules.ts';
import { useAction } from '../form/use-action.ts';

/** Rules in their order, and how it is changed. */
export interface RuleOrder {
  /** Null before the first answer. */
  readonly rows: readonly ListedRule[] | null;
  /** Puts a rule at another place, counted from 0; what was changed is shown before the server says so. */
  readonly move: (id: string, to: number) => void;
  readonly failure: Failure | null;
}

export function useOrder(rows: readonly ListedRule[] | null): RuleOrder {
  const { run, failure } = useAction('rule.order', 'all');
  const [wanted, setWanted] = useState<{ readonly of: typeof rows; readonly ids: readonly string[] }>();
  // Until the list comes again; after a refusal it is as it was.
  const ids = wanted?.of === rows && failure === null ? wanted?.ids : undefined;
  const shown =
    ids === undefined || rows === null ? rows : ids.flatMap((id) => rows.find((rule) => rule.id === id) ?? []);
  return {
    rows: shown,
    failure,
    move: (id, to) => {
      if (shown === null || to < 0 || to >= shown.length) return;
      const others = shown.map((rule) => rule.id).filter((each) => each !== id);
      const next = others.toSpliced(to, 0, id);
      setWanted({ of: rows, ids: next });
      run({ ids: next });
    },
  };
}
