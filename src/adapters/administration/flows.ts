import * as z from 'zod/mini';
import { flowAnswersFormSchema, flowFormSchema } from '../../../contract/entities/flow.ts';
import type { ListedFlow as WireFlow } from '../../../contract/entities/flow.ts';
import { FLOW_RUNNING } from '../../../contract/facts/flows.ts';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import * as calls from '../../../contract/graphql/flows.ts';
import type { Proof } from '../../../flows/check.ts';
import { findingsIn } from '../../../flows/reading.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { ListedFlow } from '../../machines/entities/flows.ts';
import type { FormValue, FormValues } from '../../machines/entities/forms.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import { NOT_FOUND, TOO_LATE } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { paged } from './customers.ts';
import { createFlowChecker } from './flow-checker.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const FLOW_LISTS: readonly ListName[] = ['flows'];
const VERSION_LISTS: readonly ListName[] = ['flows', 'flow.versions'];

type Lists = 'flows' | 'flow.versions' | 'flow.version' | 'flow.funnel' | 'flow.check';

/** Flows, their versions, and what is wrong with the one that is edited. */
export function flowLists(parts: CallParts): Pick<ListSources, Lists> {
  const { gateway, environment } = parts;
  const checked = createFlowChecker((ms, run) => environment.after(ms, run));
  return {
    flows: async (query) => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.flows, { variables: {} }));
      return mapped(result, ({ flows }) => ({ list: 'flows', ...paged(flows.map(flowOf), query) }));
    },
    'flow.versions': async ({ filters: { id = '' } }) => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.flowVersions, { variables: { id } }));
      return mapped(result, ({ flowVersions: all }) => ({
        list: 'flow.versions',
        rows: all.map(({ published_at: at, ...rest }) => ({
          ...rest,
          id: `${id}@${rest.number}`,
          publishedAt: Date.parse(at),
        })),
        total: all.length,
      }));
    },
    'flow.version': async ({ filters: { id = '', number = '0' } }) => {
      const variables = { id, number: Number(number) };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.flowVersion, { variables }));
      if (!result.ok) return result;
      const flow = flowIn(result.answer.flowVersion);
      if (flow === null) return { ok: false, failure: NOT_FOUND };
      return { ok: true, answer: { list: 'flow.version', rows: [{ ...variables, flow }], total: 1 } };
    },
    'flow.funnel': async ({ filters: { id = '', number = '0' } }) => {
      const variables = { flow_id: id, version: Number(number) };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.flowFunnel, { variables }));
      return mapped(result, ({ flowFunnel: rows }) => ({ list: 'flow.funnel', rows, total: rows.length }));
    },
    'flow.check': async ({ filters: { id = '', flow: json = '' } }) => {
      const flow = flowIn(json);
      // A step that lacks something makes it none.
      if (flow === null) return { ok: true, answer: { list: 'flow.check', rows: [], total: 0 } };
      const proof = await checked({ flow, id });
      if (proof === null) return { ok: false, failure: TOO_LATE };
      return { ok: true, answer: { list: 'flow.check', rows: [{ flow: json, ...foundIn(proof) }], total: 1 } };
    },
  };
}

function foundIn({ findings, isSound, moments, isComplete }: Proof) {
  return { findings, isSound, moments, isComplete };
}

type Forms = 'flow' | 'flow.new' | 'flow.publish' | 'flow.restore' | 'flow.archive' | 'flow.answers';

const publishSchema = z.object({ version: z.nullable(z.string()), conversations: z.enum(FLOW_RUNNING) });
const restoreSchema = z.object({ version: z.nullable(z.string()), number: z.int() });
const archiveSchema = z.object({ archived: z.boolean() });

