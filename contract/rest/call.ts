import type * as z from 'zod/mini';

/** A back-office REST call with the schemas of its body and answer. `:name` in the path is filled from the body. */
export interface RestCall<Body, Answer> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: z.ZodMiniType<Body>;
  readonly answer: z.ZodMiniType<Answer>;
}

export function restCall<Body, Answer>(call: RestCall<Body, Answer>): RestCall<Body, Answer> {
  return call;
}

/** The types of a call's body and answer. */
export type BodyOf<Call> = Call extends RestCall<infer Body, infer _Answer> ? Body : never;
export type AnswerOf<Call> = Call extends RestCall<infer _Body, infer Answer> ? Answer : never;
