import * as managed from '../../../contract/graphql/managed-templates.ts';
import { messageTemplates } from '../../../contract/graphql/message-templates.ts';
import { sendTemplate } from '../../../contract/graphql/send-template.ts';
import { numberConversation, startConversation } from '../../../contract/graphql/start-conversation.ts';
import * as manage from '../../domain/templates/editing/manage-templates.ts';
import { listTemplates } from '../../domain/templates/list-templates.ts';
import * as conversation from '../../domain/templates/start-conversation.ts';
import * as send from '../../domain/templates/send-template.ts';
import { forActor } from './for-actor.ts';

/** Message templates, and conversations that begin with one. */
export const templateResolvers = {
  Query: {
    ...forActor(messageTemplates, listTemplates),
    ...forActor(managed.paginatedTemplates, manage.paginatedTemplates),
    ...forActor(managed.managedTemplate, (services, actor, { id }) => manage.managedTemplate(services, actor, id)),
    ...forActor(managed.templateAccounts, manage.templateAccounts),
    ...forActor(numberConversation, conversation.numberConversation),
  },
  Mutation: {
    ...forActor(managed.newTemplate, (services, actor, { form }) => manage.newTemplate(services, actor, form)),
    ...forActor(managed.updateTemplate, manage.updateTemplate),
    ...forActor(sendTemplate, send.sendTemplate),
    ...forActor(startConversation, conversation.startConversation),
  },
};
