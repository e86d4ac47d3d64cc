import * as z from 'zod/mini';
import { timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** Most notices returned; the latest ones. */
export const MISSED_NOTICES_MAX = 50;
/** Older ones are left out. */
export const MISSED_NOTICES_DAYS = 7;

/** What happened at `at`; `frame` is the stream's frame of it, as JSON. */
export const missedNoticeSchema = z.object({ at: timestampSchema, frame: z.string() });
export type MissedNotice = z.infer<typeof missedNoticeSchema>;

/**
 * What concerned the user since their last page was closed: transfers, tickets of theirs that others finished or that
 * came back, mentions, scheduled messages that were refused, and 24-hour windows that closed. Oldest first.
 */
export const missedNotices = operation<Record<string, never>, { missedNotices: MissedNotice[] }>(
  'missedNotices',
  'query missedNotices { missedNotices { at frame } }',
  z.object({ missedNotices: z.array(missedNoticeSchema) }),
);

export const missedNoticesSdl = /* GraphQL */ `
  type MissedNotice {
    at: String!
    frame: String!
  }
  extend type Query {
    missedNotices: [MissedNotice!]!
  }
`;