export function flowForms(parts: CallParts): Pick<FormSources, Forms> {
  const { gateway } = parts;
  const saved = ({ id, version }: WireFlow) => ({ id, version, lists: FLOW_LISTS });
  return {
    flow: {
      load: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.load', calls.flowDetails, { variables: { id } }));
        if (!result.ok) return result;
        const { name, flow: json, places, version } = result.answer.flowDetails;
        const flow = flowIn(json);
        if (flow === null) return { ok: false, failure: NOT_FOUND };
        return { ok: true, answer: { values: { name, flow, places: valueIn(places) }, version } };
      },
      save: async (id, values, version) => {
        const input = parseValues(flowFormSchema, asJson(values));
        if (!input.ok) return input;
        const variables = { ...input.answer, id, version };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.saveFlow, { variables }));
        return mapped(result, ({ saveFlow }) => saved(saveFlow));
      },
    },
    'flow.new': {
      save: async (_key, values) => {
        const input = parseValues(flowFormSchema, asJson(values));
        if (!input.ok) return input;
        const kind = flowIn(input.answer.flow)?.kind ?? 'passive';
        const variables = { ...input.answer, kind };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.newFlow, { variables }));
        return mapped(result, ({ newFlow }) => saved(newFlow));
      },
    },
    'flow.publish': {
      save: async (id, { version = null, conversations = null }) => {
        const input = parseValues(publishSchema, { version, conversations });
        if (!input.ok) return input;
        const variables = { id, ...input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.publishFlow, { variables }));
        if (!result.ok) return result;
        const { is_published: isPublished, findings, flow, ...rest } = result.answer.publishFlow;
        if (!isPublished) return { ok: false, failure: unproved(findings) };
        const counts = {
          number: flow.number ?? 0,
          moved: rest.moved,
          handedOff: rest.handed_off,
          stayed: rest.running,
        };
        return { ok: true, answer: { ...saved(flow), lists: VERSION_LISTS, counts } };
      },
    },
    'flow.restore': {
      save: async (id, { version = null, number = null }) => {
        const input = parseValues(restoreSchema, { version, number });
        if (!input.ok) return input;
        const variables = { id, ...input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.restoreFlow, { variables }));
        return mapped(result, ({ restoreFlow }) => saved(restoreFlow));
      },
    },
    'flow.archive': {
      save: async (id, { archived = null }) => {
        const input = parseValues(archiveSchema, { archived });
        if (!input.ok) return input;
        const variables = { id, ...input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.archiveFlow, { variables }));
        return mapped(result, ({ archiveFlow }) => saved(archiveFlow));
      },
    },
    'flow.answers': {
      load: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.load', calls.flows, { variables: {} }));
        if (!result.ok) return result;
        const found = result.answer.flows.find((each) => each.id === id);
        if (found === undefined) return { ok: false, failure: NOT_FOUND };
        const { is_active, bot_name, trigger, version } = found;
        return { ok: true, answer: { values: { is_active, bot_name, ...trigger }, version } };
      },
      save: async (id, values, version) => {
        const { bot_name: name = null } = values;
        const given = typeof name === 'string' && name.trim() === '' ? null : name;
        const input = parseValues(flowAnswersFormSchema, { ...known(values), bot_name: given });
        if (!input.ok) return input;
        const variables = { ...input.answer, id, version };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.setFlowAnswers, { variables }));
        return mapped(result, ({ setFlowAnswers }) => saved(setFlowAnswers));
      },
    },
  };
}

/** The flow's server-side findings come with the refusal, for the dialog that published it. Without an error it was too large. */
function unproved(findings: string): Failure {
  const isWrong = findingsIn(findings)?.some(({ severity }) => severity === 'error') === true;
  return {
    code: 'INVALID',
    key: isWrong ? 'error.flow.unproved' : 'error.flow.uncheckable',
    params: { findings },
    fields: {},
    requestId: null,
  };
}

function flowIn(json: string): Flow | null {
  const parsed = flowSchema.safeParse(valueIn(json));
  return parsed.success ? parsed.data : null;
}

/** Null for what isn't JSON. */
function valueIn(json: string): FormValue {
  try {
    const value: FormValue = JSON.parse(json);
    return value;
  } catch {
    return null;
  }
}

function asJson({
  name = null,
  flow,
  places,
}: { readonly [Field in 'name' | 'flow' | 'places']?: FormValue }): FormValues {
  return { name, flow: JSON.stringify(flow), places: JSON.stringify(places) };
}

function known(values: { readonly [name: string]: FormValue | undefined }): FormValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function flowOf({ updated_at: at, ...flow }: WireFlow): ListedFlow {
  return { ...flow, updatedAt: Date.parse(at) };
}
