import {
  chatReaders,
  deleteChatNote,
  newChatNote,
  noteChangeSchema,
  noteSchema,
  personSchema,
  updateChatNote,
} from '../../../contract/graphql/chat-notes.ts';
import type { FormValue, ValuesOf } from '../../machines/entities/forms.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, Result } from './sources.ts';

/** Writing, changing and deleting notes. Keys are `customer@instance`, with `:note` for an edit. */
export function noteForms(parts: CallParts): Pick<FormSources, 'note' | 'note.edit' | 'note.delete'> {
  const { gateway } = parts;

  /** Those who can be mentioned. */
  async function load(key: string): Promise<Result<{ values: ValuesOf<'note'>; version: null }>> {
    const { customer_id, instance_id } = partsOf(key);
    const variables = { customer_id, instance_id };
    const result = await gateway.request(graphqlCall(parts, 'form.load', chatReaders, { variables }));
    return mapped(result, ({ chatReaders: readers }) => ({
      values: { message: '', client_id: '', readers },
      version: null,
    }));
  }

  return {
    note: {
      load,
      save: async (key, { message, client_id, readers }) => {
        const { customer_id, instance_id } = partsOf(key);
        const mention_ids = mentionedIn(message, readers);
        const input = parseValues(noteSchema, {
          customer_id,
          instance_id,
          message: message ?? '',
          mention_ids,
          client_id: client_id ?? '',
        });
        if (!input.ok) return input;
        const request = { variables: input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', newChatNote, request));
        return mapped(result, ({ newChatNote: { id } }) => ({ id, version: null, lists: [] }));
      },
    },
    'note.edit': {
      load,
      save: async (key, { message, readers, mentions }) => {
        // Those mentioned already may no longer be offered.
        const mention_ids = [...new Set([...mentionedIn(message, mentions), ...mentionedIn(message, readers)])];
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
  const [customer_id = '', instance_id = ''] = conversation.split('@');
  return { customer_id, instance_id, id };
}

/** The ids of those whose `@name` is in the text. */
function mentionedIn(text: FormValue | undefined, readers: FormValue | undefined): string[] {
  if (typeof text !== 'string' || !Array.isArray(readers)) return [];
  return readers.flatMap((reader: FormValue) => {
    const { data } = personSchema.safeParse(reader);
    return data !== undefined && text.includes(`@${data.name}`) ? data.id : [];
  });
}
