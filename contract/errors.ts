import * as z from 'zod/mini';
import { ERROR_CODES } from './facts/errors.ts';

/** Values for the texts of a refusal; `name.max` and `name.min` are the limits of the field `name`. */
export const errorParamsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/** A refusal: `key` is the catalogue id of its text (`error.notFound`), `fields` the inputs that caused it. */
export const errorDetailSchema = z.object({
  code: z.enum(ERROR_CODES),
  key: z.string(),
  params: z.optional(errorParamsSchema),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

/** Body of every failed REST call. On 401 `status` is one of the four statuses. */
export const restErrorSchema = z.object({
  status: z.string(),
  error: z.optional(errorDetailSchema),
  request_id: z.optional(z.string()),
});
export type RestError = z.infer<typeof restErrorSchema>;

/** One entry of the `errors` list of a GraphQL answer. */
export const graphqlErrorSchema = z.object({
  message: z.string(),
  extensions: z.optional(
    z.object({
      code: z.optional(z.string()),
      key: z.optional(z.string()),
      params: z.optional(errorParamsSchema),
      fields: z.optional(z.record(z.string(), z.string())),
      request_id: z.optional(z.string()),
    }),
  ),
});
export type GraphqlError = z.infer<typeof graphqlErrorSchema>;

export const graphqlErrorsSchema = z.object({ errors: z.array(graphqlErrorSchema) });
