import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import { securityPolicy } from './security.ts';

/** Headers of an answer to the request with an id. */
export type AnswerHeaders = (requestId: string) => Readonly<Record<string, string>>;

/**
 * The headers that every answer bears, whoever writes it: the security policy, the request's id, and that nobody
 * stores it. Files that may be cached say so themselves. `bases` are the addresses that the page may talk to.
 */
export function answerHeaders(bases: readonly string[]): AnswerHeaders {
  const fixed = { ...policyHeaders(bases), 'cache-control': 'no-store' };
  return (requestId) => ({ ...fixed, 'x-request-id': requestId });
}

/** Helmet's headers: the policy doesn't depend on the request, so they are made once. */
function policyHeaders(bases: readonly string[]): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(securityPolicy(bases))(request, response, () => undefined);
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
