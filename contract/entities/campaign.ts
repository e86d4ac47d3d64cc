import * as z from 'zod/mini';
import {
  BATCH_MINUTES_MAX,
  CAMPAIGN_BATCHES_MAX,
  CAMPAIGN_INSTANCES_MAX,
  CAMPAIGN_NAME_MAX,
  CAMPAIGN_PER_MINUTE_MAX,
  CAMPAIGN_STATUSES,
  CAMPAIGN_VARIABLES_MAX,
  VARIABLE_SOURCES,
} from '../facts/campaigns.ts';
import { CHANNELS } from '../facts/channels.ts';
import { MESSAGE_MAX_LENGTH } from '../facts/limits.ts';
import { TEMPLATE_BODY_MAX_LENGTH } from '../facts/templates.ts';
import { chosenIdSchema, lineSchema } from '../fields.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

/** How many recipients are in each state, and how many have answered. */
export const campaignCountsSchema = z.object({
  total: countSchema,
  pending: countSchema,
  sending: countSchema,
  sent: countSchema,
  delivered: countSchema,
  read: countSchema,
  failed: countSchema,
  uncertain: countSchema,
  skipped: countSchema,
  cancelled: countSchema,
  answered: countSchema,
});
export type CampaignCounts = z.infer<typeof campaignCountsSchema>;

/**
 * Where the value of a variable comes from: `text` itself, or what is known of the customer, with `fallback` where that
 * is empty. `key` as templates name it (`body.1`, `card.0.1`); of a card's own file (`file.0`) `text` is the id, by
 * `uploadCampaignFile`, and `fallback` its name.
 */
export const campaignVariableSchema = z.object({
  key: z.string(),
  source: z.enum(VARIABLE_SOURCES),
  text: z.nullable(z.string()),
  field_id: z.nullable(idSchema),
  fallback: z.nullable(z.string()),
});
export type CampaignVariable = z.infer<typeof campaignVariableSchema>;

/** The message of a batch that differs from the campaign's own; `batch` counts from 1, which has the campaign's. */
export const partMessageSchema = z.object({
  batch: countSchema,
  template_id: z.nullable(idSchema),
  template_name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  file_id: z.nullable(idSchema),
  file_name: z.nullable(z.string()),
  variables: z.array(campaignVariableSchema),
});

/**
 * A campaign. Without audience and group it is for every customer; `reason` is why it is paused or waits. Its recipients
 * are divided into `batches`, in percent, each `batch_minutes` after the one before; `per_minute` null: as fast as its
 * numbers may.
 */
export const campaignSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  reason: z.nullable(z.string()),
  version: countSchema,
  audience_id: z.nullable(idSchema),
  audience_name: z.nullable(z.string()),
  group_id: z.nullable(idSchema),
  group_name: z.nullable(z.string()),
  instance_ids: z.array(idSchema),
  /** Of all its instances. */
  channel: z.enum(CHANNELS),
  template_id: z.nullable(idSchema),
  template_name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  file_id: z.nullable(idSchema),
  file_name: z.nullable(z.string()),
  variables: z.array(campaignVariableSchema),
  starts_at: z.nullable(timestampSchema),
  window_from: countSchema,
  window_to: countSchema,
  requires_consent: z.boolean(),
  skip_in_attendance: z.boolean(),
  weekly_limit: z.nullable(countSchema),
  per_minute: z.nullable(countSchema),
  batches: z.array(countSchema),
  batch_minutes: countSchema,
  part_messages: z.array(partMessageSchema),
  created_at: timestampSchema,
  started_at: z.nullable(timestampSchema),
  finished_at: z.nullable(timestampSchema),
  counts: campaignCountsSchema,
});
export type Campaign = z.infer<typeof campaignSchema>;

const valueSchema = z._default(
  z.nullable(
    z.string({ error: 'error.field.invalid' }).check(z.maxLength(TEMPLATE_BODY_MAX_LENGTH, 'error.field.tooLong')),
  ),
  null,
);
const optionalIdSchema = z._default(z.nullable(chosenIdSchema), null);
const momentSchema = z._default(
  z.nullable(
    z
      .string({ error: 'error.field.invalid' })
      .check(z.refine((moment) => !Number.isNaN(Date.parse(moment)), { error: 'error.field.invalid' })),
  ),
  null,
);
const maybeNumberSchema = (most: number) =>
  z._default(
    z.nullable(
      z
        .int({ error: 'error.field.number' })
        .check(z.minimum(1, 'error.field.tooSmall'), z.maximum(most, 'error.field.tooLarge')),
    ),
    null,
  );
const numberSchema = (least: number, most: number, usual: number) =>
  z._default(
    z
      .int({ error: 'error.field.number' })
      .check(z.minimum(least, 'error.field.tooSmall'), z.maximum(most, 'error.field.tooLarge')),
    usual,
  );

