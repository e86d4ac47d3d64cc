import { quickReplyFormSchema } from '../../../contract/entities/quick-reply.ts';
import {
  deleteQuickReply,
  newQuickReply,
  quickReplies,
  updateQuickReply,
} from '../../../contract/graphql/quick-replies.ts';
import type { QuickReply } from '../../machines/entities/customers.ts';
import type { ListName, ListPage } from '../../machines/log/events-administration.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result } from './sources.ts';

const LISTS: readonly ListName[] = ['quickReplies', 'chat.quickReplies'];

/** The company's quick replies and one's own; few, so the client searches them. */
export function quickReplyLists(parts: CallParts): Pick<ListSources, 'quickReplies' | 'chat.quickReplies'> {
  async function all(): Promise<Result<readonly QuickReply[]>> {
    const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', quickReplies, { variables: {} }));
    return mapped(result, (answer) =>
      answer.quickReplies.map(({ id, shortcut, text, personal }) => ({ id, shortcut, text, isOwn: personal })),
    );
  }
  return {
    quickReplies: async ({ page, limit, search, sort, filters }) => {
      const wanted = search.trim().toLowerCase();
      return mapped(await all(), (replies): Extract<ListPage, { list: 'quickReplies' }> => {
        const fitting = replies.filter(
          ({ shortcut, text, isOwn }) =>
            isOwn === (filters['of'] === 'own') && (shortcut.includes(wanted) || text.toLowerCase().includes(wanted)),
        );
        const rows = sort.descending ? fitting.toReversed() : fitting;
        return { list: 'quickReplies', rows: rows.slice((page - 1) * limit, page * limit), total: fitting.length };
      });
    },
    'chat.quickReplies': async () =>
      mapped(await all(), (rows): Extract<ListPage, { list: 'chat.quickReplies' }> => ({
        list: 'chat.quickReplies',
        rows,
        total: rows.length,
      })),
  };
}

/** Adding, changing and deleting quick replies. The key of a new one is `own` or `company`. */
export function quickReplyForms(parts: CallParts): Pick<FormSources, 'quickReply' | 'quickReply.delete'> {
  const { gateway } = parts;
  const isNew = (key: string) => key === 'own' || key === 'company';
  return {
    quickReply: {
      load: async (key) => {
        if (isNew(key)) return { ok: true, answer: { values: { shortcut: '', text: '' }, version: null } };
        const result = await gateway.request(graphqlCall(parts, 'form.load', quickReplies, { variables: {} }));
        if (!result.ok) return result;
        const found = result.answer.quickReplies.find(({ id }) => id === key);
        if (found === undefined) return { ok: false, failure: NOT_FOUND };
        const { shortcut, text, version } = found;
        return { ok: true, answer: { values: { shortcut, text }, version } };
      },
      save: async (key, values, version) => {
        const input = parseValues(quickReplyFormSchema, values);
        if (!input.ok) return input;
        if (isNew(key)) {
          const request = { variables: { ...input.answer, personal: key === 'own' } };
          const made = await gateway.request(graphqlCall(parts, 'form.save', newQuickReply, request));
          return mapped(made, ({ newQuickReply: { id, version: first } }) => ({ id, version: first, lists: LISTS }));
        }
        const request = { variables: { ...input.answer, id: key, version } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', updateQuickReply, request));
        return mapped(result, ({ updateQuickReply: { id, version: next } }) => ({ id, version: next, lists: LISTS }));
      },
    },
    'quickReply.delete': {
      save: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.save', deleteQuickReply, { variables: { id } }));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
  };
}
