import { Agent, request } from 'node:http';

/** One kind of call. In its body `#` is another number each time. */
export type Stream = {
  name: string;
  /** How many are asked at a time. */
  lanes: number;
  path: string;
  token: string | null;
  body: string;
  /** One of the heaviest that are allowed. */
  isHeavy?: boolean;
};

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
let number = 0;

/** Makes a call and reads its answer; resolves with its status. */
export function post(url: string, { path, token, body }: Stream): Promise<string> {
  const text = body.replaceAll('#', String((number += 1)));
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      response.on('error', reject).on('end', () => resolve(String(response.statusCode)));
      response.resume();
    });
    call.end(text);
  });
}
