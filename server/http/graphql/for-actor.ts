import type { MercuriusContext } from 'mercurius';
import type { Operation } from '../../../contract/graphql/operation.ts';
import type { Actor } from '../../domain/context.ts';
import { inTurns } from './answer.ts';
import type { ChatServices, TenantCall } from './call.ts';

type Resolver<Variables> = (root: unknown, variables: Variables, context: MercuriusContext) => Promise<unknown>;

/** The resolver of an operation, by name. */
type Named<Variables, Data> = { readonly [Name in keyof Data]: Resolver<Variables> };

function named<Variables, Data>(name: string, resolver: Resolver<Variables>): Named<Variables, Data>;
function named(name: string, resolver: Resolver<never>): Record<string, Resolver<never>> {
  return { [name]: resolver };
}

/** Resolves an operation of the contract for a logged-in user: gets its variables, returns the value of its data. */
export function forActor<Variables, Data>(
  operation: Operation<Variables, Data>,
  answer: (services: ChatServices, actor: Actor, variables: NoInfer<Variables>) => Promise<NoInfer<Data[keyof Data]>>,
): Named<Variables, Data> {
  return named(operation.name, async (_root, variables, { tenantCall }) =>
    inTurns(await tenantCall.inTurn(async () => answer(tenantCall.services, await tenantCall.actor(), variables))),
  );
}

/** Resolves an operation that needs no login. */
export function forAnyone<Variables, Data>(
  operation: Operation<Variables, Data>,
  answer: (call: TenantCall, variables: NoInfer<Variables>) => Promise<NoInfer<Data[keyof Data]>>,
): Named<Variables, Data> {
  return named(operation.name, (_root, variables, { tenantCall }) => answer(tenantCall, variables));
}
