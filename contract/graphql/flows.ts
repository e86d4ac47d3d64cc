import * as z from 'zod/mini';
import {
  flowDetailsFields,
  flowDetailsSchema,
  flowFunnelStepFields,
  flowFunnelStepSchema,
  flowVersionFields,
  flowVersionSchema,
  listedFlowFields,
  listedFlowSchema,
} from '../entities/flow.ts';
import type {
  FlowAnswersForm,
  FlowDetails,
  FlowForm,
  FlowFunnelStep,
  FlowVersion,
  ListedFlow,
} from '../entities/flow.ts';
import type { FLOW_RUNNING } from '../facts/flows.ts';
import type { FLOW_KINDS } from '../flows/flow.ts';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/* The company's flows. `ListUpdated` with `flows` announces changes. */

/** All flows in the order in which they are asked, archived ones last. */
export const flows = operation<Record<string, never>, { flows: ListedFlow[] }>(
  'flows',
  `query flows { flows { ${listedFlowFields} } }`,
  z.object({ flows: z.array(listedFlowSchema) }),
);

/** A flow with its draft, or else its published version. */
export const flowDetails = operation<{ id: string }, { flowDetails: FlowDetails }>(
  'flowDetails',
  `query flowDetails($id: ID!) { flowDetails(id: $id) { ${flowDetailsFields} } }`,
  z.object({ flowDetails: flowDetailsSchema }),
);

/** What was published, the newest first. */
export const flowVersions = operation<{ id: string }, { flowVersions: FlowVersion[] }>(
  'flowVersions',
  `query flowVersions($id: ID!) { flowVersions(id: $id) { ${flowVersionFields} } }`,
  z.object({ flowVersions: z.array(flowVersionSchema) }),
);

/** The flow of a version, as JSON. */
export const flowVersion = operation<{ id: string; number: number }, { flowVersion: string }>(
  'flowVersion',
  'query flowVersion($id: ID!, $number: Int!) { flowVersion(id: $id, number: $number) }',
  z.object({ flowVersion: z.string() }),
);

/** How often each step of a version, by its number, was come to, and what came of it. Steps that nobody came to are left out. */
export const flowFunnel = operation<{ flow_id: string; version: number }, { flowFunnel: FlowFunnelStep[] }>(
  'flowFunnel',
  `query flowFunnel($flow_id: ID!, $version: Int!) { flowFunnel(flow_id: $flow_id, version: $version) { ${flowFunnelStepFields} } }`,
  z.object({ flowFunnel: z.array(flowFunnelStepSchema) }),
);

export type NewFlowVariables = FlowForm & { kind: (typeof FLOW_KINDS)[number] };

/** Adds a flow with a draft. Refuses a taken name by field. */
export const newFlow = operation<NewFlowVariables, { newFlow: FlowDetails }>(
  'newFlow',
  `mutation newFlow($name: String!, $kind: String!, $flow: String!, $places: String!) { newFlow(name: $name, kind: $kind, flow: $flow, places: $places) { ${flowDetailsFields} } }`,
  z.object({ newFlow: flowDetailsSchema }),
);

export type SaveFlowVariables = FlowForm & { id: string; version?: string | null | undefined };

/** Saves the draft; refuses an outdated version, and what isn't a flow by the field `flow`. */
export const saveFlow = operation<SaveFlowVariables, { saveFlow: FlowDetails }>(
  'saveFlow',
  `mutation saveFlow($id: ID!, $version: String, $name: String!, $flow: String!, $places: String!) { saveFlow(id: $id, version: $version, name: $name, flow: $flow, places: $places) { ${flowDetailsFields} } }`,
  z.object({ saveFlow: flowDetailsSchema }),
);

/** `is_published` false: there are errors among the `findings`, JSON of `flowFindingsSchema`. Warnings don't hinder. */
export const flowPublicationSchema = z.object({
  is_published: z.boolean(),
  findings: z.string(),
  /** Conversations that go on in earlier versions, that moved into this one, and that people have now. */
  running: countSchema,
  moved: countSchema,
  handed_off: countSchema,
  flow: flowDetailsSchema,
});
export type FlowPublication = z.infer<typeof flowPublicationSchema>;

export type PublishFlowVariables = {
  id: string;
  version?: string | null | undefined;
  /** What becomes of conversations in earlier versions: they stay unless it says otherwise. */
  conversations?: (typeof FLOW_RUNNING)[number] | null | undefined;
};

/** Checks the draft as a whole and publishes it. Conversations that wait for another server stay in their version. */
export const publishFlow = operation<PublishFlowVariables, { publishFlow: FlowPublication }>(
  'publishFlow',
  `mutation publishFlow($id: ID!, $version: String, $conversations: String) { publishFlow(id: $id, version: $version, conversations: $conversations) { is_published findings running moved handed_off flow { ${flowDetailsFields} } } }`,
  z.object({ publishFlow: flowPublicationSchema }),
);

