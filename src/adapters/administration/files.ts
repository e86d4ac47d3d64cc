import type { RestCall } from '../../../contract/rest/call.ts';
import type { Attempt, CallRequest, Outcome } from '../calls/call.ts';
import { CALL_TIMEOUT_MS } from '../calls/gateway.ts';
import { ABANDONED } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { classifyStatus } from '../calls/refusals.ts';
import { baseOf } from '../backoffice/rest.ts';
import type { Environment } from '../environment.ts';
import type { Course, Result } from './sources.ts';

/** A download may take so long in all (milliseconds); it is given up earlier when nothing comes any more. */
const DOWNLOAD_MS = 30 * 60_000;
/** So often is told how much has come (milliseconds); never of a file that is there before. */
const TELL_MS = 500;
/** The browser has begun to write the file by then. */
const RELEASE_MS = 60_000;

/** What a call is asked with: in its address when it is a GET, else as its body. */
export type FileInput = Readonly<Record<string, unknown>>;

/**
 * Takes the file that a REST call answers, and gives it to the person under the name the server says.
 * Half a file is none: what breaks off in the middle fails, and nothing is saved.
 */
export async function takeFile(
  parts: CallParts,
  call: Pick<RestCall<never, string>, 'method' | 'path'>,
  input: FileInput,
  course: Course,
): Promise<Result<string>> {
  const { environment, gateway } = parts;
  const request: CallRequest<TakenFile | null> = {
    command: 'form.save',
    source: 'rest',
    bearer: 'session',
    patience: DOWNLOAD_MS,
    send: (attempt) => fetchFile(environment, call, input, attempt, course),
  };
  const result = await gateway.ask(request);
  if (!result.ok) return result;
  if (result.answer === null || course.signal.aborted) return { ok: false, failure: ABANDONED };
  const { file, name } = result.answer;
  if (environment.saveFile === undefined) saveInBrowser(environment, file, name);
  else environment.saveFile(file, name);
  return { ok: true, answer: name };
}

interface TakenFile {
  readonly file: Blob;
  readonly name: string;
}

async function fetchFile(
  environment: Pick<Environment, 'fetch' | 'console' | 'page' | 'after' | 'now'>,
  { method, path }: Pick<RestCall<never, string>, 'method' | 'path'>,
  input: FileInput,
  { config, token, signal }: Attempt,
  course: Course,
): Promise<Outcome<TakenFile | null>> {
  // Given up while its token was renewed: a signal that is aborted already tells nobody any more.
  if (course.signal.aborted) return { kind: 'answered', answer: null };
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  signal.addEventListener('abort', stop);
  course.signal.addEventListener('abort', stop);
  let endWait = environment.after(CALL_TIMEOUT_MS, stop);
  const alive = () => {
    endWait();
    endWait = environment.after(CALL_TIMEOUT_MS, stop);
  };
  const isGet = method === 'GET';
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const query = isGet ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}` : '';
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
    let told = environment.now();
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      alive();
      pieces.push(next.value);
      bytes += next.value.length;
      if (environment.now() - told < TELL_MS) continue;
      told = environment.now();
      course.onBytes(bytes);
    }
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return { kind: 'answered', answer: { file: new Blob(pieces, { type }), name: nameOf(response, path) } };
  } catch {
    return course.signal.aborted ? { kind: 'answered', answer: null } : { kind: 'lost' };
  } finally {
    endWait();
    course.signal.removeEventListener('abort', stop);
    signal.removeEventListener('abort', stop);
  }
}

/** As the server names it; else the last part of the address. */
function nameOf({ headers }: Response, path: string): string {
  const named = /filename="([^"]+)"/u.exec(headers.get('content-disposition') ?? '')?.[1];
  return named ?? path.split('/').at(-1) ?? 'balcao';
}

function saveInBrowser({ after }: Pick<Environment, 'after'>, file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  after(RELEASE_MS, () => URL.revokeObjectURL(address));
}
