import * as z from 'zod/mini';
import { RECIPIENT_STATES, SKIP_REASONS } from '../facts/campaigns.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** A campaign's result for one customer. */
const customerCampaignSchema = z.object({
  campaign: z.object({ id: idSchema, name: z.string() }),
  state: z.enum(RECIPIENT_STATES),
  skip_reason: z.nullable(z.enum(SKIP_REASONS)),
  error_code: z.nullable(z.string()),
  error_key: z.nullable(z.string()),
  sent_at: z.nullable(timestampSchema),
  answered_at: z.nullable(timestampSchema),
  ticket_id: z.nullable(idSchema),
});
const pageSchema = z.object({ total_items: countSchema, items: z.array(customerCampaignSchema) });
export type CustomerCampaignPage = z.infer<typeof pageSchema>;
export type CustomerCampaign = z.infer<typeof customerCampaignSchema>;

export type CustomerCampaignsVariables = {
  customer_id: string;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

/** A page of the campaigns that selected a customer, also those that left them out; newest first. */
export const customerCampaigns = operation<CustomerCampaignsVariables, { customerCampaigns: CustomerCampaignPage }>(
  'customerCampaigns',
  'query customerCampaigns($customer_id: ID!, $pagination_page: Int, $pagination_limit: Int) { customerCampaigns(customer_id: $customer_id, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_items items { campaign { id name } state skip_reason error_code error_key sent_at answered_at ticket_id } } }',
  z.object({ customerCampaigns: pageSchema }),
);

export const customerCampaignsSdl = /* GraphQL */ `
  type CampaignOfCustomer {
    id: ID!
    name: String!
  }
  type CustomerCampaign {
    campaign: CampaignOfCustomer!
    state: String!
    skip_reason: String
    error_code: String
    error_key: String
    sent_at: String
    answered_at: String
    ticket_id: ID
  }
  type CustomerCampaignPage {
    total_items: Int!
    items: [CustomerCampaign!]!
  }
  extend type Query {
    customerCampaigns(customer_id: ID!, pagination_page: Int = 1, pagination_limit: Int = 10): CustomerCampaignPage!
  }
`;
