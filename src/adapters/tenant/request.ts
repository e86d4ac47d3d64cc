import type { Operation } from '../../../contract/graphql/operation.ts';
import type { CommandType } from '../../machines/log/command.ts';
import type { Bearer, CallRequest } from '../calls/call.ts';
import type { CallParts } from '../calls/parts.ts';
import { sendGraphql } from './graphql.ts';
import type { GraphqlRequest } from './graphql.ts';

/** Builds a tenant GraphQL call for the gateway. */
export function graphqlCall<Variables extends object, Data>(
  { environment, tenant }: Pick<CallParts, 'environment' | 'tenant'>,
  command: CommandType,
  operation: Operation<Variables, Data>,
  request: GraphqlRequest<Variables>,
  bearer: Bearer = 'session',
): CallRequest<Data> {
  return {
    command,
    source: 'graphql',
    bearer,
    send: (attempt) => sendGraphql(environment, tenant, operation, request, attempt),
  };
}
