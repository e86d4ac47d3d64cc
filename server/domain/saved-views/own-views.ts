import type { Id } from '../../db/tables.ts';
import { invalid, notFound } from '../errors.ts';

/** A view that somebody saved of a list: the attendance's or the customers'. */
type OwnView = { readonly id: Id; readonly name: string; readonly gone: readonly string[] };

/** Refuses a name that another of the person's views has, by field. */
export function requireFreeName(all: readonly OwnView[], name: string, id: Id | null): void {
  const isTaken = all.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw invalid('error.form.invalid', { name: 'error.savedView.taken' });
}

/**
 * Not found if a filter names something unknown, unless the saved view named it before: later deletions are only
 * reported.
 */
export function requireThere<View extends OwnView>(saved: View, before: View | null): View {
  if (saved.gone.some((field) => before?.gone.includes(field) !== true)) throw notFound();
  return saved;
}
