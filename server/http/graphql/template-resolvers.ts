import { messageTemplates } from '../../../contract/graphql/message-templates.ts';
import { sendTemplate } from '../../../contract/graphql/send-template.ts';
import { numberConversation, startConversation } from '../../../contract/graphql/start-conversation.ts';
import { listTemplates } from '../../domain/templates/list-templates.ts';
import * as conversation from '../../domain/templates/start-conversation.ts';
import * as send from '../../domain/templates/send-template.ts';
import { forActor } from './for-actor.ts';

/** Message templates, and conversations that begin with one. */
export const templateResolvers = {
  Query: {
    ...forActor(messageTemplates, listTemplates),
    ...forActor(numberConversation, conversation.numberConversation),
  },
  Mutation: {
    ...forActor(sendTemplate, send.sendTemplate),
    ...forActor(startConversation, conversation.startConversation),
  },
};
