import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure } from '../../../machines/entities/failure.ts';
import { useAction } from './use-action.ts';

/** Rows in their order, and how it is changed. */
interface Ordering<Row> {
  /** As they were just put, until the server says so; null before the first answer. */
  readonly rows: readonly Row[] | null;
  readonly put: (ids: readonly string[]) => void;
  readonly failure: Failure | null;
}

/** Orders rows; what is put while an order is being saved is saved after it, the latest alone. */
export function useOrdering<Row extends { readonly id: string }>(
  form: 'rule.order' | 'flow.order',
  rows: readonly Row[] | null,
): Ordering<Row> {
  const { run, isPending, failure } = useAction(form, 'all');
  const [wanted, setWanted] = useState<{ readonly of: typeof rows; readonly ids: readonly string[] }>();
  const [next, setNext] = useState<readonly string[]>();
  const isBusy = isPending || next !== undefined;
  // What the list says while another order is on its way is older than that.
  if (isBusy && wanted !== undefined && wanted.of !== rows) setWanted({ ...wanted, of: rows });
  const [due, setDue] = useState<readonly string[]>();
  if (!isPending && next !== undefined) {
    setNext(undefined);
    if (failure === null) setDue(next);
  }
  const send = useEffectEvent(run);
  useEffect(() => {
    if (due !== undefined) send({ ids: due });
  }, [due]);
  // After a refusal it is as it was.
  const ids = failure === null && (isBusy || wanted?.of === rows) ? wanted?.ids : undefined;
  return {
    rows: rows === null || ids === undefined ? rows : inOrder(rows, ids),
    failure,
    put: (put) => {
      setWanted({ of: rows, ids: put });
      if (isPending) setNext(put);
      else run({ ids: put });
    },
  };
}

/** Those that aren't named, as new ones, come last. */
function inOrder<Row extends { readonly id: string }>(rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const placeOf = ({ id }: Row) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
