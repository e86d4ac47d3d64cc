import * as z from 'zod/mini';
import {
  FLOW_BOT_NAME_MAX,
  FLOW_HOURS,
  FLOW_INSTANCES_MAX,
  FLOW_JSON_MAX,
  FLOW_KEYWORD_MAX,
  FLOW_KEYWORDS_MAX,
  FLOW_NAME_MAX,
  FLOW_PLACES_MAX,
  FLOW_STARTS,
  FLOW_VERSION_STATES,
} from '../facts/flows.ts';
import { chosenIdSchema, lineSchema } from '../fields.ts';
import { FLOW_KINDS } from '../flows/flow.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

/** Whom a flow answers: customers of these instances, none for all; `any` message, their `first` ever, or a `keyword`. */
export const flowTriggerSchema = z.object({
  instance_ids: z.array(idSchema),
  starts: z.enum(FLOW_STARTS),
  keywords: z.array(z.string()),
  /** By the hours of the department that the instance's tickets come to. */
  hours: z.enum(FLOW_HOURS),
});
export type FlowTrigger = z.infer<typeof flowTriggerSchema>;

/**
 * A flow of the company. `number` is its published version's, null if there is none; `has_draft`: it was changed since.
 * Flows are asked in the order of `position`.
 */
export const listedFlowSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(FLOW_KINDS),
  is_active: z.boolean(),
  is_archived: z.boolean(),
  position: countSchema,
  /** The name by which its messages are shown; null: the company's. */
  bot_name: z.nullable(z.string()),
  trigger: flowTriggerSchema,
  number: z.nullable(countSchema),
  has_draft: z.boolean(),
  /** Conversations in it, of all its versions. */
  running: countSchema,
  version: z.string(),
  updated_at: timestampSchema,
});
export type ListedFlow = z.infer<typeof listedFlowSchema>;

/** With what is edited: `flow` is JSON of `flowSchema`, `places` the editor's own JSON of where its boxes stand. */
export const flowDetailsSchema = z.extend(listedFlowSchema, { flow: z.string(), places: z.string() });
export type FlowDetails = z.infer<typeof flowDetailsSchema>;

export const flowVersionSchema = z.object({
  number: countSchema,
  state: z.enum(FLOW_VERSION_STATES),
  hash: z.string(),
  published_at: timestampSchema,
  /** Null: whoever published it is gone. */
  published_by: z.nullable(z.string()),
  /** Conversations in it, which end on it. */
  running: countSchema,
});
export type FlowVersion = z.infer<typeof flowVersionSchema>;

/** A step of a version: of so many who came to it, some left by its exits or ended there, some wait, some were lost. */
export const flowFunnelStepSchema = z.object({
  node: z.string(),
  /** The sum of the other three. */
  entered: countSchema,
  left: countSchema,
  waiting: countSchema,
  /** Stopped there by people, or by a guard. */
  dropped: countSchema,
  exits: z.array(z.object({ exit: z.string(), count: countSchema })),
});
export type FlowFunnelStep = z.infer<typeof flowFunnelStepSchema>;

/** The flow in which a ticket is or was, with the step and what was asked of the customer so far. */
export const ticketFlowSchema = z.object({
  ticket_id: idSchema,
  flow_id: idSchema,
  flow_name: z.string(),
  number: countSchema,
  bot_name: z.nullable(z.string()),
  /** False: it is over, or was stopped; it can be taken up again while `can_return`. */
  is_running: z.boolean(),
  can_return: z.boolean(),
  node: z.string(),
  /** Null for a step without a name; `step_kind` as in the flow. */
  step_label: z.nullable(z.string()),
  step_kind: z.string(),
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
  started_at: timestampSchema,
});
export type TicketFlow = z.infer<typeof ticketFlowSchema>;

const jsonSchema = (most: number) =>
  z.string({ error: 'error.field.invalid' }).check(z.maxLength(most, 'error.flow.tooLarge'));

/** A draft: `flow` and `places` as JSON. What is wrong with the flow as a whole only keeps it from being published. */
export const flowFormSchema = z.object({
  name: lineSchema(FLOW_NAME_MAX),
  flow: jsonSchema(FLOW_JSON_MAX),
  places: jsonSchema(FLOW_PLACES_MAX),
});
export type FlowForm = z.infer<typeof flowFormSchema>;

/** Whether a flow answers, whom, and by which name. */
export const flowAnswersFormSchema = z
  .object({
    is_active: z.boolean(),
    bot_name: z.nullable(lineSchema(FLOW_BOT_NAME_MAX)),
    instance_ids: z.array(chosenIdSchema, { error: 'error.field.invalid' }).check(
      z.maxLength(FLOW_INSTANCES_MAX, 'error.field.tooMany'),
      z.overwrite((ids) => [...new Set(ids)]),
    ),
    starts: z.enum(FLOW_STARTS, { error: 'error.field.invalid' }),
    keywords: z.array(lineSchema(FLOW_KEYWORD_MAX)).check(z.maxLength(FLOW_KEYWORDS_MAX, 'error.field.tooMany')),
    hours: z.enum(FLOW_HOURS, { error: 'error.field.invalid' }),
  })
  .check(
    z.refine(({ starts, keywords }) => starts !== 'keyword' || keywords.length > 0, {
      error: 'error.field.required',
      path: ['keywords'],
    }),
  );
export type FlowAnswersForm = z.infer<typeof flowAnswersFormSchema>;

export const listedFlowFields =
  'id name kind is_active is_archived position bot_name trigger { instance_ids starts keywords hours } number has_draft running version updated_at';
export const flowDetailsFields = `${listedFlowFields} flow places`;
export const flowVersionFields = 'number state hash published_at published_by running';
export const flowFunnelStepFields = 'node entered left waiting dropped exits { exit count }';
export const ticketFlowFields =
  'ticket_id flow_id flow_name number bot_name is_running can_return node step_label step_kind variables { name value } started_at';
