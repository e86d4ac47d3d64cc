import { audienceProblems, audienceTreeSchema } from '../../../contract/entities/audience-tree.ts';
import { audienceNameSchema, customerGroupFormSchema } from '../../../contract/entities/audience.ts';
import type { Audience, CustomerGroup as WireGroup } from '../../../contract/entities/audience.ts';
import * as calls from '../../../contract/graphql/audiences.ts';
import * as groupCalls from '../../../contract/graphql/customer-groups.ts';
import * as z from 'zod/mini';
import type { CustomerGroup, ListedAudience } from '../../machines/entities/audiences.ts';
import type { FormValue } from '../../machines/entities/forms.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { listedOf } from './customer-values.ts';
import { paged } from './customers.ts';
import { partsOfMember } from './keys.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result } from './sources.ts';

const ALL_GROUPS = ['customerGroups', 'choices.groups'] as const;
const ALL_AUDIENCES = ['audiences', 'choices.audiences'] as const;
const AUDIENCE_LISTS: readonly ListName[] = [...ALL_AUDIENCES, ...ALL_GROUPS];
const GROUP_LISTS: readonly ListName[] = [...ALL_GROUPS, 'customerGroupMembers', ...ALL_AUDIENCES];

type Lists =
  | 'audiences'
  | 'choices.audiences'
  | 'choices.groups'
  | 'audience.count'
  | 'audience.reach'
  | 'audience.parts'
  | 'audience.sample'
  | 'audience.customers'
  | 'audience.why'
  | 'customerGroups'
  | 'customerGroupMembers';

/** Target audiences, matches of their conditions, and groups of customers. */
export function audienceLists(parts: CallParts): Pick<ListSources, Lists> {
  const { gateway } = parts;
  const audiences = async () =>
    mapped(
      await gateway.request(graphqlCall(parts, 'list.fetch', calls.audiences, { variables: {} })),
      ({ audiences: all }) => all.map(audienceOf),
    );
  const groups = async () =>
    mapped(
      await gateway.request(graphqlCall(parts, 'list.fetch', groupCalls.customerGroups, { variables: {} })),
      ({ customerGroups: all }) => all.map(groupOf),
    );
  return {
    audiences: async (query) => mapped(await audiences(), (all) => ({ list: 'audiences', ...paged(all, query) })),
    'choices.audiences': async () =>
      mapped(await audiences(), (rows) => ({ list: 'choices.audiences', rows, total: rows.length })),
    customerGroups: async (query) =>
      mapped(await groups(), (all) => ({ list: 'customerGroups', ...paged(all, query) })),
    'choices.groups': async () =>
      mapped(await groups(), (rows) => ({ list: 'choices.groups', rows, total: rows.length })),
    'audience.count': async ({ filters: { tree = '' } }) => {
      const result = await gateway.request(
        graphqlCall(parts, 'list.fetch', calls.audienceCount, { variables: { tree } }),
      );
      return mapped(result, ({ audienceCount: { is_partial: isPartial, ...counted } }) => ({
        list: 'audience.count',
        rows: [{ ...counted, isPartial }],
        total: 1,
      }));
    },
    'audience.reach': async ({ filters: { audience = '' } }) => {
      const request = { variables: { id: audience } };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.audienceReach, request));
      return mapped(result, ({ audienceReach: { is_partial: isPartial, ...reach } }) => ({
        list: 'audience.reach',
        rows: [{ ...reach, isPartial }],
        total: 1,
        facts: { audience: Number(audience) },
      }));
    },
    'audience.parts': async ({ filters: { tree = '' } }) => {
      const result = await gateway.request(
        graphqlCall(parts, 'list.fetch', calls.audienceParts, { variables: { tree } }),
      );
      return mapped(result, ({ audienceParts: rows }) => ({ list: 'audience.parts', rows, total: rows.length }));
    },
    'audience.sample': async ({ filters: { tree = '', place = '0' } }) => {
      const request = { variables: { tree, place: Number(place) } };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.audienceSample, request));
      return mapped(result, ({ audienceSample: rows }) => ({
        list: 'audience.sample',
        rows: rows.map(listedOf),
        total: rows.length,
      }));
    },
    'audience.customers': async ({ search }) => {
      // No search yet.
      if (search.trim() === '') return { ok: true, answer: { list: 'audience.customers', rows: [], total: 0 } };
      const request = { variables: { search } };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.audienceCustomers, request));
      return mapped(result, ({ audienceCustomers: rows }) => ({
        list: 'audience.customers',
        rows: rows.map(listedOf),
        total: rows.length,
      }));
    },
    'audience.why': async ({ filters: { tree = '', customer = '' } }) => {
      const request = { variables: { tree, customer_id: customer } };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.audienceWhy, request));
      return mapped(result, ({ audienceWhy: rows }) => ({ list: 'audience.why', rows, total: rows.length }));
    },
    customerGroupMembers: async ({ filters: { group = '' }, search, page, limit }) => {
      const variables = { id: group, search, pagination_page: page, pagination_limit: limit };
      const result = await gateway.request(
        graphqlCall(parts, 'list.fetch', groupCalls.customerGroupMembers, { variables }),
      );
      return mapped(result, ({ customerGroupMembers: { items, total_items } }) => ({
        list: 'customerGroupMembers',
        rows: items.map(listedOf),
        total: total_items,
      }));
    },
  };
}

