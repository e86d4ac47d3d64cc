import {
  blockContactsFormSchema,
  blockContacts,
  blockedContacts,
  unblockContacts,
  type BlockedContact as WireContact,
} from '../../../contract/graphql/blocked-contacts.ts';
import { BLOCKED_LINE_MAX, BLOCKED_LINES_MAX } from '../../../contract/facts/customers.ts';
import { typedAddress } from '../../../contract/facts/phone-number.ts';
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
  const { gateway } = parts;
  return {
    blockedContacts: {
      save: async (_, { numbers, reason }) => {
        const lines = linesOf(numbers);
        const refused = refusedHere(lines);
        let blocked = 0;
        for (let from = 0; from === 0 || from < lines.length; from += BLOCKED_LINES_MAX) {
          // The server skips empty lines, so those refused here are blanked to keep the others' line numbers.
          const piece = lines
            .slice(from, from + BLOCKED_LINES_MAX)
            .map((line, at) => (refused.has(from + at + 1) ? '' : line));
          const input = parseValues(blockContactsFormSchema, { numbers: piece, reason: reason ?? '' });
          if (!input.ok) return input;
          const request = { variables: input.answer };
          const result = await gateway.request(graphqlCall(parts, 'form.save', blockContacts, request));
          if (!result.ok) {
            const { failure } = result;
            return { ok: false, failure: from === 0 ? failure : partly(failure, blocked, from, refused) };
          }
          blocked += result.answer.blockContacts.blocked;
          for (const { line, key } of result.answer.blockContacts.refused) refused.set(from + line, key);
        }
        if (refused.size > 0) return { ok: false, failure: partly(SOME_REFUSED, blocked, lines.length, refused) };
        return { ok: true, answer: { id: null, version: null, lists: LISTS } };
      },
    },
    'blockedContacts.file': {
      save: async (clientId, { file_name: name }, _version, { signal }) => {
        const [file, { GONE, uploadTo }] = await Promise.all([files.read(clientId), import('../tenant/uploads.ts')]);
        if (file === null || typeof name !== 'string') return { ok: false, failure: GONE };
        const upload = { command: 'form.save', clientId, name, file } as const;
        const result = await uploadTo(parts, readBlockedFile, upload, signal);
        await files.drop(clientId);
        if (!result.ok) return result;
        if (result.answer === null) return { ok: false, failure: ABANDONED };
        return { ok: true, answer: { id: result.answer.numbers.join('\n'), version: null, lists: [] } };
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

/** Lines refused here without a call, from 1, and why: too long for a number, or a duplicate. */
function refusedHere(lines: readonly string[]): Map<number, string> {
  const refused = new Map<number, string>();
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const address = typedAddress(line);
    if (line.length > BLOCKED_LINE_MAX) refused.set(at + 1, 'error.number.malformed');
    else if (address === undefined) continue;
    else if (seen.has(address)) refused.set(at + 1, 'error.blocked.twice');
    else seen.add(address);
  }
  return refused;
}

const SOME_REFUSED: Failure = { code: 'INVALID', key: 'error.form.invalid', params: {}, fields: {}, requestId: null };

/**
 * The failure of a partly blocked text: how many lines were blocked, how many non-empty lines were processed
 * (`handled`), and which of those were refused, from 1, as `numbers.LINE`.
 */
function partly(failure: Failure, blocked: number, handled: number, refused: ReadonlyMap<number, string>): Failure {
  const processed = [...refused].filter(([line]) => line <= handled).map(([line, key]) => [`numbers.${line}`, key]);
  return { ...failure, params: { ...failure.params, blocked, handled }, fields: Object.fromEntries(processed) };
}

function contactOf(contact: WireContact): BlockedContact {
  return {
    phone: contact.phone_number,
    reason: contact.reason,
    isKept: contact.is_kept,
    blockedAt: Date.parse(contact.created_at),
    blockedBy: contact.user_name,
    customer:
      contact.customer_id === null || contact.customer_name === null
        ? null
        : { id: contact.customer_id, name: contact.customer_name },
  };
}
