import * as z from 'zod/mini';
import { flowLaunchFormSchema, flowStartsFormSchema } from '../../../contract/entities/flow-start.ts';
import type { ActiveFlow as WireFlow } from '../../../contract/entities/flow-start.ts';
import { FLOW_SKIP_REASONS, FLOW_START_STATUSES } from '../../../contract/facts/flow-starts.ts';
import { chosenIdSchema } from '../../../contract/fields.ts';
import * as calls from '../../../contract/graphql/flow-starts.ts';
import { orderFlows } from '../../../contract/graphql/flows.ts';
import type { ActiveFlow } from '../../machines/entities/flow-starts.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { paged } from './customers.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const START_LISTS: readonly ListName[] = ['flow.active', 'flow.starts', 'flows'];

type Lists = 'flow.active' | 'flow.starts';

/** Active flows, and the customers for whom one was to start. */
export function flowStartLists(parts: CallParts): Pick<ListSources, Lists> {
  const { gateway } = parts;
  return {
    'flow.active': async (query) => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.activeFlows, { variables: {} }));
      return mapped(result, ({ activeFlows }) => ({ list: 'flow.active', ...paged(activeFlows.map(flowOf), query) }));
    },
    'flow.starts': async ({ filters: { flow = '', status, reason, before }, limit }) => {
      const variables = {
        flow_id: flow,
        status: FLOW_START_STATUSES.find((each) => each === status) ?? null,
        reason: FLOW_SKIP_REASONS.find((each) => each === reason) ?? null,
        before_id: before ?? null,
        limit,
      };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.flowStarts, { variables }));
      return mapped(result, ({ flowStarts: { items, next } }) => ({
        list: 'flow.starts',
        rows: items.map(({ created_at: createdAt, settled_at: settledAt, ...start }) => ({
          ...start,
          createdAt: Date.parse(createdAt),
          settledAt: settledAt === null ? null : Date.parse(settledAt),
        })),
        total: items.length,
        facts: { flow: Number(flow), more: next === null ? 0 : 1 },
      }));
    },
  };
}

type Forms =
  | 'flow.starts'
  | 'flow.launch'
  | 'flow.launch.stop'
  | 'flow.campaign'
  | 'flow.campaign.remove'
  | 'flow.key'
  | 'flow.key.delete'
  | 'flow.order';

const campaignSchema = z.object({ campaign_id: chosenIdSchema });
const orderSchema = z.object({ ids: z.array(chosenIdSchema) });

export function flowStartForms(parts: CallParts): Pick<FormSources, Forms> {
  const { gateway, vault } = parts;
  const saved = (id: string, version: string | null = null) => ({ id, version, lists: START_LISTS });
  return {
    'flow.starts': {
      load: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.load', calls.activeFlows, { variables: {} }));
        if (!result.ok) return result;
        const found = result.answer.activeFlows.find((each) => each.id === id);
        if (found === undefined) return { ok: false, failure: NOT_FOUND };
        const { is_active, bot_name, instance_ids, starts_from, starts_to, requires_consent, version } = found;
        const values = { is_active, bot_name, instance_ids, starts_from, starts_to, requires_consent };
        return { ok: true, answer: { values, version } };
      },
      save: async (id, values, version) => {
        const { bot_name: name = null } = values;
        const given = typeof name === 'string' && name.trim() === '' ? null : name;
        const input = parseValues(flowStartsFormSchema, { ...values, bot_name: given });
        if (!input.ok) return input;
        const variables = { ...input.answer, id, version };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.setFlowStarts, { variables }));
        return mapped(result, ({ setFlowStarts: flow }) => saved(id, flow.version));
      },
    },
    'flow.launch': {
      save: async (id, values) => {
        const input = parseValues(flowLaunchFormSchema, values);
        if (!input.ok) return input;
        const variables = { ...input.answer, flow_id: id };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.newFlowLaunch, { variables }));
        return mapped(result, () => saved(id));
      },
    },
    'flow.launch.stop': {
      save: async (id) => {
        const variables = { id };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.stopFlowLaunch, { variables }));
        return mapped(result, () => saved(id));
      },
    },
    'flow.campaign': {
      save: async (id, values) => {
        const input = parseValues(campaignSchema, values);
        if (!input.ok) return input;
        const variables = { ...input.answer, flow_id: id };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.setCampaignFlow, { variables }));
        return mapped(result, () => saved(id));
      },
    },
    'flow.campaign.remove': {
      save: async (id) => {
        const variables = { campaign_id: id, flow_id: null };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.setCampaignFlow, { variables }));
        return mapped(result, () => saved(id));
      },
    },
    'flow.key': {
      save: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.newFlowKey, { variables: { id } }));
        // The key itself stays out of the log.
        return mapped(result, ({ newFlowKey }) => saved(vault.keep(newFlowKey)));
      },
    },
    'flow.key.delete': {
      save: async (id) => {
        const variables = { id };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.deleteFlowKey, { variables }));
        return mapped(result, () => saved(id));
      },
    },
    'flow.order': {
      save: async (key, values) => {
        const input = parseValues(orderSchema, values);
        if (!input.ok) return input;
        const variables = input.answer;
        const result = await gateway.request(graphqlCall(parts, 'form.save', orderFlows, { variables }));
        return mapped(result, () => saved(key));
      },
    },
  };
}

function flowOf({ launches, ...flow }: WireFlow): ActiveFlow {
  return {
    ...flow,
    launches: launches.map(({ starts_at: startsAt, next_at: nextAt, ...launch }) => ({
      ...launch,
      startsAt: Date.parse(startsAt),
      nextAt: nextAt === null ? null : Date.parse(nextAt),
    })),
  };
}
