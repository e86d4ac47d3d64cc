import * as z from 'zod/mini';
import { instanceFields, instanceSchema, type Instance } from '../entities/instance.ts';
import { operation } from './operation.ts';

export type InstancesVariables = { remove_ids?: string[] | null };

/** The tenant's instances without `remove_ids`; an attendant gets those they serve. */
export const instances = operation<InstancesVariables, { instances: Instance[] }>(
  'instances',
  `query instances($remove_ids: [ID!]) { instances(remove_ids: $remove_ids) { ${instanceFields} } }`,
  z.object({ instances: z.array(instanceSchema) }),
);

export const instancesSdl = /* GraphQL */ `
  extend type Query {
    instances(remove_ids: [ID!]): [Instance!]!
  }
`;
