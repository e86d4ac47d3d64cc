function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether two plain values hold the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b)) return false;
  let more = 0;
  for (const key in a) {
    if (!(key in b) || !isSame(a[key], b[key])) return false;
    more += 1;
  }
  for (const _ in b) more -= 1;
  return more === 0;
}

/** The known value where the told one holds the same: what didn't change stays the same reference. */
export function keepSame<Value>(known: Value, told: Value): Value {
  return isSame(known, told) ? known : told;
}
