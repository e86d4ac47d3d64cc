import { getNamedType, getNullableType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { GraphQLArgument } from 'graphql';
import { GRAPHQL_ACCESS, REST_ACCESS } from '../../../contract/facts/access-calls.ts';
import type { CallAccess } from '../../../contract/facts/access-calls.ts';
import { graphqlErrorsSchema } from '../../../contract/errors.ts';
import { callRest } from '../../support/rest-wire.ts';
import type { TestServer } from '../../support/server.ts';
import { expected, People } from './people.ts';
import type { Outcome, Who } from './people.ts';
import { INPUTS, NOTHING, PATH_PARTS } from './rest-inputs.ts';
import { callsOf } from './running.ts';
import type { Call } from './running.ts';

/** What came of a call, and what the contract says, by who made it. */
export type Outcomes = { found: (readonly [string, unknown])[]; wanted: (readonly [string, unknown])[] };

/** Where who may depends on an argument: one of its values, and who may then. */
const CHOSEN: Readonly<Record<string, { access?: CallAccess; [argument: string]: unknown }>> = {
  newQuickReply: { personal: false, access: ['quick-replies'] },
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
    const [method = '', path = ''] = name.split(' ');
    const address = path.replaceAll(/:(\w+)/g, (_, part: string) => PATH_PARTS[part] ?? NOTHING);
    const input = INPUTS[name] ?? {};
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)])).toString();
    const ask = async ({ name: who, token }: Who) => {
      const { status, error } = await (method === 'GET'
        ? callRest(this.#server.url, method, query === '' ? address : `${address}?${query}`, { token })
        : callRest(this.#server.url, method, address, { token, body: input }));
      return [who, status < 500 ? outcomeOf(error?.key) : status] as const;
    };
    const everybody = await this.#people.of(access);
    const found: (readonly [string, Outcome | number])[] = [];
    // One by one: of uploads few are taken at a time.
    for (const who of access === 'link' ? everybody.slice(0, 1) : everybody) found.push(await ask(who));
    if (access !== 'link') return { found, wanted: everybody.map((who) => [who.name, expected(access, who)]) };
    return { found: found.map(([who, outcome]) => [who, typeof outcome]), wanted: [['nobody', 'string']] };
  }

  /** A field's, and an administrator's under another company's address, where it is as if there were none. */
  async graphql(name: string): Promise<Outcomes> {
    const { access = accessOf(GRAPHQL_ACCESS, name), ...chosen } = CHOSEN[name] ?? {};
    const call = this.#calls.find((each) => each.name === name);
    if (call === undefined) throw new Error(`The server has no field ${name}`);
    const query = documentOf(call, chosen);
    const ask = async ({ token }: Who, tenant: string) => {
      const response = await fetch(`${this.#server.url}/${tenant}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ query }),
      });
      const refused = graphqlErrorsSchema.safeParse(await response.json());
      const detail = refused.success ? refused.data.errors[0]?.extensions : undefined;
      // A document that isn't right says nothing of who may.
      if (response.status === 400 || response.status >= 500) throw new Error(`${response.status} for ${query}`);
      return detail?.key;
    };
    const everybody = await this.#people.of(access);
    const own = await Promise.all(
      everybody.map(async (who) => [who.name, outcomeOf(await ask(who, who.tenant))] as const),
    );
    if (access === 'link') return { found: [], wanted: [] };
    const guests = access === 'anyone' ? [] : everybody.filter(({ isAdmin }) => isAdmin);
    const elsewhere = await Promise.all(guests.map(async (who) => [who.name, await ask(who, 'brisa')] as const));
    return {
      found: [...own, ...elsewhere],
      wanted: [
        ...everybody.map((who) => [who.name, expected(access, who)] as const),
        ...guests.map((who) => [who.name, 'error.notFound'] as const),
      ],
    };
  }
}

function outcomeOf(key: string | undefined): Outcome {
  if (key === 'error.session.expired') return 'login needed';
  return key === 'error.forbidden' ? 'forbidden' : 'permitted';
}

/** A call with the arguments that it can't do without, which name nothing. */
function documentOf({ name, kind, field }: Call, chosen: Readonly<Record<string, unknown>>): string {
  const needed = field.args.filter((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined);
  const given = needed
    .map(
      (argument) =>
        `${argument.name}: ${argument.name in chosen ? JSON.stringify(chosen[argument.name]) : literalOf(argument)}`,
    )
    .join(', ');
  const selection = 'getFields' in getNamedType(field.type) ? ' { __typename }' : '';
  return `${kind} { ${name}${given === '' ? '' : `(${given})`}${selection} }`;
}

/** The same as a document writes it. */
function literalOf({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>): string {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || isListType(getNullableType(type))) return JSON.stringify(valueOf({ name, type }));
  return `{ ${Object.values(named.getFields())
    .map((field) => `${field.name}: ${literalOf(field)}`)
    .join(', ')} }`;
}

/** A value of an argument's type that names nothing. */
function valueOf({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>): unknown {
  if (isListType(getNullableType(type))) return [];
  switch (getNamedType(type).name) {
    case 'ID':
      return NOTHING;
    case 'Int':
    case 'Float':
      return 1;
    case 'Boolean':
      return true;
    default:
      return /_at$|^from$|^to$/.test(name) ? '2026-03-01' : 'x';
  }
}
