import { NOT_PAIRED } from '../../../contract/facts/providers.ts';
import type { ManagedInstance as WireInstance } from '../../../contract/entities/managed-instance.ts';
import type { Connection as WireConnection } from '../../../contract/rest/connections.ts';
import {
  keptAside,
  paginatedConnections,
  paginatedConnectionsBodySchema,
  replayWaiting,
} from '../../../contract/rest/connections.ts';
import * as calls from '../../../contract/rest/instances.ts';
import type { Connection, ManagedInstance } from '../../machines/entities/administration.ts';
import type { ListName, ListQuery } from '../../machines/log/events-administration.ts';
import type { ValuesOf } from '../../machines/entities/forms.ts';
import { restRequest } from '../backoffice/request.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

const LISTS: readonly ListName[] = ['instances', 'connections'];
/** These show who answers where. */
const PEOPLE_LISTS: readonly ListName[] = [...LISTS, 'users'];

/**
 * `instances`: of a company, unpaged, so the client sorts and searches; filters `tenant` for another company
 * (back-office), `state`. `connections`: of all companies; filters `tenant`, `email`, `state`.
 */
export function instanceLists(parts: CallParts): Pick<ListSources, 'instances' | 'connections' | 'keptAside'> {
  const { gateway } = parts;
  return {
    instances: async (query) => {
      const request = { query: { tenantName: query.filters['tenant'] ?? parts.tenant } };
      const result = await gateway.request(restRequest(parts, 'list.fetch', calls.managedInstances, request));
      return mapped(result, (all) => ({ list: 'instances', ...pageOf(all.map(managedInstanceOf), query) }));
    },
    connections: async ({ page, limit, search, sort, filters }) => {
      const body = parseValues(paginatedConnectionsBodySchema, {
        tenantName: filters['tenant'] ?? null,
        email: filters['email'] ?? null,
        state: filters['state'] ?? null,
        search,
        pagination_page: page,
        pagination_limit: limit,
        sort_name: sort.by,
        sort_type: sort.descending ? 'DESC' : 'ASC',
      });
      if (!body.ok) return body;
      const request = { body: body.answer };
      const result = await gateway.request(restRequest(parts, 'list.fetch', paginatedConnections, request));
      return mapped(result, ({ items, total_items }) => ({
        list: 'connections',
        rows: items.map(connectionOf),
        total: total_items,
      }));
    },
    keptAside: async () =>
      mapped(await gateway.request(restRequest(parts, 'list.fetch', keptAside, {})), (kinds) => ({
        list: 'keptAside',
        rows: kinds.map(({ reason, detail, tenant, count, waiting, stuck, last_error, last_at }) => ({
          reasonKey: reason,
          detail,
          company: tenant && { name: tenant.name, address: tenant.tenantName },
          count,
          waiting,
          stuck,
          lastError: last_error,
          lastAt: Date.parse(last_at),
        })),
        total: kinds.length,
      })),
  };
}

type InstanceForm =
  | 'instance'
  | 'instance.credentials'
  | 'instance.activate'
  | 'instance.people'
  | 'instance.test'
  | 'instance.pair'
  | 'instance.sync'
  | 'connection.replay';

/**
 * Forms of instances. The key is `new`, the instance's id, or `{tenant}/{id}` and `{tenant}/new` for another company;
 * for `connection.replay` the company's address. Field names are the wire's.
 */
