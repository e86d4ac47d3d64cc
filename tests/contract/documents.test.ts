import { readdirSync } from 'node:fs';
import { buildSchema, isNonNullType, isListType, getNamedType, parse, validate, type GraphQLOutputType } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantSdl } from '../../contract/graphql/schema.ts';

const folder = new URL('../../contract/graphql/', import.meta.url);
const schema = buildSchema(tenantSdl);
const operationSchema = z.object({ name: z.string(), document: z.string(), data: z.instanceof(z.core.$ZodType) });

async function operations() {
  const files = readdirSync(folder).filter((file) => file !== 'schema.ts' && file !== 'operation.ts');
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  return modules.flatMap((module) =>
    Object.values(module).flatMap((value) => {
      const parsed = operationSchema.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}

const all = await operations();

describe('GraphQL documents', () => {
  it.each(all)('$name fits the schema', ({ document }) => {
    expect(validate(schema, parse(document))).toEqual([]);
  });

  it.each(all)('$name is parsed whole: null where the schema may give null, refused where it may not', (operation) => {
    const root = operation.document.startsWith('mutation') ? schema.getMutationType() : schema.getQueryType();
    const field = root?.getFields()[operation.name];
    expect(field).toBeDefined();
    if (field === undefined) return;
    const nullable = !isNonNullType(field.type);
    const { success } = z.safeParse(operation.data, { [operation.name]: null });
    expect(success).toBe(nullable);
  });

  it('there is one for every field of the schema', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect(all.map((operation) => operation.name).toSorted()).toEqual(fields.toSorted());
  });

  it('lists give no null items', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    expect(fields.filter((field) => hasNullItems(field.type)).map((field) => field.name)).toEqual([]);
  });
});

function hasNullItems(type: GraphQLOutputType): boolean {
  const inner = isNonNullType(type) ? type.ofType : type;
  return isListType(inner) && !isNonNullType(inner.ofType) && getNamedType(inner) !== undefined;
}
