import type { FormValue } from '../entities/forms.ts';

/** Deep equality of two field values; undefined counts as null. */
export function sameValue(a: FormValue | undefined, b: FormValue | undefined): boolean {
  const [one, other] = [a ?? null, b ?? null];
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (isList(one) || isList(other)) {
    return (
      isList(one) && isList(other) && one.length === other.length && one.every((each, at) => sameValue(each, other[at]))
    );
  }
  return [...Object.keys(one), ...Object.keys(other)].every((name) => sameValue(one[name], other[name]));
}

function isList(value: FormValue): value is readonly FormValue[] {
  return Array.isArray(value);
}
