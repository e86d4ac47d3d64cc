import * as z from 'zod/mini';
import { STARRED_PAGES_MAX } from '../facts/limits.ts';
import { LOCALES } from '../facts/locales.ts';
import { SOUND_KINDS } from '../facts/sounds.ts';

const nameSchema = z.string().check(z.maxLength(80));
const namesSchema = z.array(nameSchema).check(z.maxLength(60));
const minuteSchema = z.int().check(z.nonnegative(), z.maximum(1440));

/** How notices are presented. */
export const noticePreferencesSchema = z.looseObject({
  silent: z.optional(z.array(z.enum(SOUND_KINDS))),
  quiet: z.optional(
    z.looseObject({
      from: minuteSchema,
      to: minuteSchema,
      days: z.array(z.int()).check(z.maxLength(7)),
      timeZone: nameSchema,
    }),
  ),
  dismissed: z.optional(namesSchema),
});

/**
 * The settings that follow a person into every browser; a part that is left out is as by default. A later version's
 * parts stay as they are.
 */
export const userPreferencesSchema = z.looseObject({
  theme: z.enum(['light', 'dark']),
  followsSystem: z.optional(z.literal(true)),
  isCompact: z.optional(z.literal(true)),
  modSends: z.optional(z.literal(true)),
  locale: z.enum(LOCALES),
  sound: z.boolean(),
  singleKeys: z.boolean(),
  hiddenColumns: z.optional(z.record(nameSchema, namesSchema)),
  starredPages: z.optional(z.array(nameSchema).check(z.maxLength(STARRED_PAGES_MAX))),
  emojis: z.optional(z.looseObject({ recent: namesSchema, tone: z.number() })),
  audioSpeed: z.optional(z.number()),
  notices: z.optional(noticePreferencesSchema),
});
export type UserPreferences = z.infer<typeof userPreferencesSchema>;

/** Of them as JSON, in characters. */
export const USER_PREFERENCES_MAX = 20_000;
