import {
  blockContactsFormSchema,
  blockContacts,
  blockedContacts,
  unblockContacts,
  type Blocked,
  type BlockedContact as WireContact,
} from '../../../contract/graphql/blocked-contacts.ts';
import { BLOCKED_LINES_MAX } from '../../../contract/facts/customers.ts';
import { readBlockedFile } from '../../../contract/rest/blocked-contacts.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { BlockedContact } from '../../machines/entities/customers.ts';
import type { FormValue } from '../../machines/entities/forms.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import { ABANDONED } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import type { KeptFiles } from '../storage/outgoing-files.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const LISTS: readonly ListName[] = ['blockedContacts', 'customers'];

/** The company's blocked numbers. */
export function blockedContactLists(parts: CallParts): Pick<ListSources, 'blockedContacts'> {
  return {
    blockedContacts: async ({ page, limit, search }) => {
      const variables = { search, pagination_page: page, pagination_limit: limit };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', blockedContacts, { variables }));
      return mapped(result, ({ blockedContacts: { items, total_items } }) => ({
        list: 'blockedContacts',
        rows: items.map(contactOf),
        total: total_items,
      }));
    },
  };
}

type Forms = 'blockedContacts' | 'blockedContacts.file' | 'blockedContacts.unblock';

/** Blocks the numbers of a text, one a line, and unblocks the number of the key. */
export function blockedContactForms(parts: CallParts, files: KeptFiles): Pick<FormSources, Forms> {
  const { append, gateway } = parts;
  return {
    blockedContacts: {
      save: async (_, { numbers, reason }) => {
        const lines = linesOf(numbers);
        const found: Blocked = { blocked: 0, refused: [] };
        for (let from = 0; from === 0 || from < lines.length; from += BLOCKED_LINES_MAX) {
          const piece = lines.slice(from, from + BLOCKED_LINES_MAX);
          const input = parseValues(blockContactsFormSchema, { numbers: piece, reason: reason ?? '' });
          if (!input.ok) return input;
          const request = { variables: input.answer };
          const result = await gateway.request(graphqlCall(parts, 'form.save', blockContacts, request));
          if (!result.ok) return result;
          const { blocked, refused } = result.answer.blockContacts;
          found.blocked += blocked;
          found.refused.push(...refused.map((each) => ({ ...each, line: from + each.line })));
        }
        if (found.refused.length > 0) return { ok: false, failure: refusedLines(found) };
        return { ok: true, answer: { id: null, version: null, lists: LISTS } };
      },
    },
    'blockedContacts.file': {
      save: async (clientId, { file_name: name, numbers }, _version, { signal }) => {
        const [file, { GONE, uploadTo }] = await Promise.all([files.read(clientId), import('../tenant/uploads.ts')]);
        if (file === null || typeof name !== 'string') return { ok: false, failure: GONE };
        const upload = { command: 'form.save', clientId, name, file } as const;
        const result = await uploadTo(parts, readBlockedFile, upload, signal);
        if (!result.ok) return result;
        if (result.answer === null) return { ok: false, failure: ABANDONED };
        await files.drop(clientId);
        const value = [...linesOf(numbers), ...result.answer.numbers].join('\n');
        append({ type: 'form.changed', form: 'blockedContacts', key: 'new', field: 'numbers', value });
        return { ok: true, answer: { id: null, version: null, lists: [] } };
      },
    },
    'blockedContacts.unblock': {
      save: async (number) => {
        const request = { variables: { numbers: [number] } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', unblockContacts, request));
        return mapped(result, () => ({ id: number, version: null, lists: LISTS }));
      },
    },
  };
}

/** The lines of a text that aren't empty. */
function linesOf(numbers: FormValue | undefined): readonly string[] {
  return typeof numbers === 'string' ? numbers.split(/\r?\n/u).filter((line) => line.trim() !== '') : [];
}

/** Which of the lines that aren't empty weren't blocked, from 1, as `numbers.LINE`; the others were. */
function refusedLines({ blocked, refused }: Blocked): Failure {
  return {
    code: 'INVALID',
    key: 'error.form.invalid',
    params: { blocked },
    fields: Object.fromEntries(refused.map(({ line, key }) => [`numbers.${line}`, key])),
    requestId: null,
  };
}

function contactOf(contact: WireContact): BlockedContact {
  return {
    phone: contact.phone_number,
    reason: contact.reason,
    blockedAt: Date.parse(contact.created_at),
    blockedBy: contact.user_name,
    customer:
      contact.customer_id === null || contact.customer_name === null
        ? null
        : { id: contact.customer_id, name: contact.customer_name },
  };
}
