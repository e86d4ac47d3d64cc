import { customerViewFormSchema } from '../../../contract/entities/customer-view.ts';
import { savedViewFormSchema } from '../../../contract/entities/saved-view.ts';
import {
  customerViews,
  deleteCustomerView,
  newCustomerView,
  updateCustomerView,
} from '../../../contract/graphql/customer-views.ts';
import { deleteSavedView, newSavedView, savedViews, updateSavedView } from '../../../contract/graphql/saved-views.ts';
import type { ListName, ListPage } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const LISTS: readonly ListName[] = ['chat.views'];
const CUSTOMER_LISTS: readonly ListName[] = ['customers.views'];

/** The person's saved views of the lists of conversations and customers. */
export function savedViewLists(parts: CallParts): Pick<ListSources, 'chat.views' | 'customers.views'> {
  return {
    'chat.views': async () =>
      mapped(
        await parts.gateway.request(graphqlCall(parts, 'list.fetch', savedViews, { variables: {} })),
        ({ savedViews: rows }): Extract<ListPage, { list: 'chat.views' }> => ({
          list: 'chat.views',
          rows,
          total: rows.length,
        }),
      ),
    'customers.views': async () =>
      mapped(
        await parts.gateway.request(graphqlCall(parts, 'list.fetch', customerViews, { variables: {} })),
        ({ customerViews: rows }): Extract<ListPage, { list: 'customers.views' }> => ({
          list: 'customers.views',
          rows,
          total: rows.length,
        }),
      ),
  };
}

type Forms = 'chat.view' | 'chat.view.delete' | 'customers.view' | 'customers.view.delete';

/** Saving, changing and deleting them. */
export function savedViewForms(parts: CallParts): Pick<FormSources, Forms> {
  const { gateway } = parts;
  return {
    'chat.view': {
      save: async (key, values) => {
        const input = parseValues(savedViewFormSchema, values);
        if (!input.ok) return input;
        if (key === 'new') {
          const request = { variables: input.answer };
          const made = await gateway.request(graphqlCall(parts, 'form.save', newSavedView, request));
          return mapped(made, ({ newSavedView: { id } }) => ({ id, version: null, lists: LISTS }));
        }
        const request = { variables: { ...input.answer, id: key } };
        const changed = await gateway.request(graphqlCall(parts, 'form.save', updateSavedView, request));
        return mapped(changed, ({ updateSavedView: { id } }) => ({ id, version: null, lists: LISTS }));
      },
    },
    'chat.view.delete': {
      save: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.save', deleteSavedView, { variables: { id } }));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
    'customers.view': {
      save: async (key, values) => {
        const input = parseValues(customerViewFormSchema, values);
        if (!input.ok) return input;
        if (key === 'new') {
          const request = { variables: input.answer };
          const made = await gateway.request(graphqlCall(parts, 'form.save', newCustomerView, request));
          return mapped(made, ({ newCustomerView: { id } }) => ({ id, version: null, lists: CUSTOMER_LISTS }));
        }
        const request = { variables: { ...input.answer, id: key } };
        const changed = await gateway.request(graphqlCall(parts, 'form.save', updateCustomerView, request));
        return mapped(changed, ({ updateCustomerView: { id } }) => ({ id, version: null, lists: CUSTOMER_LISTS }));
      },
    },
    'customers.view.delete': {
      save: async (id) => {
        const request = { variables: { id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', deleteCustomerView, request));
        return mapped(result, () => ({ id, version: null, lists: CUSTOMER_LISTS }));
      },
    },
  };
}
