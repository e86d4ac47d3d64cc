import {
  deleteQuickReply,
  newQuickReply,
  quickReplies,
  updateQuickReply,
} from '../../../contract/graphql/quick-replies.ts';
import * as replies from '../../domain/quick-replies/quick-replies.ts';
import { forActor } from './for-actor.ts';

/** Quick replies. */
export const quickReplyResolvers = {
  Query: { ...forActor(quickReplies, replies.listQuickReplies) },
  Mutation: {
    ...forActor(newQuickReply, replies.newQuickReply),
    ...forActor(updateQuickReply, replies.updateQuickReply),
    ...forActor(deleteQuickReply, (services, actor, { id }) => replies.deleteQuickReply(services, actor, id)),
  },
};
