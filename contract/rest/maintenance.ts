import * as z from 'zod/mini';
import { MAINTENANCE_MINUTES_MAX } from '../facts/administration.ts';
import { versionSchema } from '../fields.ts';
import { timestampSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** Whether maintenance is on; `ends_at` is its expected end. */
export const maintenanceSchema = z.object({
  on: z.boolean(),
  message: z.nullable(z.string()),
  since: z.nullable(timestampSchema),
  ends_at: z.nullable(timestampSchema),
  version: z.string(),
});
export type Maintenance = z.infer<typeof maintenanceSchema>;

/** Switches maintenance on or off. `minutes` is its expected duration; null if unknown. */
export const maintenanceChangeSchema = z.object({
  on: z.boolean({ error: 'error.field.invalid' }),
  message: z.optional(
    z.nullable(
      z.string({ error: 'error.field.invalid' }).check(
        z.trim(),
        z.overwrite((text) => text.replaceAll('\r\n', '\n')),
        z.maxLength(300, 'error.field.tooLong'),
        z.regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, 'error.field.characters'),
      ),
    ),
  ),
  minutes: z.optional(
    z.nullable(
      z
        .int({ error: 'error.field.number' })
        .check(
          z.minimum(1, { error: 'error.field.number' }),
          z.maximum(MAINTENANCE_MINUTES_MAX, { error: 'error.field.number' }),
        ),
    ),
  ),
  version: versionSchema,
});
export type MaintenanceChange = z.infer<typeof maintenanceChangeSchema>;

/** Polled by pages that were turned away. */
export const maintenance = restCall({
  method: 'GET',
  path: '/api/maintenance',
  body: z.object({}),
  answer: maintenanceSchema,
});

/** While it is on, everyone but the back-office gets 503 with `MAINTENANCE_STATUS`, and sockets are closed. */
export const setMaintenance = restCall({
  method: 'PUT',
  path: '/api/maintenance',
  body: maintenanceChangeSchema,
  answer: maintenanceSchema,
});
