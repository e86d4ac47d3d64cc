import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { getNamedType, getNullableType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { GraphQLArgument } from 'graphql';
import { GRAPHQL_ACCESS, REST_ACCESS } from '../../../contract/facts/access-calls.ts';
import type { CallAccess } from '../../../contract/facts/access-calls.ts';
import { graphqlErrorsSchema } from '../../../contract/errors.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { callRest } from '../../support/rest-wire.ts';
import type { TestServer } from '../../support/server.ts';
import { ask, variablesOf } from './asking.ts';
import { expected, People } from './people.ts';
import type { Outcome, Who } from './people.ts';
import { INPUTS, isUpload, NOTHING, PATH_PARTS, PICTURE } from './rest-inputs.ts';
import { callsOf } from './running.ts';
import type { Call } from './running.ts';
import { RULE } from './things.ts';

/** What came of a call, and what the contract says, by who made it. */
export type Outcomes = { found: (readonly [string, unknown])[]; wanted: (readonly [string, unknown])[] };

/** Where who may depends on an argument: one of its values, and who may then. */
const CHOSEN: Readonly<Record<string, { access?: CallAccess; [argument: string]: unknown }>> = {
  newQuickReply: { personal: false, access: ['quick-replies'] },
};

const UNFITTING = 'x';
/** What of a route’s body its schema lets through, and only the server refuses. */
const UNFITTING_BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /api/message-templates/submit': { id: UNFITTING },
  'POST /api/message-templates/delete': { id: UNFITTING },
  'POST /api/permission/update': { permissions: [UNFITTING] },
  'POST /api/tenant': { template: UNFITTING },
};

/** Reads that are written down. */
const WRITTEN_DOWN: readonly string[] = ['GET /api/customers/export', 'GET /api/campaigns/recipients'];

/** What gets a call as far as it waits for another change, where its usual input doesn't. */
const REACHING: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'PUT /api/outgoing-files/:client_id': { client_id: randomUUID() },
  'PUT /api/campaigns/files/:client_id': { client_id: randomUUID() },
  'PUT /api/customer-imports/:client_id': { client_id: randomUUID() },
  'PATCH /api/dynamic-settings/:key': { key: 'protocol_phone', value: 'full' },
  'POST /api/terms-of-use': { pdf: `data:application/pdf;base64,${btoa('%PDF-%%EOF')}` },
  testCampaign: { to_number: '5511900000001' },
  importRules: {
    file: JSON.stringify({
      schema: 1,
      rules: [{ name: 'Nova', is_active: false, definition: JSON.parse(RULE) }],
      names: {},
    }),
  },
};

const accessOf = (table: Readonly<Record<string, CallAccess>>, name: string): CallAccess => table[name] ?? 'anyone';

/** Every call by everybody whose answer says something. */
export class Matrix {
  readonly #server: TestServer;
  readonly #people: People;
  readonly #calls: Call[];

  constructor(server: TestServer) {
    this.#server = server;
    this.#people = new People(server);
    this.#calls = callsOf(server.app);
  }

