import type { Failure } from '../entities/failure.ts';

/** The values of the text of one wrong field: those of the whole failure, and its own (`name.max`) by their short names. */
export function paramsOfField(params: Failure['params'], field: string): Failure['params'] {
  const own = Object.entries(params).flatMap(([name, value]) =>
    name.startsWith(`${field}.`) ? [[name.slice(field.length + 1), value] as const] : [],
  );
  return { ...params, ...Object.fromEntries(own) };
}
