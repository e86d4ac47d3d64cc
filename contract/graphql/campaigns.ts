import * as z from 'zod/mini';
import { campaignFields, campaignSchema, type Campaign, type CampaignForm } from '../entities/campaign.ts';
import { QUEUE_REASONS, RECIPIENT_STATES, SKIP_REASONS } from '../facts/campaigns.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

const reasonCountSchema = z.object({ reason: z.enum(SKIP_REASONS), count: countSchema });
const reasonCountsSchema = z.array(reasonCountSchema);
export type ReasonCount = z.infer<typeof reasonCountSchema>;

export const campaignPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(campaignSchema),
});
export type CampaignPage = z.infer<typeof campaignPageSchema>;

export type CampaignsVariables = {
  statuses?: readonly string[] | null | undefined;
  /** Part of a name. */
  search?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

/** A page of the company's campaigns, the newest first. */
export const campaigns = operation<CampaignsVariables, { campaigns: CampaignPage }>(
  'campaigns',
  `query campaigns($statuses: [String!], $search: String, $pagination_page: Int, $pagination_limit: Int) { campaigns(statuses: $statuses, search: $search, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { ${campaignFields} } } }`,
  z.object({ campaigns: campaignPageSchema }),
);

/** A test send of a campaign's message to one number. */
export const campaignTestSchema = z.object({
  id: idSchema,
  address: z.string(),
  batch: countSchema,
  state: z.enum(['pending', 'sending', 'sent', 'failed', 'uncertain']),
  error_key: z.nullable(z.string()),
  created_at: timestampSchema,
});
export type CampaignTest = z.infer<typeof campaignTestSchema>;

/** What messages of a category cost in a currency; `amount` null: there is no rate for them. Free ones have no currency. */
const campaignCostSchema = z.object({
  category: z.string(),
  currency: z.nullable(z.string()),
  messages: countSchema,
  amount: z.nullable(z.number()),
});
export type CampaignCost = z.infer<typeof campaignCostSchema>;

/** Funnel of a campaign's batch: each count includes the later stages. `total` excludes those left out. */
const campaignPartSchema = z.object({
  batch: countSchema,
  total: countSchema,
  sent: countSchema,
  delivered: countSchema,
  read: countSchema,
  answered: countSchema,
});

/**
 * A campaign with its results: who was left out, what failed, why others are still queued (`until`: when the
 * first of them are due, if that is known), what each number sent and to how many more customers its account may write
 * today (`room`, null for unlimited), its last tests, and its batches, if it has several.
 */
export const campaignDetailsSchema = z.object({
  campaign: campaignSchema,
  skipped: reasonCountsSchema,
  failed: z.array(z.object({ error_code: z.string(), error_key: z.nullable(z.string()), count: countSchema })),
  queue: z.array(z.object({ reason: z.enum(QUEUE_REASONS), count: countSchema, until: z.nullable(timestampSchema) })),
  numbers: z.array(
    z.object({
      instance_id: idSchema,
      name: z.string(),
      sent: countSchema,
      last_minute: countSchema,
      room: z.nullable(countSchema),
    }),
  ),
  tests: z.array(campaignTestSchema),
  parts: z.array(campaignPartSchema),
  /** What it cost, once it is over. */
  costs: z.array(campaignCostSchema),
});
export type CampaignDetails = z.infer<typeof campaignDetailsSchema>;

export const campaignDetails = operation<{ id: string }, { campaignDetails: CampaignDetails }>(
  'campaignDetails',
  `query campaignDetails($id: ID!) { campaignDetails(id: $id) { campaign { ${campaignFields} } skipped { reason count } failed { error_code error_key count } queue { reason count until } numbers { instance_id name sent last_minute room } tests { id address batch state error_key created_at } parts { batch total sent delivered read answered } costs { category currency messages amount } } }`,
  z.object({ campaignDetails: campaignDetailsSchema }),
);

/**
 * A forecast of the campaign if it started now; `seconds` is an estimate, `room` to how many customers its accounts may
 * write today, null for unlimited.
 */
export const campaignDryRunSchema = z.object({
  total: countSchema,
  reached: countSchema,
  left_out: reasonCountsSchema,
  seconds: countSchema,
  room: z.nullable(countSchema),
  costs: z.array(campaignCostSchema),
});
export type CampaignDryRun = z.infer<typeof campaignDryRunSchema>;

export const campaignDryRun = operation<{ id: string }, { campaignDryRun: CampaignDryRun }>(
  'campaignDryRun',
  'query campaignDryRun($id: ID!) { campaignDryRun(id: $id) { total reached left_out { reason count } seconds room costs { category currency messages amount } } }',
  z.object({ campaignDryRun: campaignDryRunSchema }),
);

export const campaignRecipientSchema = z.object({
  customer: z.object({ id: idSchema, name: z.string() }),
  address: z.string(),
  instance_id: idSchema,
  state: z.enum(RECIPIENT_STATES),
  skip_reason: z.nullable(z.enum(SKIP_REASONS)),
  error_code: z.nullable(z.string()),
  error_key: z.nullable(z.string()),
  attempts: countSchema,
  batch: countSchema,
  price_category: z.nullable(z.string()),
  sent_at: z.nullable(timestampSchema),
  answered_at: z.nullable(timestampSchema),
  ticket_id: z.nullable(idSchema),
});
export type CampaignRecipient = z.infer<typeof campaignRecipientSchema>;
/** `next`: cursor of the next page, its preceding customer; null on the last page. */
export const recipientPageSchema = z.object({ items: z.array(campaignRecipientSchema), next: z.nullable(idSchema) });
export type RecipientPage = z.infer<typeof recipientPageSchema>;

export type CampaignRecipientsVariables = {
  id: string;
  states?: readonly string[] | null | undefined;
  /** Only those who answered. */
  answered?: boolean | null | undefined;
  /** Words of a name, or digits of a number. */
  search?: string | null | undefined;
  /** The customer behind whom the page begins. */
  after_id?: string | null | undefined;
  limit?: number | null | undefined;
};

/** Recipients of a campaign, by customer. */
export const campaignRecipients = operation<CampaignRecipientsVariables, { campaignRecipients: RecipientPage }>(
  'campaignRecipients',
  'query campaignRecipients($id: ID!, $states: [String!], $answered: Boolean, $search: String, $after_id: ID, $limit: Int) { campaignRecipients(id: $id, states: $states, answered: $answered, search: $search, after_id: $after_id, limit: $limit) { items { customer { id name } address instance_id state skip_reason error_code error_key attempts batch price_category sent_at answered_at ticket_id } next } }',
  z.object({ campaignRecipients: recipientPageSchema }),
);

const FORM_TYPES =
  '$name: String!, $audience_id: ID, $group_id: ID, $instance_ids: [ID!]!, $template_id: ID, $message: String, $file_id: ID, $variables: [CampaignVariableInput!], $window_from: Int, $window_to: Int, $requires_consent: Boolean, $skip_in_attendance: Boolean, $weekly_limit: Int, $starts_at: String, $per_minute: Int, $batches: [Int!], $batch_minutes: Int, $part_messages: [CampaignPartMessageInput!]';
const FORM =
  'name: $name, audience_id: $audience_id, group_id: $group_id, instance_ids: $instance_ids, template_id: $template_id, message: $message, file_id: $file_id, variables: $variables, window_from: $window_from, window_to: $window_to, requires_consent: $requires_consent, skip_in_attendance: $skip_in_attendance, weekly_limit: $weekly_limit, starts_at: $starts_at, per_minute: $per_minute, batches: $batches, batch_minutes: $batch_minutes, part_messages: $part_messages';

/** Adds a draft. */
export const newCampaign = operation<CampaignForm, { newCampaign: Campaign }>(
  'newCampaign',
  `mutation newCampaign(${FORM_TYPES}) { newCampaign(${FORM}) { ${campaignFields} } }`,
  z.object({ newCampaign: campaignSchema }),
);

export type UpdateCampaignVariables = CampaignForm & { id: string; version?: number | null | undefined };

/** Changes a draft; refused once it has begun. */
export const updateCampaign = operation<UpdateCampaignVariables, { updateCampaign: Campaign }>(
  'updateCampaign',
  `mutation updateCampaign($id: ID!, $version: Int, ${FORM_TYPES}) { updateCampaign(id: $id, version: $version, ${FORM}) { ${campaignFields} } }`,
  z.object({ updateCampaign: campaignSchema }),
);

export type TestCampaignVariables = {
  id: string;
  instance_id: string;
  to_number: string;
  /** The part whose message is sent; the first one if not given. */
  batch?: number | null | undefined;
};

/** Sends the campaign's message to one number, with the fallbacks for what is known of customers. */
export const testCampaign = operation<TestCampaignVariables, { testCampaign: CampaignTest }>(
  'testCampaign',
  'mutation testCampaign($id: ID!, $instance_id: ID!, $to_number: String!, $batch: Int) { testCampaign(id: $id, instance_id: $instance_id, to_number: $to_number, batch: $batch) { id address batch state error_key created_at } }',
  z.object({ testCampaign: campaignTestSchema }),
);

export type StartCampaignVariables = { id: string; version?: number | null | undefined };

/** Starts a draft, at once or at its scheduled time. */
export const startCampaign = operation<StartCampaignVariables, { startCampaign: Campaign }>(
  'startCampaign',
  `mutation startCampaign($id: ID!, $version: Int) { startCampaign(id: $id, version: $version) { ${campaignFields} } }`,
  z.object({ startCampaign: campaignSchema }),
);

/** Pauses it until it is resumed. */
export const pauseCampaign = operation<{ id: string }, { pauseCampaign: Campaign }>(
  'pauseCampaign',
  `mutation pauseCampaign($id: ID!) { pauseCampaign(id: $id) { ${campaignFields} } }`,
  z.object({ pauseCampaign: campaignSchema }),
);

export const resumeCampaign = operation<{ id: string }, { resumeCampaign: Campaign }>(
  'resumeCampaign',
  `mutation resumeCampaign($id: ID!) { resumeCampaign(id: $id) { ${campaignFields} } }`,
  z.object({ resumeCampaign: campaignSchema }),
);

/** Cancels it for good, or discards a draft; sent messages stay. */
export const cancelCampaign = operation<{ id: string }, { cancelCampaign: Campaign }>(
  'cancelCampaign',
  `mutation cancelCampaign($id: ID!) { cancelCampaign(id: $id) { ${campaignFields} } }`,
  z.object({ cancelCampaign: campaignSchema }),
);

/** Takes a scheduled campaign back to draft, so that it can be changed. */
export const unscheduleCampaign = operation<{ id: string }, { unscheduleCampaign: Campaign }>(
  'unscheduleCampaign',
  `mutation unscheduleCampaign($id: ID!) { unscheduleCampaign(id: $id) { ${campaignFields} } }`,
  z.object({ unscheduleCampaign: campaignSchema }),
);

/** Sends a finished campaign once more to those it certainly failed for. */
export const retryCampaign = operation<{ id: string }, { retryCampaign: Campaign }>(
  'retryCampaign',
  `mutation retryCampaign($id: ID!) { retryCampaign(id: $id) { ${campaignFields} } }`,
  z.object({ retryCampaign: campaignSchema }),
);

const FORM_SDL = /* GraphQL */ `
      name: String!
      audience_id: ID
      group_id: ID
      instance_ids: [ID!]!
      template_id: ID
      message: String
      file_id: ID
      variables: [CampaignVariableInput!]
      window_from: Int = 9
      window_to: Int = 22
      requires_consent: Boolean = false
      skip_in_attendance: Boolean = true
      weekly_limit: Int
      starts_at: String
      per_minute: Int
      batches: [Int!] = [100]
      batch_minutes: Int = 60
      part_messages: [CampaignPartMessageInput!]`;

export const campaignsSdl = /* GraphQL */ `
  type CampaignCounts {
    total: Int!
    pending: Int!
    sending: Int!
    sent: Int!
    delivered: Int!
    read: Int!
    failed: Int!
    uncertain: Int!
    skipped: Int!
    cancelled: Int!
    answered: Int!
  }
  type CampaignVariable {
    key: String!
    source: String!
    text: String
    field_id: ID
    fallback: String
  }
  input CampaignVariableInput {
    key: String!
    source: String!
    text: String
    field_id: ID
    fallback: String
  }
  type CampaignPartMessage {
    batch: Int!
    template_id: ID
    template_name: String
    message: String
    file_id: ID
    file_name: String
    variables: [CampaignVariable!]!
  }
  input CampaignPartMessageInput {
    batch: Int!
    template_id: ID
    message: String
    file_id: ID
    variables: [CampaignVariableInput!]
  }
  type Campaign {
    id: ID!
    name: String!
    status: String!
    reason: String
    version: Int!
    audience_id: ID
    audience_name: String
    group_id: ID
    group_name: String
    instance_ids: [ID!]!
    channel: String!
    template_id: ID
    template_name: String
    message: String
    file_id: ID
    file_name: String
    variables: [CampaignVariable!]!
    starts_at: String
    window_from: Int!
    window_to: Int!
    requires_consent: Boolean!
    skip_in_attendance: Boolean!
    weekly_limit: Int
    per_minute: Int
    batches: [Int!]!
    batch_minutes: Int!
    part_messages: [CampaignPartMessage!]!
    created_at: String!
    started_at: String
    finished_at: String
    counts: CampaignCounts!
  }
  type CampaignPage {
    total_pages: Int!
    total_items: Int!
    items: [Campaign!]!
  }
  type CampaignReasonCount {
    reason: String!
    count: Int!
  }
  type CampaignFailureCount {
    error_code: String!
    error_key: String
    count: Int!
  }
  type CampaignTest {
    id: ID!
    address: String!
    batch: Int!
    state: String!
    error_key: String
    created_at: String!
  }
  type CampaignQueue {
    reason: String!
    count: Int!
    until: String
  }
  type CampaignNumber {
    instance_id: ID!
    name: String!
    sent: Int!
    last_minute: Int!
    room: Int
  }
  type CampaignPart {
    batch: Int!
    total: Int!
    sent: Int!
    delivered: Int!
    read: Int!
    answered: Int!
  }
  type CampaignCost {
    category: String!
    currency: String
    messages: Int!
    amount: Float
  }
  type CampaignDetails {
    campaign: Campaign!
    skipped: [CampaignReasonCount!]!
    failed: [CampaignFailureCount!]!
    queue: [CampaignQueue!]!
    numbers: [CampaignNumber!]!
    tests: [CampaignTest!]!
    parts: [CampaignPart!]!
    costs: [CampaignCost!]!
  }
  type CampaignDryRun {
    total: Int!
    reached: Int!
    left_out: [CampaignReasonCount!]!
    seconds: Int!
    room: Int
    costs: [CampaignCost!]!
  }
  type CampaignCustomer {
    id: ID!
    name: String!
  }
  type CampaignRecipient {
    customer: CampaignCustomer!
    address: String!
    instance_id: ID!
    state: String!
    skip_reason: String
    error_code: String
    error_key: String
    attempts: Int!
    batch: Int!
    price_category: String
    sent_at: String
    answered_at: String
    ticket_id: ID
  }
  type CampaignRecipientPage {
    items: [CampaignRecipient!]!
    next: ID
  }
  extend type Query {
    campaigns(statuses: [String!], search: String, pagination_page: Int = 1, pagination_limit: Int = 10): CampaignPage!
    campaignDetails(id: ID!): CampaignDetails!
    campaignDryRun(id: ID!): CampaignDryRun!
    campaignRecipients(id: ID!, states: [String!], answered: Boolean, search: String, after_id: ID, limit: Int = 50): CampaignRecipientPage!
  }
  extend type Mutation {
    newCampaign(${FORM_SDL}): Campaign!
    updateCampaign(
      id: ID!
      version: Int${FORM_SDL}): Campaign!
    testCampaign(id: ID!, instance_id: ID!, to_number: String!, batch: Int): CampaignTest!
    startCampaign(id: ID!, version: Int): Campaign!
    pauseCampaign(id: ID!): Campaign!
    resumeCampaign(id: ID!): Campaign!
    cancelCampaign(id: ID!): Campaign!
    retryCampaign(id: ID!): Campaign!
    unscheduleCampaign(id: ID!): Campaign!
  }
`;
