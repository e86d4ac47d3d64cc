import { restErrorSchema } from '../../contract/errors.ts';
import type { RestCall } from '../../contract/rest/call.ts';

/** What a REST call was refused with, as the contract tells it. */
export type RestRefusal = {
  status: number;
  code: string | undefined;
  key: string | undefined;
  fields: Readonly<Record<string, string>> | undefined;
};

/** The input of a call as it is written, before the contract looks at it. */
type Given = Readonly<Record<string, unknown>>;

/** One REST call in somebody's name; '' bears no token. */
export async function sendRest(
  url: string,
  token: string,
  call: Pick<RestCall<never, never>, 'method' | 'path'>,
  given: Given = {},
): Promise<Response> {
  const rest = new Map(Object.entries(given));
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const isQuery = call.method === 'GET';
  const query = isQuery && rest.size > 0 ? `?${new URLSearchParams([...rest].map(([k, v]) => [k, String(v)]))}` : '';
  const hasBody = !isQuery && (call.method !== 'DELETE' || rest.size > 0);
  return fetch(`${url}${path}${query}`, {
    method: call.method,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(hasBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
  });
}

/** A call's answer, parsed by the contract. Rejects when it was refused. */
export async function askRest<Body, Answer>(
  url: string,
  token: string,
  call: RestCall<Body, Answer>,
  given: Given = {},
): Promise<Answer> {
  const response = await sendRest(url, token, call, given);
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${call.method} ${call.path}: ${response.status} ${JSON.stringify(body)}`);
  return call.answer.parse(body);
}

/** How a call is refused. Rejects when it isn't. */
export async function refusedRest<Body, Answer>(
  url: string,
  token: string,
  call: RestCall<Body, Answer>,
  given: Given = {},
): Promise<RestRefusal> {
  const response = await sendRest(url, token, call, given);
  const body: unknown = await response.json();
  if (response.ok) throw new Error(`${call.method} ${call.path} was not refused: ${JSON.stringify(body)}`);
  const { error } = restErrorSchema.parse(body);
  return { status: response.status, code: error?.code, key: error?.key, fields: error?.fields };
}