export type RestoreFlowVariables = { id: string; version?: string | null | undefined; number: number };

/** Makes an older version the draft; publishing it is another step. */
export const restoreFlow = operation<RestoreFlowVariables, { restoreFlow: FlowDetails }>(
  'restoreFlow',
  `mutation restoreFlow($id: ID!, $version: String, $number: Int!) { restoreFlow(id: $id, version: $version, number: $number) { ${flowDetailsFields} } }`,
  z.object({ restoreFlow: flowDetailsSchema }),
);

/** Archives a flow, which doesn't answer any more, or takes it out of the archive, inactive. */
export const archiveFlow = operation<{ id: string; archived: boolean }, { archiveFlow: ListedFlow }>(
  'archiveFlow',
  `mutation archiveFlow($id: ID!, $archived: Boolean!) { archiveFlow(id: $id, archived: $archived) { ${listedFlowFields} } }`,
  z.object({ archiveFlow: listedFlowSchema }),
);

export type SetFlowAnswersVariables = FlowAnswersForm & { id: string; version?: string | null | undefined };

/** Says whether a published flow answers, whom, and by which name. Conversations that are in it go on. */
export const setFlowAnswers = operation<SetFlowAnswersVariables, { setFlowAnswers: ListedFlow }>(
  'setFlowAnswers',
  `mutation setFlowAnswers($id: ID!, $version: String, $is_active: Boolean!, $bot_name: String, $instance_ids: [ID!]!, $starts: String!, $keywords: [String!]!, $hours: String!) { setFlowAnswers(id: $id, version: $version, is_active: $is_active, bot_name: $bot_name, instance_ids: $instance_ids, starts: $starts, keywords: $keywords, hours: $hours) { ${listedFlowFields} } }`,
  z.object({ setFlowAnswers: listedFlowSchema }),
);

/** Sets the order in which flows are asked, among those that are named; the others keep their places. */
export const orderFlows = operation<{ ids: readonly string[] }, { orderFlows: ListedFlow[] }>(
  'orderFlows',
  `mutation orderFlows($ids: [ID!]!) { orderFlows(ids: $ids) { ${listedFlowFields} } }`,
  z.object({ orderFlows: z.array(listedFlowSchema) }),
);

const LISTED_SDL = /* GraphQL */ `
    id: ID!
    name: String!
    kind: String!
    is_active: Boolean!
    is_archived: Boolean!
    position: Int!
    bot_name: String
    trigger: FlowTrigger!
    number: Int
    has_draft: Boolean!
    running: Int!
    version: String!
    updated_at: String!`;

export const flowsSdl = /* GraphQL */ `
  type FlowTrigger {
    instance_ids: [ID!]!
    starts: String!
    keywords: [String!]!
    hours: String!
  }
  type ListedFlow {${LISTED_SDL}
  }
  type FlowDetails {${LISTED_SDL}
    flow: String!
    places: String!
  }
  type FlowVersion {
    number: Int!
    state: String!
    hash: String!
    published_at: String!
    published_by: String
    running: Int!
  }
  type FlowExitCount {
    exit: String!
    count: Int!
  }
  type FlowFunnelStep {
    node: String!
    entered: Int!
    left: Int!
    waiting: Int!
    dropped: Int!
    exits: [FlowExitCount!]!
  }
  type FlowPublication {
    is_published: Boolean!
    findings: String!
    running: Int!
    moved: Int!
    handed_off: Int!
    flow: FlowDetails!
  }
  extend type Query {
    flows: [ListedFlow!]!
    flowDetails(id: ID!): FlowDetails!
    flowVersions(id: ID!): [FlowVersion!]!
    flowVersion(id: ID!, number: Int!): String!
    flowFunnel(flow_id: ID!, version: Int!): [FlowFunnelStep!]!
  }
  extend type Mutation {
    newFlow(name: String!, kind: String!, flow: String!, places: String!): FlowDetails!
    saveFlow(id: ID!, version: String, name: String!, flow: String!, places: String!): FlowDetails!
    publishFlow(id: ID!, version: String, conversations: String): FlowPublication!
    restoreFlow(id: ID!, version: String, number: Int!): FlowDetails!
    archiveFlow(id: ID!, archived: Boolean!): ListedFlow!
    setFlowAnswers(
      id: ID!
      version: String
      is_active: Boolean!
      bot_name: String
      instance_ids: [ID!]!
      starts: String!
      keywords: [String!]!
      hours: String!
    ): ListedFlow!
    orderFlows(ids: [ID!]!): [ListedFlow!]!
  }
`;
