import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { buildSchema } from 'graphql';
import type { GraphQLField, printSchema } from 'graphql';

/** The server's copy of the package: its schema is none of ours. */
const serverGraphql: { printSchema: typeof printSchema } = createRequire(import.meta.url)('graphql');

/** A field that is a call. */
export type Call = { name: string; kind: 'query' | 'mutation'; field: GraphQLField<unknown, unknown> };

/** Each route that a server answers, as `GET /api/users`, from the tree that Fastify prints. */
export function routesOf(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^(?<indent>[│ ]*)[├└]── (?<part>\S+)(?: \((?<methods>[A-Z, ]+)\))?/.exec(line)?.groups;
      if (found === undefined) return [];
      const depth = (found['indent'] ?? '').length / 4;
      above.splice(depth, above.length, found['part'] ?? '');
      const methods = (found['methods'] ?? '').split(', ').filter((method) => method !== '' && method !== 'HEAD');
      return methods.map((method) => `${method} ${above.join('').replaceAll('//', '/')}`);
    });
}

/** Each call of the schema that a server answers by. */
export function callsOf(app: FastifyInstance): Call[] {
  const schema = buildSchema(serverGraphql.printSchema(app.graphql.schema));
  const kinds = { query: schema.getQueryType(), mutation: schema.getMutationType() } as const;
  return (['query', 'mutation'] as const).flatMap((kind) =>
    Object.entries(kinds[kind]?.getFields() ?? {}).map(([name, field]) => ({ name, kind, field })),
  );
}
