import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Names } from './calls.ts';
import { INPUTS, isUpload, PATH_PARTS, PICTURE } from './rest-inputs.ts';
import type { Things } from './things.ts';

/** A REST call of the contract, and which of its inputs are ids. */
export type RestIds = { name: string; method: string; path: string; ids: Readonly<Record<string, Names | undefined>> };

const NAMES: Readonly<Record<string, Names>> = {
  user_id: 'user',
  user_ids: 'user',
  selectedUsers: 'user',
  role_id: 'role',
  roleId: 'role',
  user_department_id: 'department',
  department_ids: 'department',
  instance_id: 'instance',
  instance_ids: 'instance',
  chosen_instances: 'instance',
  customer_id: 'customer',
  tag_id: 'tag',
  group_id: 'group',
  audience_id: 'audience',
  field_id: 'field',
  outcome_id: 'outcome',
  campaign_id: 'campaign',
  import_id: 'import',
};
/** What `id` is, by the beginning of the path. */
const BY_PATH: Readonly<Record<string, Names>> = {
  '/api/users/': 'user',
  '/api/user-settings/': 'user',
  '/api/instance/': 'instance',
  '/api/message-templates/': 'template',
};
/** Ids that no company’s things have, and why. */
const NOBODYS: Readonly<Record<string, string>> = {
  phone_number_id: 'WhatsApp’s; tests/server/instances/instances.test.ts has one that another company claimed',
  client_id: 'made up by the caller, who finds by it what is their own; an identity provider’s in its settings',
  '/api/invitations/:id': 'tests/server/account/links.test.ts has another company’s invitation',
  '/api/tenant/': 'a company, which the back-office alone may name',
  '/api/terms-of-use': 'everybody’s',
  '/api/training-videos': 'everybody’s',
};

const callSchema = z.object({ method: z.string(), path: z.string(), body: z.custom<z.core.$ZodType>() });
const folder = new URL('../../../contract/rest/', import.meta.url);
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(folder).map((file) => import(new URL(file, folder).href)),
);
export const restIds: readonly RestIds[] = modules
  .flatMap((module) => Object.values(module))
  .flatMap((value) => {
    const call = callSchema.safeParse(value).data;
    if (call === undefined) return [];
    const { properties = {} } = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' });
    const keys = Object.keys(properties).filter((key) => /(?:^|_)ids?$|Ids?$|^selected|^chosen/.test(key));
    const isNobodys = (key: string) =>
      key in NOBODYS || (key === 'id' && Object.keys(NOBODYS).some((path) => call.path.startsWith(path)));
    const nameOf = (key: string) =>
      NAMES[key] ?? Object.entries(BY_PATH).find(([path]) => key === 'id' && call.path.startsWith(path))?.[1];
    const ids = Object.fromEntries(keys.filter((key) => !isNobodys(key)).map((key) => [key, nameOf(key)]));
    return Object.keys(ids).length === 0 ? [] : [{ ...call, name: `${call.method} ${call.path}`, ids }];
  });

/** Where an id of someone else’s finds nothing, and nothing of theirs. */
export const FINDS_NONE: readonly string[] = [
  'GET /api/audit/sheet user_id',
  ...['tag_id', 'group_id', 'audience_id', 'instance_id', 'field_id'].map((key) => `GET /api/customers/sheet ${key}`),
];

/** The address and the input of a call whose ids are one's own, save one; `ready`: what its input has besides. */
export function inputOf(
  { name, method, path, ids }: RestIds,
  mine: Things,
  other: Readonly<Record<string, string>>,
  ready: Readonly<Record<string, unknown>> = {},
): { address: string; body: Record<string, unknown> | Uint8Array | undefined } {
  const given: Record<string, unknown> = { ...INPUTS[name] };
  if ('tenantName' in given) given['tenantName'] = 'aurora';
  for (const [key, names] of Object.entries(ids)) {
    const isNeeded = key in given || path.includes(`:${key}`);
    const id = other[key] ?? (isNeeded && names !== undefined && names !== 'own' ? mine[names] : undefined);
    if (id !== undefined) given[key] = method !== 'GET' && /s$/i.test(key) ? [id] : id;
  }
  Object.assign(given, ready);
  const address = path.replaceAll(/:(\w+)/g, (_, part: string) => {
    const { [part]: value = PATH_PARTS[part] ?? randomUUID() } = given;
    delete given[part];
    return typeof value === 'string' ? value : '';
  });
  if (method !== 'GET' && !isUpload(path)) return { address, body: given };
  const query = new URLSearchParams(Object.entries(given).map(([key, value]) => [key, String(value)])).toString();
  return { address: query === '' ? address : `${address}?${query}`, body: isUpload(path) ? PICTURE : undefined };
}
