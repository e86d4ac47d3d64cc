import {
  deleteScheduledMessage,
  myScheduledMessages,
  newScheduledMessage,
  scheduledInTickets,
  scheduledMessages,
  sendScheduledMessage,
  updateScheduledMessage,
} from '../../../contract/graphql/scheduled-messages.ts';
import { countScheduled } from '../../domain/scheduled/count-scheduled.ts';
import { listOwnScheduled } from '../../domain/scheduled/own-scheduled.ts';
import * as scheduled from '../../domain/scheduled/scheduled-messages.ts';
import { forActor } from './for-actor.ts';

/** Scheduled messages. */
export const scheduledResolvers = {
  Query: {
    ...forActor(scheduledMessages, scheduled.listScheduled),
    ...forActor(myScheduledMessages, listOwnScheduled),
    ...forActor(scheduledInTickets, (services, actor, { chat_ticket_ids }) =>
      countScheduled(services, actor, chat_ticket_ids),
    ),
  },
  Mutation: {
    ...forActor(newScheduledMessage, scheduled.createScheduled),
    ...forActor(updateScheduledMessage, scheduled.updateScheduled),
    ...forActor(sendScheduledMessage, scheduled.sendScheduled),
    ...forActor(deleteScheduledMessage, (services, actor, { id }) => scheduled.cancelScheduled(services, actor, id)),
  },
};
