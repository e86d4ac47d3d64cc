import * as z from 'zod/mini';
import { PRICE_CATEGORIES, RATE_MAX } from '../facts/campaigns.ts';
import { isDay } from '../facts/days.ts';

/**
 * Price of a category's messages from a day on, to numbers that begin with `prefix`, a country's calling code; an empty
 * one is for all countries without a rate of their own.
 */
export const messageRateSchema = z.object({
  category: z.enum(PRICE_CATEGORIES, { error: 'error.field.required' }),
  prefix: z.string({ error: 'error.field.invalid' }).check(z.regex(/^[1-9]\d{0,3}$|^$/, 'error.field.invalid')),
  since: z
    .string({ error: 'error.field.required' })
    .check(z.refine((day) => isDay(day), { error: 'error.field.invalid' })),
  currency: z.string({ error: 'error.field.required' }).check(z.regex(/^[A-Z]{3}$/, 'error.field.invalid')),
  amount: z
    .number({ error: 'error.field.number' })
    .check(z.minimum(0, 'error.field.tooSmall'), z.maximum(RATE_MAX, 'error.field.tooLarge')),
});
export type MessageRate = z.infer<typeof messageRateSchema>;

/** A rate's key: category, prefix and day. */
export const rateKeySchema = z.pick(messageRateSchema, { category: true, prefix: true, since: true });
export type RateKey = z.infer<typeof rateKeySchema>;