  /** A route's; one that needs a secret is only tried without it. */
  async rest(name: string): Promise<Outcomes> {
    const access = accessOf(REST_ACCESS, name);
    const everybody = await this.#people.of(access);
    const found: (readonly [string, Outcome | number])[] = [];
    // One by one: of uploads few are taken at a time.
    for (const who of access === 'link' ? everybody.slice(0, 1) : everybody)
      found.push([who.name, await this.#askRest(name, who, undefined, fits(access, who) ? NOTHING : UNFITTING)]);
    if (access === 'link') return { found: found.map(([who, of]) => [who, typeof of]), wanted: [['nobody', 'string']] };
    return { found, wanted: everybody.map((who) => [who.name, expected(access, who)]) };
  }

  /** A field's, and an administrator's under another company's address, where it is as if there were none. */
  async graphql(name: string): Promise<Outcomes> {
    const access = this.#accessToField(name);
    const everybody = await this.#people.of(access);
    const isRight = (who: Who) => name in CHOSEN || fits(access, who);
    const own = await Promise.all(
      everybody.map(
        async (who) => [who.name, outcomeOf(await this.#keyOf(name, who, who.tenant, isRight(who)))] as const,
      ),
    );
    if (access === 'link') return { found: [], wanted: [] };
    const guests = access === 'anyone' ? [] : everybody.filter(({ isAdmin }) => isAdmin);
    const elsewhere = await Promise.all(
      guests.map(async (who) => [who.name, await this.#keyOf(name, who, 'brisa', true)] as const),
    );
    return {
      found: [...own, ...elsewhere],
      wanted: [
        ...everybody.map((who) => [who.name, expected(access, who)] as const),
        ...guests.map((who) => [who.name, 'error.notFound'] as const),
      ],
    };
  }

  /** The calls that change something and that only some may make. */
  changes(): string[] {
    const isChange = (name: string) => this.#calls.find((each) => each.name === name)?.kind === 'mutation';
    return [...Object.entries(REST_ACCESS), ...Object.entries(GRAPHQL_ACCESS)].flatMap(([name, access]) => {
      const isRoute = name.includes(' ');
      if (isRoute ? name.startsWith('GET ') && !WRITTEN_DOWN.includes(name) : !isChange(name)) return [];
      return ['anyone', 'link', 'user'].some((each) => each === access) ? [] : [name];
    });
  }

  /**
   * What comes of a call if whoever makes it loses the permission while it waits for another change of the company, or
   * of their session. Null: it waits for neither. `waits`: so does who never had the permission.
   */
  async losing(name: string): Promise<Outcome | number | 'waits' | null> {
    const isRoute = name.includes(' ');
    const { before, after } = await this.#people.losing(
      isRoute ? accessOf(REST_ACCESS, name) : this.#accessToField(name),
    );
    const { owner } = this.#server;
    const become = 'update app_user set role_id = $2 where email = $1';
    const [role, lesser] = await Promise.all([before, after].map((who) => this.#roleOf(who)));
    // So many a day are permitted.
    await owner.query('delete from login_limit');
    const holder = await owner.connect();
    try {
      await holder.query('begin');
      await holder.query('select from tenant for no key update');
      await holder.query(
        'select from session s join app_user u on u.id = s.user_id where u.email = $1 for update of s',
        [before.email],
      );
      const ask = async (who: Who) =>
        isRoute ? this.#askRest(name, who, await this.#within(name, who)) : this.#askWhole(name, who);
      const refused = await Promise.race([ask(after), pause(PATIENCE_MS, 'waits' as const, { ref: false })]);
      if (refused !== 'forbidden') return refused;
      const asked = ask(before);
      if (!(await this.#waits(asked))) return null;
      await holder.query(become, [before.email, lesser]);
      await holder.query('commit');
      return await asked;
    } finally {
      await holder.query('rollback');
      holder.release();
      await owner.query(become, [before.email, role]);
    }
  }

  /** Whether a call waits for a lock; otherwise it has been answered. */
  async #waits(call: Promise<unknown>): Promise<boolean> {
    const answered = call.then(() => 'answered');
    while ((await Promise.race([answered, pause(2)])) !== 'answered') if (await this.#isWaiting()) return true;
    return false;
  }

  async #roleOf({ email }: Who): Promise<string | undefined> {
    const { rows } = await this.#server.owner.query<{ id: string }>(
      'select role_id as id from app_user where email = $1',
      [email],
    );
    return rows[0]?.id;
  }

  async #isWaiting(): Promise<boolean> {
    const { rowCount } = await this.#server.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount !== 0;
  }

  #accessToField(name: string): CallAccess {
    return CHOSEN[name]?.access ?? accessOf(GRAPHQL_ACCESS, name);
  }

  async #askRest(name: string, { token }: Who, input = INPUTS[name] ?? {}, id = NOTHING): Promise<Outcome | number> {
    const [method = '', path = ''] = name.split(' ');
    const given = id === UNFITTING ? { ...input, ...UNFITTING_BODIES[name] } : input;
    const address = path.replaceAll(/:(\w+)/g, (_, part: string) => {
      const { [part]: value = PATH_PARTS[part] ?? id } = given;
      return String(value);
    });
    const query = new URLSearchParams(Object.entries(given).map(([key, value]) => [key, String(value)])).toString();
    const isQueried = query !== '' && (method === 'GET' || isUpload(path));
    const { status, error } = await callRest(this.#server.url, method, isQueried ? `${address}?${query}` : address, {
      token,
      body: method === 'GET' ? undefined : isUpload(path) ? PICTURE : given,
    });
    return status < 500 ? outcomeOf(error?.key) : status;
  }

  /** A route's input that names companies and instances which are there, so that it isn't refused before it waits. */
  async #within(name: string, { tenant }: Who): Promise<Readonly<Record<string, unknown>>> {
    const input = INPUTS[name] ?? {};
    const { rows } = await this.#server.owner.query<{ tenant: string; instance: string }>(
      'select t.id as tenant, i.id as instance from tenant t join instance i on i.tenant_id = t.id where t.slug = $1',
      [name === 'POST /api/instance/update' ? tenant : 'brisa'],
    );
    const id = name.includes('/api/instance') ? rows[0]?.instance : rows[0]?.tenant;
    return {
      ...input,
      ...('permissions' in input && { permissions: [] }),
      ...('tenantName' in input && { tenantName: tenant === 'aurora' ? tenant : 'brisa' }),
      ...('id' in input && /\/api\/(?:instance|tenant)/.test(name) && { id }),
      ...REACHING[name],
    };
  }

  /** A field with all that it takes, of its kind, but naming nothing. */
  async #askWhole(name: string, who: Who): Promise<Outcome> {
    const call = this.#call(name);
    const { access: _, ...chosen } = CHOSEN[name] ?? {};
    const variables = { ...variablesOf(call, () => NOTHING), ...chosen, ...REACHING[name] };
    const answer = await ask(this.#server.url, who, call, variables);
    return outcomeOf(answer.split(' ')[1]);
  }

  #call(name: string): Call {
    const call = this.#calls.find((each) => each.name === name);
    if (call === undefined) throw new Error(`The server has no field ${name}`);
    return call;
  }