type Forms =
  | 'audience'
  | 'audience.delete'
  | 'customerGroup'
  | 'customerGroup.delete'
  | 'customerGroup.refresh'
  | 'customerGroup.add'
  | 'customerGroup.remove';

const audienceFormSchema = z.object({ name: audienceNameSchema });

export function audienceForms(parts: CallParts): Pick<FormSources, Forms> {
  const { gateway } = parts;
  return {
    audience: {
      load: async (key) => {
        if (key === 'new') {
          return { ok: true, answer: { values: { name: '', tree: { all: [] } }, version: null } };
        }
        const result = await gateway.request(graphqlCall(parts, 'form.load', calls.audiences, { variables: {} }));
        if (!result.ok) return result;
        const found = result.answer.audiences.find(({ id }) => id === key);
        if (found === undefined) return { ok: false, failure: NOT_FOUND };
        const tree = audienceTreeSchema.parse(JSON.parse(found.tree));
        return { ok: true, answer: { values: { name: found.name, tree }, version: found.version } };
      },
      save: async (key, { name = null, tree = null }, version) => {
        const input = parseAudience(name, tree);
        if (!input.ok) return input;
        if (key === 'new') {
          const made = await gateway.request(
            graphqlCall(parts, 'form.save', calls.newAudience, { variables: input.answer }),
          );
          return mapped(made, ({ newAudience: { id, version: own } }) => ({ id, version: own, lists: AUDIENCE_LISTS }));
        }
        const request = { variables: { ...input.answer, id: key, version } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.updateAudience, request));
        return mapped(result, ({ updateAudience: { id, version: own } }) => ({
          id,
          version: own,
          lists: AUDIENCE_LISTS,
        }));
      },
    },
    'audience.delete': {
      save: async (id) =>
        mapped(
          await gateway.request(graphqlCall(parts, 'form.save', calls.deleteAudience, { variables: { id } })),
          () => ({ id, version: null, lists: AUDIENCE_LISTS }),
        ),
    },
    customerGroup: {
      load: async (key) => {
        if (key === 'new') return { ok: true, answer: { values: { name: '', audience_id: null }, version: null } };
        const result = await gateway.request(
          graphqlCall(parts, 'form.load', groupCalls.customerGroups, { variables: {} }),
        );
        if (!result.ok) return result;
        const found = result.answer.customerGroups.find(({ id }) => id === key);
        if (found === undefined) return { ok: false, failure: NOT_FOUND };
        const values = { name: found.name, audience_id: found.audience?.id ?? null };
        return { ok: true, answer: { values, version: found.version } };
      },
      save: async (key, { name = null, audience_id = null }, version) => {
        // “None” is an option without an id.
        const values = { name, audience_id: audience_id === NO_AUDIENCE ? null : audience_id };
        const input = parseValues(customerGroupFormSchema, values);
        if (!input.ok) return input;
        if (key === 'new') {
          const request = { variables: input.answer };
          const made = await gateway.request(graphqlCall(parts, 'form.save', groupCalls.newCustomerGroup, request));
          return mapped(made, ({ newCustomerGroup }) => savedGroup(newCustomerGroup));
        }
        const request = { variables: { ...input.answer, id: key, version } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', groupCalls.updateCustomerGroup, request));
        return mapped(result, ({ updateCustomerGroup }) => savedGroup(updateCustomerGroup));
      },
    },
    'customerGroup.delete': {
      save: async (id) =>
        mapped(
          await gateway.request(graphqlCall(parts, 'form.save', groupCalls.deleteCustomerGroup, { variables: { id } })),
          () => ({ id, version: null, lists: GROUP_LISTS }),
        ),
    },
    'customerGroup.refresh': {
      save: async (id) => {
        const request = { variables: { id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', groupCalls.refreshCustomerGroup, request));
        return mapped(result, ({ refreshCustomerGroup }) => savedGroup(refreshCustomerGroup));
      },
    },
    'customerGroup.add': {
      save: async (_, { group_id, customer_ids }) => {
        const input = parseValues(membersSchema, { group_id: group_id ?? null, customer_ids: customer_ids ?? null });
        if (!input.ok) return input;
        return changeMembers(parts, input.answer.group_id, input.answer.customer_ids, true);
      },
    },
    'customerGroup.remove': {
      save: async (key) => {
        const { groupId, customerId } = partsOfMember(key);
        return changeMembers(parts, groupId, [customerId], false);
      },
    },
  };
}

/** A select's id for null. */
const NO_AUDIENCE = 'none';
const membersSchema = z.object({
  group_id: z.string({ error: 'error.field.required' }).check(z.minLength(1, 'error.field.required')),
  customer_ids: z.array(z.string()),
});

async function changeMembers(parts: CallParts, id: string, customer_ids: readonly string[], member: boolean) {
  const request = { variables: { id, customer_ids, member } };
  const result = await parts.gateway.request(graphqlCall(parts, 'form.save', groupCalls.changeGroupMembers, request));
  return mapped(result, ({ changeGroupMembers: { id: of, version } }) => ({
    id: of,
    version,
    // They can be listed by their group.
    lists: [...GROUP_LISTS, 'customers' as const],
  }));
}

function savedGroup({ id, version }: WireGroup) {
  return { id, version, lists: GROUP_LISTS };
}

/** The tree as text; a condition's error is shown at the form's field `tree`. */
function parseAudience(name: FormValue, tree: FormValue): Result<{ name: string; tree: string }> {
  const input = parseValues(audienceFormSchema, { name });
  const problems = audienceProblems(tree);
  const [wrong] = Object.values(problems);
  if (wrong === undefined) return mapped(input, (answer) => ({ name: answer.name, tree: JSON.stringify(tree) }));
  const fields = { ...(input.ok ? {} : input.failure.fields), ...problems, tree: wrong };
  return { ok: false, failure: { code: 'INVALID', key: 'error.form.invalid', params: {}, fields, requestId: null } };
}

function audienceOf({ id, name, updated_at, group_count }: Audience): ListedAudience {
  return { id, name, updatedAt: Date.parse(updated_at), groups: group_count };
}

function groupOf(group: WireGroup): CustomerGroup {
  return {
    id: group.id,
    name: group.name,
    audience: group.audience,
    members: group.member_count,
    filledAt: group.filled_at === null ? null : Date.parse(group.filled_at),
    isFilling: group.is_filling,
    isFailing: group.is_failing,
  };
}
