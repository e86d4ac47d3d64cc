import * as z from 'zod/mini';
import { ERROR_CODES } from '../../../contract/facts/errors.ts';
import { TAG_TYPES } from '../../../contract/facts/tag-type.ts';
import type { OutgoingAction, StoredMessage } from '../../machines/log/events-send.ts';
import { draftOriginSchema } from './draft-origin.ts';

/* What stands in the outbox and among the drafts, of this and earlier versions. */

/** A note's draft has a field of its own, as older versions would take it for a message's. */
export const draftSchema = z.union([
  z.object({
    customerId: z.string(),
    instanceId: z.string(),
    text: z.string(),
    origin: z.optional(draftOriginSchema),
  }),
  z.object({ customerId: z.string(), instanceId: z.string(), note: z.string() }),
]);

const failureSchema = z.object({
  code: z.enum([...ERROR_CODES, 'NETWORK', 'ABANDONED', 'REJECTED_INPUT']),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  fields: z.record(z.string(), z.string()),
  requestId: z.nullable(z.string()),
});

const fileSchema = z.object({
  name: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  tag: z.enum(TAG_TYPES),
});

const sharedSchema = z.union([
  z.object({
    place: z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  }),
  z.object({
    contact: z.object({
      name: z.string(),
      organization: z.nullable(z.string()),
      phones: z.array(z.string()),
      emails: z.array(z.string()),
    }),
  }),
  z.object({
    choices: z.object({
      button: z.nullable(z.string()),
      options: z.array(z.object({ title: z.string(), description: z.nullable(z.string()) })),
    }),
  }),
]);

/** A stored message. Those of older versions have no place; those of newer ones may have more fields. */
const placedSchema = z.looseObject({
  clientId: z.string(),
  tempId: z.string(),
  ticketId: z.string(),
  customerId: z.string(),
  instanceId: z.string(),
  toNumber: z.string(),
  text: z.string(),
  file: z.optional(fileSchema),
  imageUrl: z.optional(z.string()),
  reactsTo: z.optional(z.string()),
  forwards: z.optional(z.object({ id: z.string(), tag: z.enum(TAG_TYPES), documentName: z.nullable(z.string()) })),
  template: z.optional(z.object({ id: z.string(), values: z.record(z.string(), z.string()) })),
  shares: z.optional(sharedSchema),
  replyTo: z.nullable(z.string()),
  userId: z.string(),
  submittedAt: z.number(),
  failure: z.nullable(failureSchema),
  place: z.optional(z.number()),
  /** The tab that sends it. */
  tab: z.optional(z.string()),
});

const personSchema = z.object({ id: z.string(), name: z.string() });

const transferFields = {
  kind: z.literal('transfer'),
  clientId: z.string(),
  ticketId: z.string(),
  instanceId: z.string(),
  previousOwner: z.nullable(personSchema),
  note: z.string(),
  userId: z.string(),
};
const targetSchema = z.union([
  z.object({ kind: z.enum(['person', 'department']), id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('queue') }),
]);

/** A stored ticket action. Older versions take it for an unreadable message. */
const actionSchema = z.object({
  action: z.union([
    z.object({ ...transferFields, target: targetSchema }),
    // Older versions have only transfers to people.
    z.object({ ...transferFields, nextOwner: personSchema }),
    z.object({
      kind: z.literal('finish'),
      clientId: z.string(),
      ticketId: z.string(),
      outcomeId: z.nullable(z.string()),
      userId: z.string(),
    }),
  ]),
  place: z.number(),
  tab: z.string(),
});

export const entrySchema = z.union([actionSchema, placedSchema]);

export type Placed = z.infer<typeof placedSchema>;
export type PlacedAction = z.infer<typeof actionSchema>;

/** A message without what only the outbox needs. */
export function unplaced(message: Placed): StoredMessage {
  const { place: _place, tab: _tab, file, imageUrl, reactsTo, forwards, template, shares, ...rest } = message;
  return {
    ...rest,
    ...(file !== undefined && { file }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(reactsTo !== undefined && { reactsTo }),
    ...(forwards !== undefined && { forwards }),
    ...(template !== undefined && { template }),
    ...(shares !== undefined && { shares }),
  };
}

/** An action as this version knows it. */
export function actionOf(action: PlacedAction['action']): OutgoingAction {
  if (!('nextOwner' in action)) return action;
  const { nextOwner, ...rest } = action;
  return { ...rest, target: { kind: 'person', ...nextOwner } };
}

export function isAction(entry: Placed | PlacedAction): entry is PlacedAction {
  return 'action' in entry;
}

export function idOf(entry: Placed | PlacedAction): string {
  return isAction(entry) ? entry.action.clientId : entry.clientId;
}

/** In the order in which they were submitted; messages of an older version first, by their clock. */
export function bySubmission(a: Placed | PlacedAction, b: Placed | PlacedAction): number {
  const byPlace = (a.place ?? 0) - (b.place ?? 0);
  if (byPlace !== 0 || isAction(a) || isAction(b)) return byPlace;
  return a.submittedAt - b.submittedAt || temporaryNumber(a) - temporaryNumber(b);
}

/** The n of `{n}-temp`: orders messages submitted within one millisecond. */
function temporaryNumber(message: Placed): number {
  return Number.parseInt(message.tempId, 10) || 0;
}
