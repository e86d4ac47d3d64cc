import { customerFormSchema, newCustomerFormSchema } from '../../../contract/entities/customer-details.ts';
import { customerFieldFormSchema } from '../../../contract/entities/customer-field.ts';
import { tagFormSchema } from '../../../contract/entities/tag-form.ts';
import { TAG_COLORS } from '../../../contract/facts/tag-colors.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { customerFields } from '../../../contract/graphql/customer-fields.ts';
import { customerMedia } from '../../../contract/graphql/customer-media.ts';
import { deleteCustomerField } from '../../../contract/graphql/delete-customer-field.ts';
import { deleteTag } from '../../../contract/graphql/delete-tag.ts';
import { eraseCustomer, eraseCustomerFormSchema } from '../../../contract/graphql/erase-customer.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { newCustomerField } from '../../../contract/graphql/new-customer-field.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { tags } from '../../../contract/graphql/tags.ts';
import { updateCustomerField } from '../../../contract/graphql/update-customer-field.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { updateTag } from '../../../contract/graphql/update-tag.ts';
import type { CustomerFile } from '../../machines/entities/customers.ts';
import type { ValuesOf } from '../../machines/entities/forms.ts';
import type { ListName, ListQuery } from '../../machines/log/events-administration.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import {
  cardOf,
  fieldOf,
  fileOf,
  listedOf,
  ownValuesOf,
  tagOf,
  textOf,
  valuesOf,
  wireValuesOf,
} from './customer-values.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

const TAG_LISTS: readonly ListName[] = ['tags', 'choices.tags', 'chat.customer', 'customers'];
const FIELD_LISTS: readonly ListName[] = ['customerFields', 'choices.customerFields', 'chat.customer'];
const CARD_LISTS: readonly ListName[] = ['chat.customer', 'customers'];

type Lists =
  | 'customers'
  | 'tags'
  | 'choices.tags'
  | 'customerFields'
  | 'choices.customerFields'
  | 'chat.customer'
  | 'chat.files';

/** Customers and their data. Tags and fields are few, so the client searches them. */
export function customerLists(parts: CallParts): Pick<ListSources, Lists> {
  const { gateway } = parts;
  const allTags = async () =>
    mapped(await gateway.request(graphqlCall(parts, 'list.fetch', tags, { variables: {} })), (answer) =>
      answer.tags.map(tagOf),
    );
  const allFields = async () =>
    mapped(await gateway.request(graphqlCall(parts, 'list.fetch', customerFields, { variables: {} })), (answer) =>
      answer.customerFields.map(fieldOf),
    );
  return {
    customers: async ({ page, limit, search, sort, filters, seek = {} }) => {
      const { tag = null, group = null, audience = null, instance = null, contact, blocked, consent = null } = filters;
      const { field = null, fieldOp = null, fieldValue = null } = filters;
      const variables = {
        search,
        sort_name: sort.by,
        sort_type: sort.descending ? 'DESC' : 'ASC',
        pagination_page: page,
        pagination_limit: limit,
        after: seek.after ?? null,
        before: seek.before ?? null,
        tag_id: tag,
        group_id: group,
        audience_id: audience,
        instance_id: instance,
        contact_days: contact === undefined ? null : Number(contact),
        blacklisted: blocked === undefined ? null : blocked === 'true',
        consent,
        field_id: field,
        field_op: fieldOp,
        field_value: fieldValue,
      };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', paginatedCustomers, { variables }));
      return mapped(result, ({ paginatedCustomers: { items, total_items, start, end } }) => ({
        list: 'customers',
        rows: items.map(listedOf),
        total: total_items,
        ...(start && end && { edges: { start, end } }),
      }));
    },
    tags: async (query) => mapped(await allTags(), (all) => ({ list: 'tags', ...paged(all, query) })),
    'choices.tags': async () => mapped(await allTags(), (rows) => ({ list: 'choices.tags', rows, total: rows.length })),
    customerFields: async (query) =>
      mapped(await allFields(), (all) => ({ list: 'customerFields', ...paged(all, query) })),
    'choices.customerFields': async () =>
      mapped(await allFields(), (rows) => ({ list: 'choices.customerFields', rows, total: rows.length })),
    'chat.customer': async ({ filters }) => {
      const id = filters['customer'] ?? '';
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', customerDetails, { variables: { id } }));
      return mapped(result, (answer) => ({
        list: 'chat.customer',
        rows: [cardOf(answer.customerDetails)],
        total: 1,
      }));
    },
    'chat.files': async (query) => {
      const { customer = '', group = '' } = query.filters;
      const rows: CustomerFile[] = [];
      let total = 0;
      do {
        const variables = { customer_id: customer, group, before_id: rows.at(-1)?.id ?? null };
        const result = await gateway.request(graphqlCall(parts, 'list.fetch', customerMedia, { variables }));
        if (!result.ok) return result;
        const { items, total_items } = result.answer.customerMedia;
        rows.push(...items.map(fileOf));
        total = total_items;
        if (items.length === 0) break;
      } while (rows.length < Math.min(query.limit, total));
      return { ok: true, answer: { list: 'chat.files', rows, total, facts: { customer: Number(customer) } } };
    },
  };
}

