import * as z from 'zod/mini';
import { FLOW_VARIABLES_MAX } from '../facts/flows.ts';
import { FLOW_SKIP_REASONS, FLOW_START_KEY_MAX, FLOW_START_STATUSES, FLOW_STARTS_PATH } from '../facts/flow-starts.ts';
import { lineSchema } from '../fields.ts';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/**
 * `number` with its country's code, whose customer is added if there is none, by `name`; `key` names the start. `variables`: what the
 * flow's begin with, by their names, texts, numbers or booleans; of a choice an option's id, a date as `2026-03-01`.
 */
export const newFlowStartBodySchema = z.object({
  number: z.string({ error: 'error.field.required' }).check(z.maxLength(40, 'error.field.tooLong')),
  name: z._default(z.nullable(lineSchema(80)), null),
  key: lineSchema(FLOW_START_KEY_MAX),
  variables: z._default(
    z
      // One that doesn't fit is refused by its name.
      .record(z.string(), z.unknown())
      .check(z.refine((all) => Object.keys(all).length <= FLOW_VARIABLES_MAX, 'error.field.tooMany')),
    {},
  ),
});
export type NewFlowStartBody = z.infer<typeof newFlowStartBodySchema>;

/**
 * Starts an active flow for a customer, for whoever has the flow's key as `Authorization: Bearer …`. It starts in its turn; the same
 * `key` once more answers what became of it. Refused as CONFLICT `error.flow.unpublished` while the flow is off, and by its field, as
 * `variables.pedido`, for a variable that the flow hasn't or a value that doesn't fit it.
 */
export const newFlowStart = restCall({
  method: 'POST',
  path: FLOW_STARTS_PATH,
  body: newFlowStartBodySchema,
  answer: z.object({
    id: idSchema,
    status: z.enum(FLOW_START_STATUSES),
    reason: z.nullable(z.enum(FLOW_SKIP_REASONS)),
  }),
});
