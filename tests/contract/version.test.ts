import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CLOSE, COMPANY_CLOSED } from '../../contract/facts/close-codes.ts';
import { GRAPHQL_UNAUTHORIZED, MAINTENANCE_STATUS, UNAUTHORIZED_STATUSES } from '../../contract/facts/errors.ts';
import { CONTRACT_VERSION } from '../../contract/facts/version.ts';
import { tenantSdl } from '../../contract/graphql/schema.ts';

const folder = join(import.meta.dirname, '../../contract');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(join(folder, file))));

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.ZodMiniType;
const restSchema = z.object({
  method: z.string(),
  path: z.string(),
  body: z.custom<z.ZodMiniType>(isSchema),
  answer: z.custom<z.ZodMiniType>(isSchema),
});
const operationSchema = z.object({ name: z.string(), data: z.custom<z.ZodMiniType>(isSchema) });

/** What goes through a schema, as it comes in and as it comes out. */
function shapeOf(schema: z.ZodMiniType): unknown {
  return (['input', 'output'] as const).map((io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
}

/** An exported thing as the wire knows it; undefined for what isn't on it by itself. */
function wireOf(value: unknown): unknown {
  if (isSchema(value)) return shapeOf(value);
  const { data: call } = restSchema.safeParse(value);
  if (call !== undefined) return [call.method, call.path, shapeOf(call.body), shapeOf(call.answer)];
  const { data: operation } = operationSchema.safeParse(value);
  return operation === undefined ? undefined : [operation.name, shapeOf(operation.data)];
}

/** As JSON, whose fields have no order. */
function written(part: unknown): string {
  return JSON.stringify(part, (key, value: unknown) => {
    if (Array.isArray(value)) return key === 'required' ? value.map(String).toSorted() : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** Of every schema, call and type: how the code calls and orders them changes nothing, and no comment does. */
function contractHash(): string {
  const shapes = modules.flatMap((module) => Object.values(module).map(wireOf)).filter((shape) => shape !== undefined);
  const words = [CLOSE, COMPANY_CLOSED, UNAUTHORIZED_STATUSES, GRAPHQL_UNAUTHORIZED, MAINTENANCE_STATUS];
  const parts = [...shapes, ...words].map(written);
  const sdl = printSchema(lexicographicSortSchema(buildSchema(tenantSdl)));
  const all = [...new Set([...parts, sdl])].toSorted();
  return createHash('sha256').update(all.join('\n')).digest('hex').slice(0, 16);
}

it('a changed wire has a raised version', () => {
  // When this fails: raise CONTRACT_VERSION, then write both down here.
  expect({ version: CONTRACT_VERSION, hash: contractHash() }).toEqual({ version: 23, hash: '715961c51201565f' });
});
