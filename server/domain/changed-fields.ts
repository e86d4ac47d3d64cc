/** The named fields that differ, with old and new values; for the audit. */
export function changedFields<Field extends string>(
  fields: readonly Field[],
  before: Readonly<Partial<Record<Field, unknown>>>,
  after: Readonly<Partial<Record<Field, unknown>>>,
): Record<string, { from: unknown; to: unknown }> {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}

/** Of two orders of the same ids, what stands from the first to the last place that differs; undefined if they are the same. */
export function reordered(
  before: readonly string[],
  after: readonly string[],
): { from: readonly string[]; to: readonly string[] } | undefined {
  const differs = (id: string, at: number): boolean => id !== after[at];
  const [first, last] = [before.findIndex(differs), before.findLastIndex(differs)];
  return first < 0 ? undefined : { from: before.slice(first, last + 1), to: after.slice(first, last + 1) };
}
