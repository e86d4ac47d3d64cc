import { randomUUID } from 'node:crypto';
import { restErrorSchema } from '../../../contract/errors.ts';
import { uploadOutgoingFile } from '../../../contract/rest/outgoing-files.ts';
import type { Uploaded } from '../../../server/domain/media/upload-file.ts';

/** How an upload is refused. */
export type UploadRefusal = { status: number; key: string | undefined; field: string | undefined };

export const newId = (): string => randomUUID();

/** Uploads a file in somebody's name. */
export function putFile(
  url: string,
  token: string,
  id: string,
  name: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<Response> {
  const isStream = body instanceof ReadableStream;
  return fetch(`${url}/api/outgoing-files/${id}?${new URLSearchParams({ name })}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: isStream ? body : new Uint8Array(body),
    ...(isStream ? { duplex: 'half' } : {}),
    ...(signal === undefined ? {} : { signal }),
  });
}

export async function upload(
  url: string,
  token: string,
  id: string,
  name: string,
  bytes: Uint8Array,
): Promise<Uploaded> {
  const response = await putFile(url, token, id, name, bytes);
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`);
  return uploadOutgoingFile.answer.parse(body);
}

export async function uploadRefusal(
  url: string,
  token: string,
  name: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
  id = newId(),
): Promise<UploadRefusal> {
  const response = await putFile(url, token, id, name, body);
  const answer: unknown = await response.json();
  if (response.ok) throw new Error(`${name} was not refused: ${JSON.stringify(answer)}`);
  const { error } = restErrorSchema.parse(answer);
  return { status: response.status, key: error?.key, field: Object.keys(error?.fields ?? {})[0] };
}
