import * as z from 'zod/mini';
import { restCall } from './call.ts';

/** How a sheet comes: CSV for a Brazilian spreadsheet (UTF-8 with its mark, semicolons), or XLSX. */
export const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];
export const SHEET_LOCALES = ['pt_BR', 'en', 'pt'] as const;
export type SheetLocale = (typeof SHEET_LOCALES)[number];

/** The longest period of a sheet. */
export const SHEET_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

function momentOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function isDay(text: string): boolean {
  const moment = momentOf(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** A day of the company's calendar. */
const daySchema = z
  .string({ error: 'error.field.required' })
  .check(
    z.regex(/^\d{4}-\d\d-\d\d$/, { error: 'error.sheet.day', abort: true }),
    z.refine(isDay, { error: 'error.sheet.day', abort: true }),
  );

/** How any sheet is written. */
export const sheetShape = {
  format: z._default(z.enum(SHEET_FORMATS, { error: 'error.field.invalid' }), 'csv'),
  locale: z._default(z.enum(SHEET_LOCALES, { error: 'error.field.invalid' }), 'pt_BR'),
};

const shape = {
  startAt: daySchema,
  /** The last day, which is in the sheet. */
  finishAt: daySchema,
  ...sheetShape,
};

type Period = { startAt: string; finishAt: string };

const isInOrder = z.refine<Period>(({ startAt, finishAt }) => startAt <= finishAt, {
  error: 'error.sheet.order',
  path: ['finishAt'],
});
const isShort = z.refine<Period>(
  ({ startAt, finishAt }) => momentOf(finishAt) - momentOf(startAt) < SHEET_DAYS_MAX * DAY_MS,
  { error: 'error.sheet.tooLong', path: ['finishAt'] },
);

const tenantNameSchema = z.string({ error: 'error.field.required' }).check(z.maxLength(63));

/** Of all companies, or of one. */
export const sheetBodySchema = z
  .object({ ...shape, tenantName: z.optional(tenantNameSchema) })
  .check(isInOrder, isShort);
export type SheetBody = z.infer<typeof sheetBodySchema>;

/** What became of a message at the provider. */
export const MESSAGE_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const campaignStatusBodySchema = z
  .object({
    ...shape,
    tenantName: tenantNameSchema,
    type: z.enum(MESSAGE_STATUSES, { error: 'error.field.invalid' }),
  })
  .check(isInOrder, isShort);
export type CampaignStatusBody = z.infer<typeof campaignStatusBodySchema>;

/** The tickets opened in a period, a row each; streamed. */
export const ordersSheet = restCall({
  method: 'GET',
  path: '/api/tenant/sheets/orders',
  body: sheetBodySchema,
  answer: z.string(),
});

/** What happened to the instances in a period; streamed. */
export const instanceLogsSheet = restCall({
  method: 'GET',
  path: '/api/tenant/sheets/instance_logs',
  body: sheetBodySchema,
  answer: z.string(),
});

/** The messages of a period that nobody wrote by hand, of one status at the provider; streamed. */
export const campaignStatusSheet = restCall({
  method: 'GET',
  path: '/api/tenant/generate-campaign-status-webhook',
  body: campaignStatusBodySchema,
  answer: z.string(),
});
