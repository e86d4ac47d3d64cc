import type { Failure } from '../entities/failure.ts';

/** The parameters of a field's error text: those of the failure, and the field's own (`name.max`) without its prefix. */
export function paramsOfField(params: Failure['params'], field: string): Failure['params'] {
  const own = Object.entries(params).flatMap(([name, value]) =>
    name.startsWith(`${field}.`) ? [[name.slice(field.length + 1), value] as const] : [],
  );
  return { ...params, ...Object.fromEntries(own) };
}