const messageSchema = z._default(
  z.nullable(z.string().check(z.maxLength(MESSAGE_MAX_LENGTH, 'error.field.tooLong'))),
  null,
);
const variablesSchema = z._default(
  z
    .array(
      z.object({
        key: z
          .string()
          .check(z.regex(/^(?:header|body|button|file|card\.\d|card\.\d\.button)\.\w{1,64}$/, 'error.field.invalid')),
        source: z.enum(VARIABLE_SOURCES, { error: 'error.field.invalid' }),
        text: valueSchema,
        field_id: optionalIdSchema,
        fallback: valueSchema,
      }),
    )
    .check(z.maxLength(CAMPAIGN_VARIABLES_MAX, 'error.field.tooMany')),
  [],
);
/** Whether there is a message without a template: a text, a file, or a file with a caption of `CAPTION_MAX_LENGTH`. */
const hasWords = ({ message, file_id: fileId }: { message: string | null; file_id: string | null }) =>
  fileId !== null || (message ?? '') !== '';

/** A batch's own message, of the campaign's kind: a template, or a text or a file. */
const partFormSchema = z.object({
  batch: z
    .int({ error: 'error.field.number' })
    .check(z.minimum(2, 'error.field.tooSmall'), z.maximum(CAMPAIGN_BATCHES_MAX, 'error.field.tooLarge')),
  template_id: optionalIdSchema,
  message: messageSchema,
  file_id: optionalIdSchema,
  variables: variablesSchema,
});

/** A draft's form: a template, or else a text, a file, or both; by SMS a text. */
export const campaignFormSchema = z
  .object({
    name: lineSchema(CAMPAIGN_NAME_MAX),
    audience_id: optionalIdSchema,
    group_id: optionalIdSchema,
    instance_ids: z.array(chosenIdSchema, { error: 'error.field.required' }).check(
      z.minLength(1, 'error.field.required'),
      z.maxLength(CAMPAIGN_INSTANCES_MAX, 'error.field.tooMany'),
      z.overwrite((ids) => [...new Set(ids)]),
    ),
    template_id: optionalIdSchema,
    message: messageSchema,
    /** The file of the template's header, or else the one that the text goes with, by `uploadCampaignFile`. */
    file_id: optionalIdSchema,
    variables: variablesSchema,
    window_from: numberSchema(0, 23, 9),
    window_to: numberSchema(1, 24, 22),
    requires_consent: z._default(z.boolean(), false),
    skip_in_attendance: z._default(z.boolean(), true),
    weekly_limit: maybeNumberSchema(50),
    /** Null: starts at once. */
    starts_at: momentSchema,
    per_minute: maybeNumberSchema(CAMPAIGN_PER_MINUTE_MAX),
    batches: z._default(
      z.array(z.int({ error: 'error.field.number' }).check(z.minimum(1, 'error.field.tooSmall'))).check(
        z.maxLength(CAMPAIGN_BATCHES_MAX, 'error.field.tooMany'),
        z.refine((shares) => shares.reduce((sum, share) => sum + share, 0) === 100, {
          error: 'error.campaign.batches',
        }),
      ),
      [100],
    ),
    batch_minutes: numberSchema(1, BATCH_MINUTES_MAX, 60),
    /** The batches whose message differs from the first one's. */
    part_messages: z._default(
      z.array(partFormSchema).check(z.maxLength(CAMPAIGN_BATCHES_MAX, 'error.field.tooMany')),
      [],
    ),
  })
  .check(
    z.refine((form) => form.window_from < form.window_to, { error: 'error.field.invalid', path: ['window_to'] }),
    z.refine((form) => form.template_id !== null || hasWords(form), {
      error: 'error.field.required',
      path: ['template_id'],
    }),
    z.refine((form) => form.audience_id === null || form.group_id === null, {
      error: 'error.field.invalid',
      path: ['group_id'],
    }),
    z.refine(
      ({ part_messages: parts, batches }) =>
        new Set(parts.map(({ batch }) => batch)).size === parts.length &&
        parts.every(({ batch }) => batch <= batches.length),
      { error: 'error.field.invalid', path: ['part_messages'] },
    ),
    z.refine(
      ({ part_messages: parts, template_id: templateId }) =>
        parts.every((part) => (templateId === null ? hasWords(part) : part.template_id !== null)),
      { error: 'error.campaign.partMessage', path: ['part_messages'] },
    ),
  );
export type CampaignForm = z.input<typeof campaignFormSchema>;
export type ParsedCampaign = z.output<typeof campaignFormSchema>;

const variableFields = 'key source text field_id fallback';
const countFields = Object.keys(campaignCountsSchema.shape).join(' ');
export const campaignFields = `id name status reason version audience_id audience_name group_id group_name instance_ids channel template_id template_name message file_id file_name variables { ${variableFields} } starts_at window_from window_to requires_consent skip_in_attendance weekly_limit per_minute batches batch_minutes part_messages { batch template_id template_name message file_id file_name variables { ${variableFields} } } created_at started_at finished_at counts { ${countFields} }`;
