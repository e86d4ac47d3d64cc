import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { BucketSettings } from '../../config-media.ts';
import type { MediaFiles, ServedBytes, StagedFile } from './media-files.ts';
import { Staging } from './staging.ts';

const CONNECT_MS = 5_000;
/** A request to the store fails after this long without an answer. */
const SILENCE_MS = 30_000;
/** Timeout of a look-up, retries included: pages' calls wait for it. */
const QUESTION_MS = 2_000;
/** Timeout of a deletion, retries included: two of them must end before the waiting transaction times out. */
const DELETION_MS = 1_500;
/** Maximum connections: each reader holds one. Slow readers are cut off by the HTTP layer. */
const CONNECTIONS_MAX = 512;
const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/** Messages' files in a bucket of an S3-compatible store. The browser gets them through us: the store isn't public. */
export class BucketFiles extends Staging implements MediaFiles {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(settings: BucketSettings, unfinished: string) {
    super(unfinished);
    const { endpoint, region, bucket, keyId, secret } = settings;
    const agent = { maxSockets: CONNECTIONS_MAX };
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
      // Stores other than Amazon's seldom have a host name for each bucket.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        httpAgent: agent,
        httpsAgent: agent,
      },
      // The hash of the bytes is signed instead, which every store checks.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  /** Throws if the bucket can't be used, or isn't there. */
  async check(abortSignal = AbortSignal.timeout(QUESTION_MS)): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal });
  }

  async keep(path: string, staged: StagedFile): Promise<void> {
    if ((await this.#sizeOf(path)) !== staged.sizeBytes) await this.#put(path, staged);
    await this.discard(staged);
  }

  async has(path: string): Promise<boolean> {
    return (await this.#sizeOf(path)) !== undefined;
  }

  async delete(path: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(path)), { abortSignal: AbortSignal.timeout(DELETION_MS) });
  }

  async serve(path: string, { method, headers }: IncomingMessage): Promise<ServedBytes | undefined> {
    const etag = `"${basename(path)}"`;
    const common = { etag, 'accept-ranges': 'bytes' };
    if (headers['if-none-match']?.includes(etag) === true) return { status: 304, headers: common, stream: nothing() };
    const size = method === 'HEAD' || headers.range !== undefined ? await this.#sizeOf(path) : 0;
    if (size === undefined) return undefined;
    if (method === 'HEAD') {
      return { status: 200, headers: { ...common, 'content-length': String(size) }, stream: nothing() };
    }
    // `If-Range` with another name of the file: it isn't the same one.
    const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
    const range = isSame ? rangeOf(headers.range, size) : undefined;
    if (range === 'unsatisfiable') {
      return { status: 416, headers: { 'content-range': `bytes */${size}` }, stream: nothing() };
    }
    const part = range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` };
    const found = await this.#client.send(new GetObjectCommand({ ...this.#at(path), ...part })).catch(missing);
    if (found === undefined) return undefined;
    const stream = streamOf(found.Body);
    const length = { 'content-length': String(found.ContentLength ?? 0) };
    if (range === undefined) return { status: 200, headers: { ...common, ...length }, stream };
    const contentRange = `bytes ${range.first}-${range.last}/${size}`;
    return { status: 206, headers: { ...common, ...length, 'content-range': contentRange }, stream };
  }

  async onDisk<T>(path: string, work: (diskPath: string) => Promise<T>): Promise<T> {
    const { Body } = await this.#client.send(new GetObjectCommand(this.#at(path)));
    const staged = await this.stage(streamOf(Body));
    try {
      if (staged.sha256 !== basename(path)) throw new Error(`The store's ${path} isn't what was kept`);
      return await work(staged.path);
    } finally {
      await this.discard(staged);
    }
  }

  /** In one request, so that it is stored completely or not at all. */
  async #put(path: string, { path: diskPath, sizeBytes, sha256 }: StagedFile): Promise<void> {
    const body = createReadStream(diskPath);
    const command = new PutObjectCommand({
      ...this.#at(path),
      Body: body,
      ContentLength: sizeBytes,
      ContentType: 'application/octet-stream',
    });
    // The hash is known: the store refuses other bytes.
    command.middlewareStack.add(
      (next) => (input) => {
        if (isRequest(input.request)) input.request.headers['x-amz-content-sha256'] = sha256;
        return next(input);
      },
      { step: 'build', name: 'contentHash' },
    );
    try {
      await this.#client.send(command);
    } finally {
      // A failed request leaves it open, and so the deleted file stays on the disk.
      body.destroy();
    }
  }

  /** Undefined if it isn't there; throws if the bucket isn't, or doesn't answer soon. */
  async #sizeOf(path: string): Promise<number | undefined> {
    const abortSignal = AbortSignal.timeout(QUESTION_MS);
    const found = await this.#client.send(new HeadObjectCommand(this.#at(path)), { abortSignal }).catch(missing);
    if (found !== undefined) return found.ContentLength ?? 0;
    await this.check(abortSignal);
    return undefined;
  }

  #at(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: path };
  }
}

function missing(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
  throw error;
}

/** The part that a request asks for; undefined for the whole, as for several parts. */
function rangeOf(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last || first >= size ? 'unsatisfiable' : { first, last };
}

function streamOf(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new Error('The store answered without bytes');
}

function nothing(): Readable {
  return Readable.from([]);
}

function isRequest(request: unknown): request is { headers: Record<string, string> } {
  return typeof request === 'object' && request !== null && 'headers' in request;
}
