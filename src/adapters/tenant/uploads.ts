import type { RestCall } from '../../../contract/rest/call.ts';
import { uploadOutgoingFile } from '../../../contract/rest/outgoing-files.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandOf, CommandType } from '../../machines/log/command.ts';
import { baseOf } from '../calls/base.ts';
import type { Attempt, CallResult, Outcome } from '../calls/call.ts';
import { describeIssues, parseJson, sampleOf } from '../calls/issues.ts';
import type { CallParts } from '../calls/parts.ts';
import { classifyStatus } from '../calls/refusals.ts';
import { uploadByXhr } from '../desktop/upload.ts';

/** Timeout of an upload (milliseconds); a stalled one ends earlier. */
const UPLOAD_MS = 60 * 60_000;
/** An upload without progress for this long is given up; the server converts a picture in that time. */
const STALLED_MS = 60_000;
/** Shortest interval between two reports of progress (milliseconds). */
const PROGRESS_MS = 200;

/** Failures that a retry may overcome without the user. */
const MAY_PASS: ReadonlySet<Failure['code']> = new Set<Failure['code']>(['NETWORK', 'UNAVAILABLE']);

/** The file is neither in this page nor on the disk. */
export const GONE: Failure = { code: 'NOT_FOUND', key: 'error.file.gone', params: {}, fields: {}, requestId: null };

/** The files of outgoing messages. */
export interface TenantUploads {
  /**
   * -> message.progressed, then message.uploaded | message.refused | message.uploadLost; nothing once `stopped`, which
   * aborts when the message is discarded.
   */
  readonly start: (command: CommandOf<'message.upload'>, stopped: AbortSignal) => Promise<void>;
}

/** `fileOf` hands over a file by client id. */
export function createTenantUploads(
  parts: CallParts,
  fileOf: (clientId: string) => Promise<Blob | null>,
): TenantUploads {
  const { append, environment } = parts;

  async function start({ message }: CommandOf<'message.upload'>, stopped: AbortSignal): Promise<void> {
    const { clientId, file: about } = message;
    const file = await fileOf(clientId);
    if (stopped.aborted) return;
    if (file === null || about === undefined) {
      append({ type: 'message.refused', clientId, failure: GONE });
      return;
    }
    let reportedAt = environment.now();
    const onSent = (sent: number) => {
      const now = environment.now();
      if (stopped.aborted || Math.abs(now - reportedAt) < PROGRESS_MS) return;
      reportedAt = now;
      append({ type: 'message.progressed', clientId, sent: Math.min(sent, file.size), total: file.size });
    };
    const upload = { command: 'message.upload', clientId, name: about.name, file, onSent } as const;
    const result = await uploadFile(parts, upload, stopped);
    if (stopped.aborted) return;
    if (result.ok) append({ type: 'message.uploaded', clientId });
    else if (MAY_PASS.has(result.failure.code)) append({ type: 'message.uploadLost', clientId });
    else append({ type: 'message.refused', clientId, failure: result.failure });
  }

  return { start };
}

interface Upload {
  /** The command that uploads it. */
  readonly command: CommandType;
  readonly clientId: string;
  readonly name: string;
  readonly file: Blob;
  /** Beside its name. */
  readonly query?: Readonly<Record<string, string>>;
  readonly onSent?: (sent: number) => void;
}

/** Uploads the file of a future message. Idempotent by client id. */
export async function uploadFile(parts: CallParts, upload: Upload, stopped: AbortSignal): Promise<CallResult<boolean>> {
  const result = await uploadTo(parts, uploadOutgoingFile, upload, stopped);
  return result.ok ? { ...result, answer: result.answer !== null } : result;
}

type UploadCall<Answer> = RestCall<{ client_id: string; name: string }, Answer>;

/** Uploads a file to a call that takes its bytes, with its name in the query; null once `stopped`. */
export function uploadTo<Answer>(
  parts: CallParts,
  call: UploadCall<Answer>,
  upload: Upload,
  stopped: AbortSignal,
): Promise<CallResult<Answer | null>> {
  return parts.gateway.request({
    command: upload.command,
    source: 'rest',
    bearer: 'session',
    timeoutMs: UPLOAD_MS,
    send: (attempt) => put(parts, call, upload, attempt, stopped),
  });
}

async function put<Answer>(
  { environment }: CallParts,
  call: UploadCall<Answer>,
  { clientId, name, file, query, onSent }: Upload,
  { config, token, signal }: Attempt,
  stopped: AbortSignal,
): Promise<Outcome<Answer | null>> {
  if (stopped.aborted) return { kind: 'answered', answer: null };
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const other of [signal, stopped]) other.addEventListener('abort', end);
  let endWait = environment.after(STALLED_MS, end);
  const path = call.path.replace(':client_id', encodeURIComponent(clientId));
  try {
    const { status, text } = await (environment.upload ?? uploadByXhr)({
      url: `${baseOf(config.backoffice, environment.page.origin)}${path}?${new URLSearchParams({ name, ...query }).toString()}`,
      method: call.method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/octet-stream',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: file,
      signal: ended.signal,
      onSent: (sent) => {
        endWait();
        endWait = environment.after(STALLED_MS, end);
        onSent?.(sent);
      },
    });
    if (status < 200 || status > 299) return classifyStatus(status, text, environment.console);
    const parsed = call.answer.safeParse(parseJson(text));
    if (parsed.success) return { kind: 'answered', answer: parsed.data };
    return { kind: 'unreadable', status, reason: describeIssues(parsed.error), sample: sampleOf(text) };
  } catch {
    return stopped.aborted ? { kind: 'answered', answer: null } : { kind: 'lost' };
  } finally {
    endWait();
    for (const other of [signal, stopped]) other.removeEventListener('abort', end);
  }
}
