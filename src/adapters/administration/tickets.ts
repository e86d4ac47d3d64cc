import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { reopenChatTicket } from '../../../contract/graphql/reopen-chat-ticket.ts';
import type { FormValue } from '../../machines/entities/forms.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { FormSources, Saved } from './sources.ts';

type Forms = 'chat.take' | 'chat.queue' | 'chat.reopen' | 'chat.open';

/** What is done with a ticket; the frames tell what came of it. Keys are the tickets', of `chat.open` the conversation's. */
export function ticketForms(parts: CallParts): Pick<FormSources, Forms> {
  const { gateway } = parts;
  return {
    'chat.take': {
      save: async (id) =>
        mapped(await gateway.request(graphqlCall(parts, 'form.save', takeChatTicket, { variables: { id } })), () =>
          saved(id),
        ),
    },
    'chat.reopen': {
      save: async (id) =>
        mapped(await gateway.request(graphqlCall(parts, 'form.save', reopenChatTicket, { variables: { id } })), () =>
          saved(id),
        ),
    },
    'chat.open': {
      save: async (key) => {
        const [customer_id = '', instance_id = ''] = key.split('@');
        const variables = { customer_id, instance_id };
        const result = await gateway.request(graphqlCall(parts, 'form.save', openChatTicket, { variables }));
        return mapped(result, ({ openChatTicket: { id } }) => saved(id));
      },
    },
    'chat.queue': {
      save: async (id, { department_id: department, note }) => {
        const variables = { id, department_id: textOf(department), note: textOf(note) };
        const result = await gateway.request(graphqlCall(parts, 'form.save', queueChatTicket, { variables }));
        return mapped(result, () => saved(id));
      },
    },
  };
}

function saved(id: string): Saved {
  return { id, version: null, lists: [] };
}

function textOf(value: FormValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
