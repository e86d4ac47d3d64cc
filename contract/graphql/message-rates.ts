import * as z from 'zod/mini';
import { messageRateSchema } from '../entities/message-rate.ts';
import type { MessageRate, RateKey } from '../entities/message-rate.ts';
import { operation } from './operation.ts';

const ratesSchema = z.array(messageRateSchema);
const fields = Object.keys(messageRateSchema.shape).join(' ');

/** The company's message rates. */
export const messageRates = operation<Record<string, never>, { messageRates: MessageRate[] }>(
  'messageRates',
  `query messageRates { messageRates { ${fields} } }`,
  z.object({ messageRates: ratesSchema }),
);

/** Sets the price of a message from a day on; replaces the rate of that day. */
export const setMessageRate = operation<MessageRate, { setMessageRate: MessageRate[] }>(
  'setMessageRate',
  `mutation setMessageRate($category: String!, $prefix: String!, $since: String!, $currency: String!, $amount: Float!) { setMessageRate(category: $category, prefix: $prefix, since: $since, currency: $currency, amount: $amount) { ${fields} } }`,
  z.object({ setMessageRate: ratesSchema }),
);

/** Deletes a rate; its messages get the price of the preceding rate, or none. */
export const deleteMessageRate = operation<RateKey, { deleteMessageRate: MessageRate[] }>(
  'deleteMessageRate',
  `mutation deleteMessageRate($category: String!, $prefix: String!, $since: String!) { deleteMessageRate(category: $category, prefix: $prefix, since: $since) { ${fields} } }`,
  z.object({ deleteMessageRate: ratesSchema }),
);

export const messageRatesSdl = /* GraphQL */ `
  type MessageRate {
    category: String!
    prefix: String!
    since: String!
    currency: String!
    amount: Float!
  }
  extend type Query {
    messageRates: [MessageRate!]!
  }
  extend type Mutation {
    setMessageRate(
      category: String!
      prefix: String!
      since: String!
      currency: String!
      amount: Float!
    ): [MessageRate!]!
    deleteMessageRate(category: String!, prefix: String!, since: String!): [MessageRate!]!
  }
`;
