import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../scalars.ts';
import { customerTagFields, customerTagSchema } from './tag.ts';

/** A person who writes to the company. `phone_number` is digits only, country code first. */
export const customerSchema = z.object({
  id: idSchema,
  name: z.string(),
  phone_number: z.string(),
  image: z.nullable(z.string()),
  is_blacklisted: z.boolean(),
  created_at: timestampSchema,
  /** By name. */
  tags: z.optional(z.array(customerTagSchema)),
  /** Numbers of customers merged into this one, which a search finds too; null for none. */
  numbers: z.optional(z.nullable(z.array(z.string()))),
});
export type Customer = z.infer<typeof customerSchema>;
export const customerFields = `id name phone_number image is_blacklisted created_at tags { ${customerTagFields} } numbers`;

export const customerSdl = /* GraphQL */ `
  type Customer {
    id: ID!
    name: String!
    phone_number: String!
    image: String
    is_blacklisted: Boolean!
    created_at: String!
    tags: [CustomerTag!]
    numbers: [String!]
  }
`;
