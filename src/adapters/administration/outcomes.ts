import { outcomeFormSchema } from '../../../contract/entities/outcome.ts';
import { deleteOutcome, newOutcome, outcomes, updateOutcome } from '../../../contract/graphql/outcomes.ts';
import type { Outcome } from '../../machines/entities/customers.ts';
import type { ListName, ListPage } from '../../machines/log/events-administration.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { paged } from './customers.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result } from './sources.ts';

const LISTS: readonly ListName[] = ['outcomes', 'chat.outcomes'];

/** The company's outcomes; few, so the client searches them. */
export function outcomeLists(parts: CallParts): Pick<ListSources, 'outcomes' | 'chat.outcomes'> {
  async function all(): Promise<Result<readonly Outcome[]>> {
    const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', outcomes, { variables: {} }));
    return mapped(result, (answer) => answer.outcomes.map(({ id, name }) => ({ id, name })));
  }
  return {
    outcomes: async (query) =>
      mapped(await all(), (rows): Extract<ListPage, { list: 'outcomes' }> => ({
        list: 'outcomes',
        ...paged(rows, query),
      })),
    'chat.outcomes': async () =>
      mapped(await all(), (rows): Extract<ListPage, { list: 'chat.outcomes' }> => ({
        list: 'chat.outcomes',
        rows,
        total: rows.length,
      })),
  };
}

/** The same, for those who manage outcomes. */
export function outcomeForms(parts: CallParts): Pick<FormSources, 'outcome' | 'outcome.delete'> {
  const { gateway } = parts;
  return {
    outcome: {
      load: async (key) => {
        if (key === 'new') return { ok: true, answer: { values: { name: '' }, version: null } };
        const result = await gateway.request(graphqlCall(parts, 'form.load', outcomes, { variables: {} }));
        if (!result.ok) return result;
        const found = result.answer.outcomes.find(({ id }) => id === key);
        if (found === undefined) return { ok: false, failure: NOT_FOUND };
        return { ok: true, answer: { values: { name: found.name }, version: found.version } };
      },
      save: async (key, values, version) => {
        const input = parseValues(outcomeFormSchema, values);
        if (!input.ok) return input;
        if (key === 'new') {
          const made = await gateway.request(graphqlCall(parts, 'form.save', newOutcome, { variables: input.answer }));
          return mapped(made, ({ newOutcome: { id, version: first } }) => ({ id, version: first, lists: LISTS }));
        }
        const variables = { ...input.answer, id: key, version };
        const result = await gateway.request(graphqlCall(parts, 'form.save', updateOutcome, { variables }));
        return mapped(result, ({ updateOutcome: { id, version: next } }) => ({ id, version: next, lists: LISTS }));
      },
    },
    'outcome.delete': {
      save: async (id) =>
        mapped(await gateway.request(graphqlCall(parts, 'form.save', deleteOutcome, { variables: { id } })), () => ({
          id,
          version: null,
          lists: LISTS,
        })),
    },
  };
}
