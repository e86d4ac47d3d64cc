import * as z from 'zod/mini';

/** The four answers of a REST call refused with 401. */
export const UNAUTHORIZED_STATUSES = [
  'Unauthorized',
  'Authorization Token not found',
  'Token is Expired',
  'Token is Invalid',
] as const;
export type UnauthorizedStatus = (typeof UNAUTHORIZED_STATUSES)[number];

/** The messages a GraphQL call may be refused with by 401. */
export const GRAPHQL_UNAUTHORIZED = {
  expired: 'Token has expired',
  unauthorized: 'Unauthorized',
  missing: 'Authorization Token not found',
} as const;

/** Status of a REST call refused while the platform is worked on; its error is `error.maintenance`. */
export const MAINTENANCE_STATUS = 'Under Maintenance';

/** What a refusal is. `UNAUTHENTICATED` needs a login, `UNAVAILABLE` may be tried again. */
export const ERROR_CODES = [
  'INVALID',
  'NOT_FOUND',
  'FORBIDDEN',
  'CONFLICT',
  'UNAUTHENTICATED',
  'TOO_MANY',
  'UNAVAILABLE',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What the texts of a refusal say beside their keys; `name.max` and `name.min` are those of the field `name`. */
export const errorParamsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/** A refusal: `key` names its text in the catalogues (`error.notFound`), `fields` the inputs that caused it. */
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
