import * as z from 'zod/mini';
import type { DraftOrigin } from '../../machines/entities/draft-origin.ts';

/** How a draft began, as stored and as sent to other tabs; drafts of older versions have none. */
export const draftOriginSchema = z.object({
  ticketId: z.string(),
  since: z.nullable(z.string()),
  customerName: z.optional(z.string()),
});

type Parsed = z.infer<typeof draftOriginSchema>;

/** A parsed draft without keys that have no value. */
export function withoutUndefined<Draft extends { readonly origin?: Parsed | undefined }>({
  origin,
  ...draft
}: Draft): Omit<Draft, 'origin'> & { readonly origin?: DraftOrigin } {
  if (origin === undefined) return draft;
  const { ticketId, since, customerName } = origin;
  return { ...draft, origin: { ticketId, since, ...(customerName !== undefined && { customerName }) } };
}
