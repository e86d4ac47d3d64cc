import * as z from 'zod/mini';
import { CONSENT_CHANNELS, CONSENT_KINDS, CONSENT_ORIGINS, EVIDENCE_MAX } from '../facts/customers.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** A consent that a customer gave or refused, and its source. */
export const consentSchema = z.object({
  id: idSchema,
  channel: z.enum(CONSENT_CHANNELS),
  kind: z.enum(CONSENT_KINDS),
  said_at: timestampSchema,
  origin: z.enum(CONSENT_ORIGINS),
  evidence: z.nullable(z.string()),
  /** Who recorded it. */
  user_name: z.nullable(z.string()),
});
export type Consent = z.infer<typeof consentSchema>;
const consentFields = 'id channel kind said_at origin evidence user_name';

/** Records a customer's consent or refusal. */
export const consentFormSchema = z.object({
  channel: z.enum(CONSENT_CHANNELS, { error: 'error.field.required' }),
  kind: z.enum(CONSENT_KINDS, { error: 'error.field.required' }),
  evidence: z
    .string({ error: 'error.field.required' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'error.field.required', abort: true }),
      z.maxLength(EVIDENCE_MAX, 'error.field.tooLong'),
      z.regex(/^[^\p{Cs}\0]*$/u, 'error.field.characters'),
    ),
});
export type ConsentForm = z.infer<typeof consentFormSchema>;

/** The consents of a customer visible to the user, newest first: the first of a channel is in force. */
export const customerConsents = operation<{ customer_id: string }, { customerConsents: Consent[] }>(
  'customerConsents',
  `query customerConsents($customer_id: ID!) { customerConsents(customer_id: $customer_id) { ${consentFields} } }`,
  z.object({ customerConsents: z.array(consentSchema) }),
);

/** Adds a consent given or refused, with its evidence. */
export const declareConsent = operation<ConsentForm & { customer_id: string }, { declareConsent: Consent }>(
  'declareConsent',
  `mutation declareConsent($customer_id: ID!, $channel: String!, $kind: String!, $evidence: String!) { declareConsent(customer_id: $customer_id, channel: $channel, kind: $kind, evidence: $evidence) { ${consentFields} } }`,
  z.object({ declareConsent: consentSchema }),
);

export const customerConsentsSdl = /* GraphQL */ `
  type CustomerConsent {
    id: ID!
    channel: String!
    kind: String!
    said_at: String!
    origin: String!
    evidence: String
    user_name: String
  }
  extend type Query {
    customerConsents(customer_id: ID!): [CustomerConsent!]!
  }
  extend type Mutation {
    declareConsent(customer_id: ID!, channel: String!, kind: String!, evidence: String!): CustomerConsent!
  }
`;
