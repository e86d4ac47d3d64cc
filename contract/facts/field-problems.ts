/** A schema's issue with a field, with the limit it violated, if any. */
type Issue = {
  readonly path: readonly PropertyKey[];
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
};

/**
 * Limits for the texts of invalid fields: `name.max` and `name.min` for the field `name`. Only a field's first issue
 * counts, as only that one is shown.
 */
export function limitsOf(issues: readonly Issue[]): Record<string, number> {
  const limits: Record<string, number> = {};
  const reported = new Set<PropertyKey>();
  for (const { path, maximum, minimum } of issues) {
    const [field] = path;
    if (field === undefined || reported.has(field)) continue;
    reported.add(field);
    if (maximum !== undefined) limits[`${String(field)}.max`] = Number(maximum);
    if (minimum !== undefined) limits[`${String(field)}.min`] = Number(minimum);
  }
  return limits;
}
