/** Whether a value that was stored is what it should be. */
export type Check<Value> = (value: unknown) => value is Value;
type Checked<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends Check<infer Value> ? Value : never };

/*
 * Checks for what this browser stored itself, perhaps by an older version of ours. The contract's
 * schemas are for the wire; these few are enough here.
 */

export const isText: Check<string> = (value) => typeof value === 'string';
export const isFlag: Check<boolean> = (value) => typeof value === 'boolean';
export const isNumber: Check<number> = (value): value is number => Number.isFinite(value);

export function orNull<Value>(check: Check<Value>): Check<Value | null> {
  return (value): value is Value | null => value === null || check(value);
}

export function orMissing<Value>(check: Check<Value>): Check<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || check(value);
}

export function listOf<Value>(check: Check<Value>): Check<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every(check);
}

export function oneOf<const Value extends string>(...values: readonly Value[]): Check<Value> {
  return (value): value is Value => values.some((known) => known === value);
}

export function mapOf<Value>(check: Check<Value>): Check<Readonly<Record<string, Value>>> {
  return (value): value is Readonly<Record<string, Value>> =>
    typeof value === 'object' && value !== null && Object.values(value).every(check);
}

export function recordOf<Shape extends Readonly<Record<string, Check<unknown>>>>(shape: Shape): Check<Checked<Shape>> {
  const fields = Object.entries(shape);
  return (value): value is Checked<Shape> =>
    typeof value === 'object' &&
    value !== null &&
    fields.every(([name, check]) => check(Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined));
}
