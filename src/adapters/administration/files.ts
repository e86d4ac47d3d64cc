import type { RestCall } from '../../../contract/rest/call.ts';
import type { Attempt, CallRequest, Outcome } from '../calls/call.ts';
import { CALL_TIMEOUT_MS } from '../calls/gateway.ts';
import { ABANDONED } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { classifyStatus } from '../calls/refusals.ts';
import { baseOf } from '../calls/base.ts';
import { saveFile } from '../desktop/save-file.ts';
import type { Environment } from '../environment.ts';
import type { SaveControl, Result } from './sources.ts';

/** Time limit of a download (milliseconds); a stalled one ends earlier. */
const DOWNLOAD_MS = 30 * 60_000;
/** Interval of progress reports (milliseconds); shorter downloads report none. */
const PROGRESS_MS = 500;
/** Chunk size passed to the browser, which may spool it to disk: a customer's files may be gigabytes. */
const HANDED_OVER_BYTES = 8 * 1024 * 1024;
/** A call's parameters: in the query of a GET, otherwise in the body. */
export type FileInput = Readonly<Record<string, unknown>>;

/**
 * Downloads the file that a REST call returns, and saves it under the server's name for it. An incomplete download
 * fails, and nothing is saved.
 */
export async function downloadFile(
  parts: CallParts,
  call: Pick<RestCall<never, string>, 'method' | 'path'>,
  input: FileInput,
  control: SaveControl,
): Promise<Result<string>> {
  const { environment, gateway } = parts;
  const request: CallRequest<DownloadedFile | null> = {
    command: 'form.save',
    source: 'rest',
    bearer: 'session',
    timeoutMs: DOWNLOAD_MS,
    send: (attempt) => fetchFile(environment, call, input, attempt, control),
  };
  const result = await gateway.request(request);
  if (!result.ok) return result;
  if (result.answer === null || control.signal.aborted) return { ok: false, failure: ABANDONED };
  const { file, name } = result.answer;
  saveFile(environment, file, name);
  return { ok: true, answer: name };
}

interface DownloadedFile {
  readonly file: Blob;
  readonly name: string;
}

async function fetchFile(
  environment: Pick<Environment, 'fetch' | 'console' | 'page' | 'after' | 'now'>,
  { method, path }: Pick<RestCall<never, string>, 'method' | 'path'>,
  input: FileInput,
  { config, token, signal }: Attempt,
  control: SaveControl,
): Promise<Outcome<DownloadedFile | null>> {
  // Cancelled while the token was refreshed: an aborted signal fires no event.
  if (control.signal.aborted) return { kind: 'answered', answer: null };
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  signal.addEventListener('abort', stop);
  control.signal.addEventListener('abort', stop);
  let endWait = environment.after(CALL_TIMEOUT_MS, stop);
  const alive = () => {
    endWait();
    endWait = environment.after(CALL_TIMEOUT_MS, stop);
  };
  const isGet = method === 'GET';
  const parameters = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const query = isGet
    ? `?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString()}`
    : '';
  try {
    const response = await environment.fetch(`${baseOf(config.backoffice, environment.page.origin)}${path}${query}`, {
      method,
      headers: {
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(isGet ? {} : { body: JSON.stringify(input) }),
      credentials: 'include',
      signal: stopped.signal,
    });
    if (!response.ok) return classifyStatus(response.status, await response.text(), environment.console);
    const pieces: BlobPart[] = [];
    let bytes = 0;
    let handedOver = 0;
    let reportedAt = environment.now();
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      alive();
      pieces.push(next.value);
      bytes += next.value.length;
      if (bytes - handedOver >= HANDED_OVER_BYTES) {
        pieces.splice(0, pieces.length, new Blob(pieces));
        handedOver = bytes;
      }
      if (environment.now() - reportedAt < PROGRESS_MS) continue;
      reportedAt = environment.now();
      control.onBytes(bytes);
    }
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return { kind: 'answered', answer: { file: new Blob(pieces, { type }), name: nameOf(response, path) } };
  } catch {
    return control.signal.aborted ? { kind: 'answered', answer: null } : { kind: 'lost' };
  } finally {
    endWait();
    control.signal.removeEventListener('abort', stop);
    signal.removeEventListener('abort', stop);
  }
}

/** The server's file name, or the last segment of the path. */
function nameOf({ headers }: Response, path: string): string {
  const named = /filename="([^"]+)"/u.exec(headers.get('content-disposition') ?? '')?.[1];
  return named ?? path.split('/').at(-1) ?? 'balcao';
}
