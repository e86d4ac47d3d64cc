import {
  deleteScheduledMessage,
  myScheduledMessages,
  newScheduledMessage,
  scheduledMessages,
  sendScheduledMessage,
  updateScheduledMessage,
} from '../../../contract/graphql/scheduled-messages.ts';
import { listOwnScheduled } from '../../domain/scheduled/own-scheduled.ts';
import * as scheduled from '../../domain/scheduled/scheduled-messages.ts';
import { forActor } from './for-actor.ts';

/** Scheduled messages. */
export const scheduledResolvers = {
  Query: {
    ...forActor(scheduledMessages, scheduled.listScheduled),
    ...forActor(myScheduledMessages, listOwnScheduled),
  },
  Mutation: {
    ...forActor(newScheduledMessage, scheduled.createScheduled),
    ...forActor(updateScheduledMessage, scheduled.updateScheduled),
    ...forActor(sendScheduledMessage, scheduled.sendScheduled),
    ...forActor(deleteScheduledMessage, (services, actor, { id }) => scheduled.cancelScheduled(services, actor, id)),
  },
};
