import * as z from 'zod/mini';
import { campaignUpdatedSchema } from './campaign-updated.ts';
import { chatNotificationSchema } from './chat-notification.ts';
import { chatTicketClosedSchema } from './chat-ticket-closed.ts';
import { chatTicketTransferSchema } from './chat-ticket-transfer.ts';
import { chatTicketTransferredSchema } from './chat-ticket-transferred.ts';
import { chatTicketTransferringSchema } from './chat-ticket-transferring.ts';
import { customerBlacklistedSchema } from './customer-blacklisted.ts';
import { customerChatAckChangedSchema } from './customer-chat-ack-changed.ts';
import { customerChatEventChangedSchema } from './customer-chat-event-changed.ts';
import { customerChatCreatedSchema } from './customer-chat-created.ts';
import { customerCreatedToChatSchema } from './customer-created-to-chat.ts';
import { customerPinnedSchema } from './customer-pinned.ts';
import { customerUnseenMsgsResetSchema } from './customer-unseen-msgs-reset.ts';
import { customerUpdatedSchema } from './customer-updated.ts';
import { customersMergedSchema } from './customers-merged.ts';
import { deleteChatTicketTransferSchema } from './delete-chat-ticket-transfer.ts';
import { featuresChangedSchema } from './features-changed.ts';
import { groupOfCustomersUpdatedSchema } from './group-of-customers-updated.ts';
import { helloSchema } from './hello.ts';
import { instanceUpdatedSchema } from './instance-updated.ts';
import { listUpdatedSchema } from './list-updated.ts';
import { permissionsChangedSchema } from './permissions-changed.ts';
import { pongSchema } from './pong.ts';
import { presenceSchema } from './presence.ts';

/** Every frame of the tenant's stream, by its event name. */
export const streamFrameSchema = z.discriminatedUnion('event', [
  customerChatCreatedSchema,
  customerChatAckChangedSchema,
  customerChatEventChangedSchema,
  customerCreatedToChatSchema,
  customerBlacklistedSchema,
  chatNotificationSchema,
  chatTicketClosedSchema,
  chatTicketTransferringSchema,
  chatTicketTransferSchema,
  chatTicketTransferredSchema,
  deleteChatTicketTransferSchema,
  instanceUpdatedSchema,
  campaignUpdatedSchema,
  groupOfCustomersUpdatedSchema,
  customerUnseenMsgsResetSchema,
  customerPinnedSchema,
  customerUpdatedSchema,
  customersMergedSchema,
  listUpdatedSchema,
  permissionsChangedSchema,
  featuresChangedSchema,
]);
export type StreamFrame = z.infer<typeof streamFrameSchema>;
export type StreamEventName = StreamFrame['event'];

/** Every frame the server sends. */
export const serverFrameSchema = z.union([streamFrameSchema, helloSchema, pongSchema, presenceSchema]);
export type ServerFrame = z.infer<typeof serverFrameSchema>;

/** The data of a stream event, by event name. */
export type StreamData<Name extends StreamEventName> = Extract<StreamFrame, { event: Name }>['data'];