  /** With what a field is refused. */
  async #keyOf(name: string, { token }: Who, tenant: string, isRight: boolean): Promise<string | undefined> {
    const call = this.#call(name);
    const query = documentOf(call, CHOSEN[name] ?? {}, isRight);
    const response = await fetch(`${this.#server.url}/${tenant}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query }),
    });
    const refused = graphqlErrorsSchema.safeParse(await response.json());
    // A document that isn't right says nothing of who may.
    if (response.status === 400 || response.status >= 500) throw new Error(`${response.status} for ${query}`);
    return (refused.success ? refused.data.errors[0]?.extensions : undefined)?.key;
  }
}

/** What whoever may not gives doesn’t fit: they are refused before anybody looks at it. */
const fits = (access: CallAccess, who: Who): boolean => access === 'link' || expected(access, who) === 'permitted';

function outcomeOf(key: string | undefined): Outcome {
  if (key === 'error.session.expired') return 'login needed';
  return key === 'error.forbidden' ? 'forbidden' : 'permitted';
}

/** A call with the arguments that it can't do without, which name nothing; `isRight`: and are of their kind. */
function documentOf({ name, kind, field }: Call, chosen: Readonly<Record<string, unknown>>, isRight: boolean): string {
  const needed = field.args.filter((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined);
  const given = needed
    .map(
      (argument) =>
        `${argument.name}: ${argument.name in chosen ? JSON.stringify(chosen[argument.name]) : literalOf(argument, isRight)}`,
    )
    .join(', ');
  const selection = 'getFields' in getNamedType(field.type) ? ' { __typename }' : '';
  return `${kind} { ${name}${given === '' ? '' : `(${given})`}${selection} }`;
}

/** The same as a document writes it. */
function literalOf({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>, isRight: boolean): string {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || isListType(getNullableType(type)))
    return JSON.stringify(valueOf({ name, type }, isRight));
  return `{ ${Object.values(named.getFields())
    .map((field) => `${field.name}: ${literalOf(field, isRight)}`)
    .join(', ')} }`;
}

/** A value of an argument's type that names nothing. */
function valueOf({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>, isRight: boolean): unknown {
  if (isListType(getNullableType(type))) return !isRight && getNamedType(type).name === 'ID' ? [UNFITTING] : [];
  switch (getNamedType(type).name) {
    case 'ID':
      return isRight ? NOTHING : UNFITTING;
    case 'Int':
    case 'Float':
      return isRight ? 1 : -1;
    case 'Boolean':
      return true;
    default:
      if (!isRight) return '';
      return /_at$|^from$|^to$/.test(name) ? '2026-03-01' : 'x';
  }
}