export function instanceForms(parts: CallParts): Pick<FormSources, InstanceForm> {
  const { gateway, vault } = parts;

  function placeOf(key: string): { tenantName: string; id: string } {
    const [first = '', second] = key.split('/');
    return second === undefined ? { tenantName: parts.tenant, id: first } : { tenantName: first, id: second };
  }

  async function test(key: string): Promise<Result<Saved>> {
    const request = { body: placeOf(key) };
    const result = await gateway.request(restRequest(parts, 'form.save', calls.testInstance, request));
    if (!result.ok) return result;
    const { ok, key: reason, instance } = result.answer;
    // A pairing has begun: its code is in the list.
    if (ok || reason === null || reason === NOT_PAIRED) return { ok: true, answer: savedInstance(instance) };
    return { ok: false, failure: { code: 'CONFLICT', key: reason, params: {}, fields: {}, requestId: null } };
  }

  async function find(key: string): Promise<Result<WireInstance>> {
    const { tenantName, id } = placeOf(key);
    const result = await gateway.request(
      restRequest(parts, 'form.load', calls.managedInstances, { query: { tenantName } }),
    );
    if (!result.ok) return result;
    const instance = result.answer.find((each) => each.id === id);
    return instance === undefined ? { ok: false, failure: NOT_FOUND } : { ok: true, answer: instance };
  }

  async function change(key: string, values: ValuesOf<'instance'>, version: string | null): Promise<Result<Saved>> {
    const body = parseValues(calls.instanceChangeSchema, { ...values, ...placeOf(key), version });
    if (!body.ok) return body;
    const request = { body: body.answer, secret: true } as const;
    return mapped(await gateway.request(restRequest(parts, 'form.save', calls.updateInstance, request)), savedInstance);
  }

  async function add(key: string, values: ValuesOf<'instance'>): Promise<Result<Saved>> {
    const body = parseValues(calls.newInstanceSchema, { ...values, tenantName: placeOf(key).tenantName });
    if (!body.ok) return body;
    const request = { body: body.answer };
    return mapped(await gateway.request(restRequest(parts, 'form.save', calls.createInstance, request)), savedInstance);
  }

  return {
    instance: {
      load: async (key) =>
        placeOf(key).id === 'new'
          ? { ok: true, answer: { values: EMPTY, version: null } }
          : mapped(await find(key), (instance) => ({ values: valuesOf(instance), version: instance.version })),
      save: (key, values, version) => (placeOf(key).id === 'new' ? add(key, values) : change(key, values, version)),
    },
    'instance.credentials': {
      load: async (key) =>
        mapped(
          await find(key),
          ({ phone_number_id, provider_account, gateway_url = null, access_token_last4, version }) => ({
            values: { phone_number_id, provider_account, gateway_url, access_token: null, access_token_last4 },
            version,
          }),
        ),
      save: async (key, values, version) => {
        // Empty keeps the stored token.
        const ref = values['access_token'];
        const token = typeof ref === 'string' ? vault.read(ref) : undefined;
        const given = {
          phone_number_id: values['phone_number_id'] ?? null,
          provider_account: values['provider_account'] ?? null,
          gateway_url: values['gateway_url'] ?? null,
        };
        const result = await change(key, token === undefined ? given : { ...given, access_token: token }, version);
        if (result.ok && typeof ref === 'string') vault.drop(ref);
        return result;
      },
    },
    'instance.activate': {
      load: async (key) => mapped(await find(key), ({ activated, version }) => ({ values: { activated }, version })),
      save: (key, values, version) => change(key, { activated: values['activated'] ?? null }, version),
    },
    'instance.people': {
      load: async (key) =>
        mapped(await find(key), ({ user_ids, version }) => ({ values: { user_ids: user_ids ?? [] }, version })),
      save: async (key, values, version) =>
        mapped(await change(key, { user_ids: values['user_ids'] ?? [] }, version), (saved) => ({
          ...saved,
          lists: PEOPLE_LISTS,
        })),
    },
    'instance.test': { save: test },
    // The same call: a gateway that isn't paired shows a code.
    'instance.pair': { save: test },
    'instance.sync': {
      save: async (key, values) => {
        const body = parseValues(calls.syncMessagesSchema, { ...values, ...placeOf(key) });
        if (!body.ok) return body;
        const request = { body: body.answer };
        const result = await gateway.request(restRequest(parts, 'form.save', calls.syncMessages, request));
        return mapped(result, ({ id }) => ({ id, version: null, lists: LISTS }));
      },
    },
    'connection.replay': {
      save: async (tenantName) => {
        const request = { body: { tenantName } };
        const result = await gateway.request(restRequest(parts, 'form.save', replayWaiting, request));
        return mapped(result, () => ({ id: null, version: null, lists: ['keptAside'] }));
      },
    },
  };
}

const EMPTY: ValuesOf<'instance'> = { name: '', provider: 'meta', isOfficial: true, isUnlimited: false };

function valuesOf(instance: WireInstance): ValuesOf<'instance'> {
  const { name, provider, isOfficial, isUnlimited, phone_number } = instance;
  return { name, provider, isOfficial, isUnlimited, phone_number };
}

function savedInstance({ id, version }: WireInstance): Saved {
  return { id, version, lists: LISTS };
}

type SortKey = 'name' | 'state' | 'lastSeenAt' | 'reconnects';
const SORTS: readonly string[] = ['name', 'state', 'lastSeenAt', 'reconnects'] satisfies SortKey[];

function isSort(by: string): by is SortKey {
  return SORTS.includes(by);
}

/** The matching rows, sorted, of the query's page. */
function pageOf(
  all: readonly ManagedInstance[],
  { page, limit, search, sort, filters }: ListQuery,
): { rows: ManagedInstance[]; total: number } {
  const wanted = search.trim().toLowerCase();
  const state = filters['state'];
  const by = isSort(sort.by) ? sort.by : 'name';
  const fitting = all
    .filter((row) => row.name.toLowerCase().includes(wanted) || (row.phone ?? '').includes(wanted))
    .filter((row) => state === undefined || row.state === state)
    .toSorted((a, b) => compare(a[by], b[by]) * (sort.descending ? -1 : 1));
  return { rows: fitting.slice((page - 1) * limit, page * limit), total: fitting.length };
}

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'pt-BR', { sensitivity: 'base' });
  return Number(a ?? 0) - Number(b ?? 0);
}

function moment(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

function managedInstanceOf(instance: WireInstance): ManagedInstance {
  return {
    id: instance.id,
    name: instance.name,
    tenant: instance.tenantName,
    active: instance.activated,
    official: instance.isOfficial,
    unlimited: instance.isUnlimited,
    provider: instance.provider,
    phone: instance.phone_number,
    providerNumber: instance.phone_number_id,
    tokenEnd: instance.access_token_last4,
    ...(typeof instance.gateway_url === 'string' && { gatewayUrl: instance.gateway_url }),
    ...(instance.pairing && { pairing: { qr: instance.pairing.qr, until: Date.parse(instance.pairing.until) } }),
    ...(instance.user_ids === undefined ? {} : { people: instance.user_ids }),
    state: instance.state,
    reasonKey: instance.state_key,
    stateAt: Date.parse(instance.state_at),
    lastSeenAt: moment(instance.last_seen_at),
    reconnects: instance.reconnects,
    sync: instance.sync && { state: instance.sync.state, total: instance.sync.total, done: instance.sync.done },
    since: Date.parse(instance.created_at),
  };
}

function connectionOf(connection: WireConnection): Connection {
  return {
    id: connection.id,
    name: connection.name,
    tenant: { name: connection.tenant.name, address: connection.tenant.tenantName },
    phone: connection.phone_number,
    active: connection.activated,
    official: connection.isOfficial,
    state: connection.state,
    reasonKey: connection.state_key,
    stateAt: Date.parse(connection.state_at),
    lastSeenAt: moment(connection.last_seen_at),
    reconnects: connection.reconnects,
  };
}
