import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import { securityPolicy } from './security.ts';

/** Headers of an answer, by request id. */
export type AnswerHeaders = (requestId: string) => Readonly<Record<string, string>>;

/**
 * Headers of every answer: security policy, request id, and no caching. Routes of cacheable files override the latter.
 * `bases` are the URLs that the page may call.
 */
export function answerHeaders(bases: readonly string[]): AnswerHeaders {
  const fixed = { ...policyHeaders(bases), 'cache-control': 'no-store' };
  return (requestId) => ({ ...fixed, 'x-request-id': requestId });
}

/** Helmet's headers, computed once, as they don't depend on the request. */
function policyHeaders(bases: readonly string[]): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(securityPolicy(bases))(request, response, () => undefined);
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
