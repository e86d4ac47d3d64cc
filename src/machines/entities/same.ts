function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Deep equality of plain values. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b)) return false;
  let more = 0;
  for (const key in a) {
    const one = a[key];
    const other = b[key];
    if (one === other ? one === undefined && !(key in b) : !isSame(one, other)) return false;
    more += 1;
  }
  for (const _ in b) more -= 1;
  return more === 0;
}

/** `known` if `next` equals it, so that unchanged values keep their reference; else `next`. */
export function keepSame<Value>(known: Value, next: Value): Value {
  return isSame(known, next) ? known : next;
}
