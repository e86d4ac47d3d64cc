import { restErrorSchema } from '../../contract/errors.ts';
import type { RestError } from '../../contract/errors.ts';

export type RestAnswer = { status: number; headers: Headers; body: unknown; error: RestError['error'] };

/** One REST call as it is on the wire: a body that is a text or a file is sent as it stands. */
export async function callRest(
  url: string,
  method: string,
  path: string,
  { token, body }: { token?: string | undefined; body?: unknown } = {},
): Promise<RestAnswer> {
  const isFile = body instanceof Uint8Array;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      ...(token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : written(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const received: unknown = isJson ? JSON.parse(text) : text;
  const refused = response.ok ? undefined : restErrorSchema.safeParse(received).data;
  return { status: response.status, headers: response.headers, body: received, error: refused?.error };
}

const written = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
