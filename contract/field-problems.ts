/** A wrong field as a schema tells it, with the limit that was passed where there is one. */
type Issue = {
  readonly path: readonly PropertyKey[];
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
};

/**
 * What the texts of wrong fields say beside their keys: `name.max` is the most that the field `name` may
 * have, `name.min` the least. Of several faults of a field the first counts, as it is the one that is told.
 */
export function limitsOf(issues: readonly Issue[]): Record<string, number> {
  const limits: Record<string, number> = {};
  const told = new Set<PropertyKey>();
  for (const { path, maximum, minimum } of issues) {
    const [field] = path;
    if (field === undefined || told.has(field)) continue;
    told.add(field);
    if (maximum !== undefined) limits[`${String(field)}.max`] = Number(maximum);
    if (minimum !== undefined) limits[`${String(field)}.min`] = Number(minimum);
  }
  return limits;
}
