import * as z from 'zod/mini';
import { TAG_TYPES } from '../facts/tag-type.ts';
import { ackSchema, idSchema, timestampSchema } from '../scalars.ts';

export const tagTypeSchema = z.enum(TAG_TYPES);
const chatTypeSchema = z.union([z.literal(0), z.literal(1)]);

/** A message that is quoted or reacted to: enough to draw it. A long text is shortened and ends with `…`. */
export const relatedChatSchema = z.object({
  id: idSchema,
  type: chatTypeSchema,
  message: z.nullable(z.string()),
  tag_type: tagTypeSchema,
  document_name: z.nullable(z.string()),
  is_bot_message: z.boolean(),
  user: z.nullable(z.object({ id: idSchema, name: z.string() })),
});
export type RelatedChat = z.infer<typeof relatedChatSchema>;

/** A place that a customer shared, in degrees. */
export const sharedPlaceSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
});

/** A contact card that a customer shared. `wa_id` is the number at WhatsApp, if it has one. */
export const sharedContactSchema = z.object({
  name: z.string(),
  organization: z.nullable(z.string()),
  phones: z.array(z.object({ phone: z.string(), wa_id: z.nullable(z.string()) })),
  emails: z.array(z.string()),
});

/** What the customer could choose from, with the button that opens a list; without one, reply buttons. */
export const choicesSchema = z.object({
  button: z.nullable(z.string()),
  options: z.array(z.object({ title: z.string(), description: z.nullable(z.string()) })),
});

/**
 * One message of a conversation. `type` is 1 when received from the customer and 0 when sent.
 * Ids grow in the order in which the tenant's stream took the messages.
 */
export const customerChatSchema = z.object({
  id: idSchema,
  type: chatTypeSchema,
  whatsapp_message_id: z.nullable(z.string()),
  /** The id given by the sender's client; unique per tenant and user. */
  client_id: z.nullable(z.string()),
  sent_at: timestampSchema,
  /** When the server received it: later than `sent_at` after an outage. Conversations are sorted by it. */
  created_at: timestampSchema,
  /** At most `MESSAGE_MAX_LENGTH` characters (code points) of the text. */
  message: z.nullable(z.string()),
  /** Whether `message` is shortened: `customerChatText` returns the whole text. */
  is_cut: z.boolean(),
  tag_type: tagTypeSchema,
  unseen_msg: z.boolean(),
  is_temp: z.boolean(),
  document_name: z.nullable(z.string()),
  document_mimetype: z.nullable(z.string()),
  /** Whether `messageMedia` has its file. Left out by a server of version 9, null if unknown. */
  has_file: z.optional(z.nullable(z.boolean())),
  /** Whether it was written elsewhere first. Left out by an older server. */
  is_forwarded: z.optional(z.nullable(z.boolean())),
  /** The message that was not delivered and that this one sends once more. Left out by an older server. */
  repeats_id: z.optional(z.nullable(idSchema)),
  /** Whether it was sent as a template, also one with a file, whose tag is the file's. Left out by an older server. */
  is_template: z.optional(z.nullable(z.boolean())),
  /** Of a place and of contact cards, null of other kinds. Left out by an older server, and where it isn't asked for. */
  location: z.optional(z.nullable(sharedPlaceSchema)),
  contacts: z.optional(z.nullable(z.array(sharedContactSchema))),
  /** Of a message sent with choices. Left out where it isn't asked for. */
  choices: z.optional(z.nullable(choicesSchema)),
  /** Of an image sent by its address: it has no file here. Left out by an older server, and where it isn't asked for. */
  image_url: z.optional(z.nullable(z.string())),
  is_bot_message: z.boolean(),
  parent_id: z.nullable(idSchema),
  parentCustomerChat: z.nullable(relatedChatSchema),
  recovered: z.boolean(),
  ack: ackSchema,
  /** The provider's code if it refused the message, else null; `error_key` is the id of its text. */
  error_code: z.nullable(z.string()),
  error_key: z.nullable(z.string()),
  childCustomerChats: z.array(relatedChatSchema),
  user: z.nullable(z.object({ id: idSchema, name: z.string() })),
  chatTicket: z.object({ id: idSchema }),
});
export type CustomerChat = z.infer<typeof customerChatSchema>;

export const relatedChatFields = 'id type message tag_type document_name is_bot_message user { id name }';
export const customerChatFields = `id type whatsapp_message_id client_id sent_at created_at message is_cut tag_type unseen_msg is_temp document_name document_mimetype has_file is_forwarded repeats_id is_template is_bot_message parent_id parentCustomerChat { ${relatedChatFields} } recovered ack error_code error_key childCustomerChats { ${relatedChatFields} } user { id name } chatTicket { id }`;

/** Fields of messages in a conversation; in lists of tickets they would cost too much. */
export const sharedFields =
  'image_url location { latitude longitude name address } contacts { name organization phones { phone wa_id } emails } choices { button options { title description } }';

export const customerChatSdl = /* GraphQL */ `
  type RelatedChat {
    id: ID!
    type: Int!
    message: String
    tag_type: String!
    document_name: String
    is_bot_message: Boolean!
    user: ChatAuthor
  }
  type ChatAuthor {
    id: ID!
    name: String!
  }
  type ChatTicketReference {
    id: ID!
  }
  type SharedPlace {
    latitude: Float!
    longitude: Float!
    name: String
    address: String
  }
  type SharedPhone {
    phone: String!
    wa_id: String
  }
  type SharedContact {
    name: String!
    organization: String
    phones: [SharedPhone!]!
    emails: [String!]!
  }
  type ChoiceOption {
    title: String!
    description: String
  }
  type Choices {
    button: String
    options: [ChoiceOption!]!
  }
  type CustomerChat {
    id: ID!
    type: Int!
    whatsapp_message_id: String
    client_id: String
    sent_at: String!
    created_at: String!
    message: String
    is_cut: Boolean!
    tag_type: String!
    unseen_msg: Boolean!
    is_temp: Boolean!
    document_name: String
    document_mimetype: String
    has_file: Boolean
    is_forwarded: Boolean
    repeats_id: ID
    is_template: Boolean
    image_url: String
    location: SharedPlace
    contacts: [SharedContact!]
    choices: Choices
    is_bot_message: Boolean!
    parent_id: ID
    parentCustomerChat: RelatedChat
    recovered: Boolean!
    ack: Int!
    error_code: String
    error_key: String
    childCustomerChats: [RelatedChat!]!
    user: ChatAuthor
    chatTicket: ChatTicketReference!
  }
`;
