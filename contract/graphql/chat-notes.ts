import * as z from 'zod/mini';
import { customerChatEventFields, customerChatEventSchema } from '../entities/customer-chat-event.ts';
import type { CustomerChatEvent } from '../entities/customer-chat-event.ts';
import { NOTE_MAX_LENGTH, NOTE_MENTIONS_MAX } from '../facts/chat-events.ts';
import { idSchema } from '../scalars.ts';
import { operation } from './operation.ts';

const noteFields = {
  /** The text, with mentions as `@name`. */
  message: z.string().check(z.trim(), z.minLength(1, 'error.field.required'), z.maxLength(NOTE_MAX_LENGTH)),
  mention_ids: z.array(idSchema).check(z.maxLength(NOTE_MENTIONS_MAX)),
};

export const noteSchema = z.object({
  ...noteFields,
  customer_id: idSchema,
  instance_id: idSchema,
  /** The same id is the same note. */
  client_id: z.string(),
});
export type NewChatNote = z.infer<typeof noteSchema>;

export const noteChangeSchema = z.object({ ...noteFields, id: idSchema });
export type ChatNoteChange = z.infer<typeof noteChangeSchema>;

/** Who can be mentioned. */
export const personSchema = z.object({ id: idSchema, name: z.string() });

/** Those who see a conversation, and so can be mentioned in its notes; without oneself. */
export const chatReaders = operation<
  { customer_id: string; instance_id: string },
  { chatReaders: { id: string; name: string }[] }
>(
  'chatReaders',
  'query chatReaders($customer_id: ID!, $instance_id: ID!) { chatReaders(customer_id: $customer_id, instance_id: $instance_id) { id name } }',
  z.object({ chatReaders: z.array(personSchema) }),
);

/** A note in a conversation, which the customer never gets. Who is mentioned has to see the conversation. */
export const newChatNote = operation<NewChatNote, { newChatNote: CustomerChatEvent }>(
  'newChatNote',
  `mutation newChatNote($customer_id: ID!, $instance_id: ID!, $message: String!, $mention_ids: [ID!]!, $client_id: String!) { newChatNote(customer_id: $customer_id, instance_id: $instance_id, message: $message, mention_ids: $mention_ids, client_id: $client_id) { ${customerChatEventFields} } }`,
  z.object({ newChatNote: customerChatEventSchema }),
);

/** Changes one's own note. */
export const updateChatNote = operation<ChatNoteChange, { updateChatNote: CustomerChatEvent }>(
  'updateChatNote',
  `mutation updateChatNote($id: ID!, $message: String!, $mention_ids: [ID!]!) { updateChatNote(id: $id, message: $message, mention_ids: $mention_ids) { ${customerChatEventFields} } }`,
  z.object({ updateChatNote: customerChatEventSchema }),
);

/** Deletes one's own note; an administrator anybody's. Idempotent. */
export const deleteChatNote = operation<{ id: string }, { deleteChatNote: CustomerChatEvent }>(
  'deleteChatNote',
  `mutation deleteChatNote($id: ID!) { deleteChatNote(id: $id) { ${customerChatEventFields} } }`,
  z.object({ deleteChatNote: customerChatEventSchema }),
);

export const chatNotesSdl = /* GraphQL */ `
  extend type Query {
    chatReaders(customer_id: ID!, instance_id: ID!): [ChatAuthor!]!
  }
  extend type Mutation {
    newChatNote(
      customer_id: ID!
      instance_id: ID!
      message: String!
      mention_ids: [ID!]!
      client_id: String!
    ): CustomerChatEvent!
    updateChatNote(id: ID!, message: String!, mention_ids: [ID!]!): CustomerChatEvent!
    deleteChatNote(id: ID!): CustomerChatEvent!
  }
`;
