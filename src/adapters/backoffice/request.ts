import type { RestCall } from '../../../contract/rest/call.ts';
import type { CommandType } from '../../machines/log/command.ts';
import type { Bearer, CallRequest } from '../calls/call.ts';
import type { CallParts } from '../calls/parts.ts';
import { sendRest } from './rest.ts';
import type { RestRequest } from './rest.ts';

/** Builds a back-office REST call for the gateway. */
export function restRequest<Body, Answer>(
  { environment }: Pick<CallParts, 'environment'>,
  command: CommandType,
  call: RestCall<Body, Answer>,
  request: RestRequest<Body>,
  bearer: Bearer = 'session',
): CallRequest<Answer> {
  return { command, source: 'rest', bearer, send: (attempt) => sendRest(environment, call, request, attempt) };
}
