import { randomUUID } from 'node:crypto';
import { getNamedType } from 'graphql';
import { CALLS } from './calls.ts';
import type { Who } from './people.ts';
import type { Call } from './running.ts';
import type { Things } from './things.ts';

export const idArguments = ({ field }: Call): string[] =>
  field.args.filter(({ type }) => getNamedType(type).name === 'ID').map(({ name }) => name);

/** A call's variables, all its ids one's own. `isWhole`: those that it may do without, too. */
export const ownVariables = (call: Call, mine: Things, isWhole = false): Record<string, unknown> =>
  variablesOf(call, (names) => mine[names], isWhole);

/** The same with ids that somebody gives. */
export function variablesOf(
  { name, field }: Call,
  idOf: (names: keyof Things) => string,
  isWhole = false,
): Record<string, unknown> {
  const call = CALLS[name];
  if (call === undefined) throw new Error(`No call ${name}`);
  const variables: Record<string, unknown> = { ...call.rest };
  for (const { name: each, type } of field.args) {
    const names = call.ids[each];
    if (names === undefined || (!isWhole && !String(type).endsWith('!'))) continue;
    const id = names === 'own' ? randomUUID() : idOf(names);
    variables[each] = String(type).startsWith('[') ? [id] : id;
  }
  if (variables['to_number'] === 'phone') variables['to_number'] = idOf('phone');
  return variables;
}

/** Makes a call; answers its refusal, as `CODE key`, or that there was none. */
export async function ask(
  url: string,
  who: Pick<Who, 'tenant' | 'token'>,
  { name, kind, field }: Call,
  variables: Readonly<Record<string, unknown>>,
): Promise<string> {
  const declared = field.args.filter((each) => each.name in variables);
  const heads = declared.map((each) => `$${each.name}: ${String(each.type)}`).join(', ');
  const given = declared.map((each) => `${each.name}: $${each.name}`).join(', ');
  const selection = 'getFields' in getNamedType(field.type) ? ' { __typename }' : '';
  const [head, body] = declared.length > 0 ? [`t(${heads})`, `${name}(${given})`] : ['t', name];
  const response = await fetch(`${url}/${who.tenant}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
    body: JSON.stringify({ query: `${kind} ${head} { ${body}${selection} }`, variables }),
  });
  const answer: { errors?: { message: string; extensions?: { code?: string; key?: string } }[] } =
    await response.json();
  const [error] = answer.errors ?? [];
  return error === undefined ? 'answered' : `${error.extensions?.code} ${error.extensions?.key}`;
}
