import * as z from 'zod/mini';
import { CHANNELS } from '../facts/channels.ts';
import { FLOW_BOT_NAME_MAX, FLOW_INSTANCES_MAX } from '../facts/flows.ts';
import { FLOW_REPEATS, FLOW_SKIP_REASONS, FLOW_START_SOURCES, FLOW_START_STATUSES } from '../facts/flow-starts.ts';
import { chosenIdSchema, lineSchema } from '../fields.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

/** How many customers wait for a flow, got it, and were left out, with the reasons. */
export const flowStartCountsSchema = z.object({
  waiting: countSchema,
  started: countSchema,
  skipped: countSchema,
  reasons: z.array(z.object({ reason: z.enum(FLOW_SKIP_REASONS), count: countSchema })),
});
export type FlowStartCounts = z.infer<typeof flowStartCountsSchema>;

/** A flow for an audience or a group; `next_at` null: it is over, or was stopped. */
export const flowLaunchSchema = z.object({
  id: idSchema,
  audience_id: z.nullable(idSchema),
  group_id: z.nullable(idSchema),
  /** Of the audience or the group. */
  target_name: z.string(),
  repeats: z.enum(FLOW_REPEATS),
  starts_at: timestampSchema,
  next_at: z.nullable(timestampSchema),
  is_stopped: z.boolean(),
  counts: flowStartCountsSchema,
});
export type FlowLaunch = z.infer<typeof flowLaunchSchema>;

/**
 * An active flow and how it may start. `is_active`: it may be started; from `instance_ids`, none for all official numbers that have its
 * templates; unless a person starts it, from `starts_from` to `starts_to` o'clock of the customer's day. `counts` are the last
 * month's; `channel` is that by which the published version writes; `key_hint`: the last characters of its API key.
 */
export const activeFlowSchema = z.object({
  id: idSchema,
  name: z.string(),
  is_active: z.boolean(),
  is_archived: z.boolean(),
  bot_name: z.nullable(z.string()),
  number: z.nullable(countSchema),
  has_draft: z.boolean(),
  running: countSchema,
  channel: z.enum(CHANNELS),
  instance_ids: z.array(idSchema),
  starts_from: countSchema,
  starts_to: countSchema,
  requires_consent: z.boolean(),
  key_hint: z.nullable(z.string()),
  counts: flowStartCountsSchema,
  launches: z.array(flowLaunchSchema),
  /** Those whose answers go on in it. */
  campaigns: z.array(z.object({ id: idSchema, name: z.string() })),
  version: z.string(),
});
export type ActiveFlow = z.infer<typeof activeFlowSchema>;

/** A customer for whom a flow was to start. */
export const flowStartSchema = z.object({
  id: idSchema,
  source: z.enum(FLOW_START_SOURCES),
  status: z.enum(FLOW_START_STATUSES),
  reason: z.nullable(z.enum(FLOW_SKIP_REASONS)),
  customer_id: idSchema,
  customer_name: z.string(),
  ticket_id: z.nullable(idSchema),
  created_at: timestampSchema,
  settled_at: z.nullable(timestampSchema),
});
export type FlowStart = z.infer<typeof flowStartSchema>;

const hourSchema = (least: number, most: number) =>
  z
    .int({ error: 'error.field.number' })
    .check(z.minimum(least, 'error.field.tooSmall'), z.maximum(most, 'error.field.tooLarge'));

/** Whether an active flow may be started, from where, and when. */
export const flowStartsFormSchema = z
  .object({
    is_active: z.boolean(),
    bot_name: z.nullable(lineSchema(FLOW_BOT_NAME_MAX)),
    instance_ids: z.array(chosenIdSchema, { error: 'error.field.invalid' }).check(
      z.maxLength(FLOW_INSTANCES_MAX, 'error.field.tooMany'),
      z.overwrite((ids) => [...new Set(ids)]),
    ),
    starts_from: hourSchema(0, 23),
    starts_to: hourSchema(1, 24),
    requires_consent: z.boolean(),
  })
  .check(
    z.refine(({ starts_from, starts_to }) => starts_from < starts_to, {
      error: 'error.flow.hours',
      path: ['starts_to'],
    }),
  );
export type FlowStartsForm = z.infer<typeof flowStartsFormSchema>;

/** An audience or a group, and when; `starts_at` null: now. */
export const flowLaunchFormSchema = z
  .object({
    audience_id: z._default(z.nullable(chosenIdSchema), null),
    group_id: z._default(z.nullable(chosenIdSchema), null),
    repeats: z.enum(FLOW_REPEATS, { error: 'error.field.invalid' }),
    starts_at: z._default(
      z.nullable(
        z
          .string({ error: 'error.field.invalid' })
          .check(z.refine((moment) => !Number.isNaN(Date.parse(moment)), { error: 'error.field.invalid' })),
      ),
      null,
    ),
  })
  .check(
    z.refine(({ audience_id, group_id }) => (audience_id === null) !== (group_id === null), {
      error: 'error.field.required',
      path: ['audience_id'],
    }),
  );
export type FlowLaunchForm = z.input<typeof flowLaunchFormSchema>;

const countsFields = 'counts { waiting started skipped reasons { reason count } }';
export const activeFlowFields = `id name is_active is_archived bot_name number has_draft running channel instance_ids starts_from starts_to requires_consent key_hint ${countsFields} launches { id audience_id group_id target_name repeats starts_at next_at is_stopped ${countsFields} } campaigns { id name } version`;
export const flowStartFields = 'id source status reason customer_id customer_name ticket_id created_at settled_at';
