import type * as z from 'zod/mini';

/**
 * A call of the tenant's GraphQL: its document as plain text (no parser ships to the browser) and the schema of its
 * `data`. `Variables` exists only in the type; the SDL checks them.
 */
export interface Operation<Variables, Data> {
  readonly name: string;
  readonly document: string;
  readonly data: z.ZodMiniType<Data>;
  readonly variables?: Variables;
}

export function operation<Variables, Data>(
  name: string,
  document: string,
  data: z.ZodMiniType<Data>,
): Operation<Variables, Data> {
  return { name, document, data };
}
