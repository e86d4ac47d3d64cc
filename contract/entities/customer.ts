import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../scalars.ts';

/** A person who writes to the company. `phone_number` is digits only, country code first. */
export const customerSchema = z.object({
  id: idSchema,
  name: z.string(),
  phone_number: z.string(),
  image: z.nullable(z.string()),
  is_blacklisted: z.boolean(),
  created_at: timestampSchema,
});
export type Customer = z.infer<typeof customerSchema>;
export const customerFields = 'id name phone_number image is_blacklisted created_at';

export const customerSdl = /* GraphQL */ `
  type Customer {
    id: ID!
    name: String!
    phone_number: String!
    image: String
    is_blacklisted: Boolean!
    created_at: String!
  }
`;
