import * as z from 'zod/mini';
import { numberConversation, startConversation } from '../../../contract/graphql/start-conversation.ts';
import type { ListPage } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import type { KeptFiles } from '../storage/outgoing-files.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

/** Looks up a number before a conversation is started. */
export function conversationLists(parts: CallParts): Pick<ListSources, 'chat.number'> {
  return {
    'chat.number': async ({ filters }) => {
      const variables = { to_number: filters['number'] ?? '', instance_id: filters['instance'] ?? '' };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', numberConversation, { variables }));
      return mapped(result, ({ numberConversation: found }): Extract<ListPage, { list: 'chat.number' }> => ({
        list: 'chat.number',
        rows: [
          {
            phone: found.phone_number,
            customerName: found.customer_name,
            ticketId: found.ticket_id,
            owner: found.owner,
            needsTemplate: found.needs_template,
          },
        ],
        total: 1,
      }));
    },
  };
}

const startSchema = z.object({
  to_number: z.string(),
  instance_id: z.string(),
  template_id: z.optional(z.string()),
  variables: z.optional(z.array(z.object({ key: z.string(), value: z.string() }))),
  file_name: z.optional(z.string()),
});

/**
 * Starts a conversation; its template's file is uploaded first. The key is the client id, so that a retry sends
 * nothing twice.
 */
export function conversationForms(parts: CallParts, files: KeptFiles): Pick<FormSources, 'chat.start'> {
  return {
    'chat.start': {
      save: async (key, values, _version, { signal }) => {
        const input = parseValues(startSchema, values);
        if (!input.ok) return input;
        const { file_name: name, ...start } = input.answer;
        if (name !== undefined) {
          const [file, { GONE, uploadFile }] = await Promise.all([files.read(key), import('../tenant/uploads.ts')]);
          if (file === null) return { ok: false, failure: GONE };
          const uploaded = await uploadFile(parts, { command: 'form.save', clientId: key, name, file }, signal);
          if (!uploaded.ok) return uploaded;
        }
        const variables = { ...start, client_id: key };
        const result = await parts.gateway.request(graphqlCall(parts, 'form.save', startConversation, { variables }));
        if (result.ok) await files.drop(key);
        return mapped(result, ({ startConversation: { id } }) => ({ id, version: null, lists: [] }));
      },
    },
  };
}