/** A page of a completely loaded list, by name. */
export function paged<Row extends { readonly name: string }>(
  all: readonly Row[],
  { page, limit, search, sort }: ListQuery,
) {
  const wanted = search.trim().toLowerCase();
  const fitting = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const rows = sort.descending ? fitting.toReversed() : fitting;
  return { rows: rows.slice((page - 1) * limit, page * limit), total: fitting.length };
}

type Forms =
  | 'customer'
  | 'customer.erase'
  | 'tag'
  | 'tag.delete'
  | 'customerField'
  | 'customerField.delete'
  | 'chat.customer'
  | 'chat.tag'
  | 'chat.block';

/** Forms of tags, fields and customers. Field names are the wire's. */
export function customerForms(parts: CallParts): Pick<FormSources, Forms> {
  const { gateway } = parts;

  return {
    customer: {
      load: async () => {
        const result = await gateway.request(graphqlCall(parts, 'form.load', customerFields, { variables: {} }));
        return mapped(result, (answer) => ({
          values: { ...EMPTY_CUSTOMER, ...ownValuesOf(answer.customerFields, []) },
          version: null,
        }));
      },
      save: async (_, values) => {
        const input = parseValues(newCustomerFormSchema, { ...values, values: wireValuesOf(values) });
        if (!input.ok) return input;
        const request = { variables: input.answer };
        const made = await gateway.request(graphqlCall(parts, 'form.save', newCustomer, request));
        return mapped(made, ({ newCustomer: { customer, version } }) =>
          saved({ id: customer.id, version }, ['customers']),
        );
      },
    },
    'customer.erase': {
      save: async (id, values) => {
        const input = parseValues(eraseCustomerFormSchema, values);
        if (!input.ok) return input;
        const request = { variables: { ...input.answer, id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', eraseCustomer, request));
        return mapped(result, () => saved({ id, version: null }, CARD_LISTS));
      },
    },
    tag: {
      load: async (key) => {
        if (key === 'new') return { ok: true, answer: { values: { name: '', color: TAG_COLORS[0] }, version: null } };
        const result = await gateway.request(graphqlCall(parts, 'form.load', tags, { variables: {} }));
        if (!result.ok) return result;
        const found = result.answer.tags.find(({ id }) => id === key);
        if (found === undefined) return { ok: false, failure: NOT_FOUND };
        return { ok: true, answer: { values: { name: found.name, color: found.color }, version: found.version } };
      },
      save: async (key, values, version) => {
        const input = parseValues(tagFormSchema, values);
        if (!input.ok) return input;
        if (key === 'new') {
          const made = await gateway.request(graphqlCall(parts, 'form.save', newTag, { variables: input.answer }));
          return mapped(made, (answer) => saved(answer.newTag, TAG_LISTS));
        }
        const variables = { ...input.answer, id: key, version };
        const result = await gateway.request(graphqlCall(parts, 'form.save', updateTag, { variables }));
        return mapped(result, (answer) => saved(answer.updateTag, TAG_LISTS));
      },
    },
    'tag.delete': {
      save: async (id) =>
        mapped(await gateway.request(graphqlCall(parts, 'form.save', deleteTag, { variables: { id } })), () =>
          saved({ id, version: null }, TAG_LISTS),
        ),
    },
    customerField: {
      load: async (key) => {
        if (key === 'new') return { ok: true, answer: { values: EMPTY_FIELD, version: null } };
        const result = await gateway.request(graphqlCall(parts, 'form.load', customerFields, { variables: {} }));
        if (!result.ok) return result;
        const found = result.answer.customerFields.find(({ id }) => id === key);
        if (found === undefined) return { ok: false, failure: NOT_FOUND };
        const { name, type, options, position, version } = found;
        return { ok: true, answer: { values: { name, type, options, position }, version } };
      },
      save: async (key, values, version) => {
        const input = parseValues(customerFieldFormSchema, values);
        if (!input.ok) return input;
        if (key === 'new') {
          const request = { variables: input.answer };
          const made = await gateway.request(graphqlCall(parts, 'form.save', newCustomerField, request));
          return mapped(made, (answer) => saved(answer.newCustomerField, FIELD_LISTS));
        }
        const request = { variables: { ...input.answer, id: key, version } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', updateCustomerField, request));
        return mapped(result, (answer) => saved(answer.updateCustomerField, FIELD_LISTS));
      },
    },
    'customerField.delete': {
      save: async (id) =>
        mapped(await gateway.request(graphqlCall(parts, 'form.save', deleteCustomerField, { variables: { id } })), () =>
          saved({ id, version: null }, FIELD_LISTS),
        ),
    },
    'chat.customer': {
      load: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.load', customerDetails, { variables: { id } }));
        return mapped(result, ({ customerDetails: details }) => ({
          values: valuesOf(details),
          version: details.version,
        }));
      },
      save: async (id, values, version) => {
        const input = parseValues(customerFormSchema, { ...values, values: wireValuesOf(values) });
        if (!input.ok) return input;
        const request = { variables: { ...input.answer, id, version } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', updateCustomer, request));
        return mapped(result, ({ updateCustomer: details }) => saved({ id, version: details.version }, CARD_LISTS));
      },
    },
    'chat.tag': {
      save: async (key, { tag_id: tag, tagged, name }) => {
        const made = typeof name === 'string' ? await makeTag(parts, name) : undefined;
        if (made?.ok === false) return made;
        const variables = { id: key, tag_id: made?.answer ?? textOf(tag) ?? '', tagged: tagged === true };
        const result = await gateway.request(graphqlCall(parts, 'form.save', tagCustomer, { variables }));
        return mapped(result, () => saved({ id: key, version: null }, TAG_LISTS));
      },
    },
    'chat.block': {
      save: async (id, { blacklisted }) => {
        const variables = { id, blacklisted: blacklisted === true };
        const result = await gateway.request(graphqlCall(parts, 'form.save', blacklistCustomer, { variables }));
        return mapped(result, () => saved({ id, version: null }, CARD_LISTS));
      },
    },
  };
}

const EMPTY_CUSTOMER = { phone_number: '', name: '', email: '', note: '', image: null };
const EMPTY_FIELD: ValuesOf<'customerField'> = { name: '', type: 'text', options: [], position: 0 };

/** A new tag's id. Its colour varies, so that neighbours differ. */
async function makeTag(parts: CallParts, name: string): Promise<Result<string>> {
  const color = TAG_COLORS[name.length % TAG_COLORS.length];
  const input = parseValues(tagFormSchema, { name, color: color ?? TAG_COLORS[0] });
  if (!input.ok) return input;
  const made = await parts.gateway.request(graphqlCall(parts, 'form.save', newTag, { variables: input.answer }));
  return mapped(made, (answer) => answer.newTag.id);
}

function saved(
  { id, version }: { readonly id: string; readonly version: string | null },
  lists: readonly ListName[],
): Saved {
  return { id, version, lists };
}
