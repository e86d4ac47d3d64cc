/** The four statuses of a REST call refused with 401. */
export const UNAUTHORIZED_STATUSES = [
  'Unauthorized',
  'Authorization Token not found',
  'Token is Expired',
  'Token is Invalid',
] as const;
export type UnauthorizedStatus = (typeof UNAUTHORIZED_STATUSES)[number];

/** The messages of a GraphQL call refused for lack of a valid login. */
export const GRAPHQL_UNAUTHORIZED = {
  expired: 'Token has expired',
  unauthorized: 'Unauthorized',
  missing: 'Authorization Token not found',
} as const;

/** Status of a REST call refused during maintenance; its error is `error.maintenance`. */
export const MAINTENANCE_STATUS = 'Under Maintenance';

/** The kind of a refusal. `UNAUTHENTICATED` needs a login, `UNAVAILABLE` can be retried. */
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

/** Key of the refusal to send a file that isn't there. */
export const FILE_NOT_UPLOADED = 'error.file.notUploaded';
