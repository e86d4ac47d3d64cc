import * as z from 'zod/mini';
import { MESSAGE_STATUSES, SHEET_FORMATS } from '../facts/administration.ts';
import { SHEET_DAYS_MAX, daysOf, isDay } from '../facts/days.ts';
import { LOCALES } from '../facts/locales.ts';
import { tenantNameSchema } from '../fields.ts';
import { restCall } from './call.ts';

/** A day of the company's calendar. */
const daySchema = z
  .string({ error: 'error.field.required' })
  .check(z.refine(isDay, { error: 'error.sheet.day', abort: true }));

/** Format and language of any sheet. */
export const sheetShape = {
  format: z._default(z.enum(SHEET_FORMATS, { error: 'error.field.invalid' }), 'csv'),
  locale: z._default(z.enum(LOCALES, { error: 'error.field.invalid' }), 'pt_BR'),
};

const shape = {
  startAt: daySchema,
  /** The last day, inclusive. */
  finishAt: daySchema,
  ...sheetShape,
};

type Period = { startAt: string; finishAt: string };

const isInOrder = z.refine<Period>(({ startAt, finishAt }) => startAt <= finishAt, {
  error: 'error.sheet.order',
  path: ['finishAt'],
});
const isShort = z.refine<Period>(({ startAt, finishAt }) => daysOf(startAt, finishAt) <= SHEET_DAYS_MAX, {
  error: 'error.sheet.tooLong',
  path: ['finishAt'],
});

/** Of all companies, or of one. */
export const sheetBodySchema = z
  .object({ ...shape, tenantName: z.optional(tenantNameSchema) })
  .check(isInOrder, isShort);
export type SheetBody = z.infer<typeof sheetBodySchema>;

export const campaignStatusBodySchema = z
  .object({
    ...shape,
    tenantName: tenantNameSchema,
    type: z.enum(MESSAGE_STATUSES, { error: 'error.field.invalid' }),
  })
  .check(isInOrder, isShort);
export type CampaignStatusBody = z.infer<typeof campaignStatusBodySchema>;

/** The tickets opened in a period, one per row; streamed. */
export const ordersSheet = restCall({
  method: 'GET',
  path: '/api/tenant/sheets/orders',
  body: sheetBodySchema,
  answer: z.string(),
});

/** The log of the instances in a period; streamed. */
export const instanceLogsSheet = restCall({
  method: 'GET',
  path: '/api/tenant/sheets/instance_logs',
  body: sheetBodySchema,
  answer: z.string(),
});

/** Messages of campaigns of a period with one delivery status; streamed. */
export const campaignStatusSheet = restCall({
  method: 'GET',
  path: '/api/tenant/generate-campaign-status-webhook',
  body: campaignStatusBodySchema,
  answer: z.string(),
});
