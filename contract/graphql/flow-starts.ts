import * as z from 'zod/mini';
import { ticketFlowFields, ticketFlowSchema } from '../entities/flow.ts';
import type { TicketFlow } from '../entities/flow.ts';
import { activeFlowFields, activeFlowSchema, flowStartFields, flowStartSchema } from '../entities/flow-start.ts';
import type { ActiveFlow, FlowLaunchForm, FlowStart, FlowStartsForm } from '../entities/flow-start.ts';
import type { FlowSkipReason, FlowStartStatus } from '../facts/flow-starts.ts';
import { FLOW_VARIABLE_TYPES } from '../facts/flows.ts';
import { idSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/* Active flows: how they start, and for whom they did. `ListUpdated` with `flows` announces changes. */

/** All active flows by name, archived ones last. */
export const activeFlows = operation<Record<string, never>, { activeFlows: ActiveFlow[] }>(
  'activeFlows',
  `query activeFlows { activeFlows { ${activeFlowFields} } }`,
  z.object({ activeFlows: z.array(activeFlowSchema) }),
);

export type FlowStartsVariables = {
  flow_id: string;
  status?: FlowStartStatus | null | undefined;
  reason?: FlowSkipReason | null | undefined;
  launch_id?: string | null | undefined;
  /** The last of the page before. */
  before_id?: string | null | undefined;
  limit?: number | null | undefined;
};
export const flowStartsPageSchema = z.object({ items: z.array(flowStartSchema), next: z.nullable(idSchema) });
export type FlowStartsPage = { items: FlowStart[]; next: string | null };

/** Customers for whom a flow was to start, the newest first. */
export const flowStarts = operation<FlowStartsVariables, { flowStarts: FlowStartsPage }>(
  'flowStarts',
  `query flowStarts($flow_id: ID!, $status: String, $reason: String, $launch_id: ID, $before_id: ID, $limit: Int) { flowStarts(flow_id: $flow_id, status: $status, reason: $reason, launch_id: $launch_id, before_id: $before_id, limit: $limit) { items { ${flowStartFields} } next } }`,
  z.object({ flowStarts: flowStartsPageSchema }),
);

export type SetFlowStartsVariables = FlowStartsForm & { id: string; version?: string | null | undefined };

/** Says whether an active flow may be started, from where, when, and by which name. Who is in it, or waits for it, isn't touched. */
export const setFlowStarts = operation<SetFlowStartsVariables, { setFlowStarts: ActiveFlow }>(
  'setFlowStarts',
  `mutation setFlowStarts($id: ID!, $version: String, $is_active: Boolean!, $bot_name: String, $instance_ids: [ID!]!, $starts_from: Int!, $starts_to: Int!, $requires_consent: Boolean!) { setFlowStarts(id: $id, version: $version, is_active: $is_active, bot_name: $bot_name, instance_ids: $instance_ids, starts_from: $starts_from, starts_to: $starts_to, requires_consent: $requires_consent) { ${activeFlowFields} } }`,
  z.object({ setFlowStarts: activeFlowSchema }),
);

export type NewFlowLaunchVariables = FlowLaunchForm & { flow_id: string };

/** Starts a flow for all customers of an audience or a group, now or at a moment, and maybe again each day or week. */
export const newFlowLaunch = operation<NewFlowLaunchVariables, { newFlowLaunch: ActiveFlow }>(
  'newFlowLaunch',
  `mutation newFlowLaunch($flow_id: ID!, $audience_id: ID, $group_id: ID, $repeats: String!, $starts_at: String) { newFlowLaunch(flow_id: $flow_id, audience_id: $audience_id, group_id: $group_id, repeats: $repeats, starts_at: $starts_at) { ${activeFlowFields} } }`,
  z.object({ newFlowLaunch: activeFlowSchema }),
);

/** It adds nobody any more, and nobody starts for it; those who wait are left out soon. Idempotent. */
export const stopFlowLaunch = operation<{ id: string }, { stopFlowLaunch: ActiveFlow }>(
  'stopFlowLaunch',
  `mutation stopFlowLaunch($id: ID!) { stopFlowLaunch(id: $id) { ${activeFlowFields} } }`,
  z.object({ stopFlowLaunch: activeFlowSchema }),
);

export type SetCampaignFlowVariables = { campaign_id: string; flow_id: string | null };

/** Customers who answer the WhatsApp campaign enter the flow, after the template that it begins with; null: no flow. */
export const setCampaignFlow = operation<SetCampaignFlowVariables, { setCampaignFlow: boolean }>(
  'setCampaignFlow',
  'mutation setCampaignFlow($campaign_id: ID!, $flow_id: ID) { setCampaignFlow(campaign_id: $campaign_id, flow_id: $flow_id) }',
  z.object({ setCampaignFlow: z.boolean() }),
);

/** A new API key for starting the flow, in place of an earlier one. It can be read only here. */
export const newFlowKey = operation<{ id: string }, { newFlowKey: string }>(
  'newFlowKey',
  'mutation newFlowKey($id: ID!) { newFlowKey(id: $id) }',
  z.object({ newFlowKey: z.string() }),
);

/** Takes the API key away. Idempotent. */
export const deleteFlowKey = operation<{ id: string }, { deleteFlowKey: boolean }>(
  'deleteFlowKey',
  'mutation deleteFlowKey($id: ID!) { deleteFlowKey(id: $id) }',
  z.object({ deleteFlowKey: z.boolean() }),
);

/** Whether the button to start one is worth showing in a ticket that the user sees; `startableFlows` may still find none. */
export const hasStartableFlow = operation<{ ticket_id: string }, { hasStartableFlow: boolean }>(
  'hasStartableFlow',
  'query hasStartableFlow($ticket_id: ID!) { hasStartableFlow(ticket_id: $ticket_id) }',
  z.object({ hasStartableFlow: z.boolean() }),
);

/**
 * `says`: the message that it begins with, as this customer gets it, with `{{pedido}}` where one of `variables` stands; null if it
 * begins otherwise. `variables`: those with a value to begin with, in place of which whoever starts it may give another.
 */
export const startableFlowSchema = z.object({
  id: idSchema,
  name: z.string(),
  says: z.nullable(z.string()),
  variables: z.array(z.object({ name: z.string(), type: z.enum(FLOW_VARIABLE_TYPES), initial: z.string() })),
});
export type StartableFlow = z.infer<typeof startableFlowSchema>;

/** The active flows that can be started in a ticket now, by name; of a ticket that the user sees. */
export const startableFlows = operation<{ ticket_id: string }, { startableFlows: StartableFlow[] }>(
  'startableFlows',
  'query startableFlows($ticket_id: ID!) { startableFlows(ticket_id: $ticket_id) { id name says variables { name type initial } } }',
  z.object({ startableFlows: z.array(startableFlowSchema) }),
);

/** A value that a variable of the flow begins with: a number as `12.5`, a boolean as `true`, a date as `2026-03-01`. */
export const flowValueSchema = z.object({ name: z.string(), value: z.string() });

export type StartTicketFlowVariables = {
  ticket_id: string;
  flow_id: string;
  variables?: z.infer<typeof flowValueSchema>[] | null | undefined;
};

/**
 * Starts an active flow in a ticket, which is nobody's then. For its owner, an administrator, or, while it has no owner, anyone who
 * sees it. CONFLICT `error.flowStart.<reason>` if the customer is to be left out, or the flow is off. Refused by its field, as
 * `variables.pedido`, for a variable that the flow hasn't or a value that doesn't fit it.
 */
export const startTicketFlow = operation<StartTicketFlowVariables, { startTicketFlow: TicketFlow }>(
  'startTicketFlow',
  `mutation startTicketFlow($ticket_id: ID!, $flow_id: ID!, $variables: [FlowValueInput!]) { startTicketFlow(ticket_id: $ticket_id, flow_id: $flow_id, variables: $variables) { ${ticketFlowFields} } }`,
  z.object({ startTicketFlow: ticketFlowSchema }),
);

export const flowStartsSdl = /* GraphQL */ `
  type FlowSkipped {
    reason: String!
    count: Int!
  }
  type FlowStartCounts {
    waiting: Int!
    started: Int!
    skipped: Int!
    reasons: [FlowSkipped!]!
  }
  type FlowLaunch {
    id: ID!
    audience_id: ID
    group_id: ID
    target_name: String!
    repeats: String!
    starts_at: String!
    next_at: String
    is_stopped: Boolean!
    counts: FlowStartCounts!
  }
  type AnsweredCampaign {
    id: ID!
    name: String!
  }
  type ActiveFlow {
    id: ID!
    name: String!
    is_active: Boolean!
    is_archived: Boolean!
    bot_name: String
    number: Int
    has_draft: Boolean!
    running: Int!
    channel: String!
    instance_ids: [ID!]!
    starts_from: Int!
    starts_to: Int!
    requires_consent: Boolean!
    key_hint: String
    counts: FlowStartCounts!
    launches: [FlowLaunch!]!
    campaigns: [AnsweredCampaign!]!
    version: String!
  }
  type FlowStart {
    id: ID!
    source: String!
    status: String!
    reason: String
    customer_id: ID!
    customer_name: String!
    ticket_id: ID
    created_at: String!
    settled_at: String
  }
  type FlowStartsPage {
    items: [FlowStart!]!
    next: ID
  }
  type StartVariable {
    name: String!
    type: String!
    initial: String!
  }
  type StartableFlow {
    id: ID!
    name: String!
    says: String
    variables: [StartVariable!]!
  }
  input FlowValueInput {
    name: String!
    value: String!
  }
  extend type Query {
    activeFlows: [ActiveFlow!]!
    flowStarts(flow_id: ID!, status: String, reason: String, launch_id: ID, before_id: ID, limit: Int): FlowStartsPage!
    hasStartableFlow(ticket_id: ID!): Boolean!
    startableFlows(ticket_id: ID!): [StartableFlow!]!
  }
  extend type Mutation {
    setFlowStarts(
      id: ID!
      version: String
      is_active: Boolean!
      bot_name: String
      instance_ids: [ID!]!
      starts_from: Int!
      starts_to: Int!
      requires_consent: Boolean!
    ): ActiveFlow!
    newFlowLaunch(flow_id: ID!, audience_id: ID, group_id: ID, repeats: String!, starts_at: String): ActiveFlow!
    stopFlowLaunch(id: ID!): ActiveFlow!
    setCampaignFlow(campaign_id: ID!, flow_id: ID): Boolean!
    newFlowKey(id: ID!): String!
    deleteFlowKey(id: ID!): Boolean!
    startTicketFlow(ticket_id: ID!, flow_id: ID!, variables: [FlowValueInput!]): TicketFlow!
  }
`;
