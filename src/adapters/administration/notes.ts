import { partsOfKey } from './keys.ts';
import {
  chatReaders,
  deleteChatNote,
  newChatNote,
  noteChangeSchema,
  noteSchema,
  personSchema,
  updateChatNote,
} from '../../../contract/graphql/chat-notes.ts';
import type { FormValue } from '../../machines/entities/forms.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

/** Those who can be mentioned in a note. */
export function noteLists(parts: CallParts): Pick<ListSources, 'chat.readers'> {
  return {
    'chat.readers': async ({ filters }) => {
      const { customer = '', instance = '' } = filters;
      const variables = { customer_id: customer, instance_id: instance };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', chatReaders, { variables }));
      return mapped(result, ({ chatReaders: rows }) => ({ list: 'chat.readers', rows, total: rows.length }));
    },
  };
}

/** Writing, changing and deleting notes. Keys are `customer@instance`, with `:note` for an edit. */
export function noteForms(parts: CallParts): Pick<FormSources, 'note' | 'note.edit' | 'note.delete'> {
  const { gateway } = parts;
  return {
    note: {
      save: async (key, { message, client_id, mentions }) => {
        const { customer_id, instance_id } = partsOf(key);
        const input = parseValues(noteSchema, {
          customer_id,
          instance_id,
          message: message ?? '',
          mention_ids: mentionedIn(message, mentions),
          client_id: client_id ?? '',
        });
        if (!input.ok) return input;
        const request = { variables: input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', newChatNote, request));
        const text = typeof message === 'string' ? message : '';
        return mapped(result, ({ newChatNote: { id } }) => ({ id, version: null, lists: [], text }));
      },
    },
    'note.edit': {
      save: async (key, { message, mentions }) => {
        const mention_ids = mentionedIn(message, mentions);
        const input = parseValues(noteChangeSchema, { id: partsOf(key).id, message: message ?? '', mention_ids });
        if (!input.ok) return input;
        const request = { variables: input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', updateChatNote, request));
        return mapped(result, ({ updateChatNote: { id } }) => ({ id, version: null, lists: [] }));
      },
    },
    'note.delete': {
      save: async (id) => {
        const request = { variables: { id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', deleteChatNote, request));
        return mapped(result, () => ({ id, version: null, lists: [] }));
      },
    },
  };
}

function partsOf(key: string): { customer_id: string; instance_id: string; id: string } {
  const [conversation = '', id = ''] = key.split(':');
  const { customerId: customer_id, instanceId: instance_id } = partsOfKey(conversation);
  return { customer_id, instance_id, id };
}

/** The ids of those whose `@name` is in the text, each once. */
function mentionedIn(text: FormValue | undefined, people: FormValue | undefined): string[] {
  if (typeof text !== 'string' || !Array.isArray(people)) return [];
  const ids = people.flatMap((person: FormValue) => {
    const { data } = personSchema.safeParse(person);
    return data !== undefined && text.includes(`@${data.name}`) ? data.id : [];
  });
  return [...new Set(ids)];
}
