import type * as z from 'zod/mini';

/** A back-office REST call: where it is, and the schemas of what goes in and comes out. `:name` in the path is part of the body. */
export interface RestCall<Body, Answer> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: z.ZodMiniType<Body>;
  readonly answer: z.ZodMiniType<Answer>;
}

export function restCall<Body, Answer>(call: RestCall<Body, Answer>): RestCall<Body, Answer> {
  return call;
}
