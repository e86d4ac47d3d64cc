import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { instanceFields, instanceSchema } from './instance.ts';

/** Links a user to an instance they serve. */
export const userInstanceSchema = z.object({ id: idSchema, instance: instanceSchema });
export type UserInstance = z.infer<typeof userInstanceSchema>;
export const userInstanceFields = `id instance { ${instanceFields} }`;

export const userInstanceSdl = /* GraphQL */ `
  type UserInstance {
    id: ID!
    instance: Instance!
  }
`;
