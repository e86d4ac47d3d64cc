import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '../../server/config-media.ts';

const NAME = 'balcao';
const REGION = 'sa-east-1';
const KEY = { keyId: 'a-key', secret: 'a secret of the tests' };
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/(?<scope>(?<day>\d{8})\/(?<region>[\w-]+)\/s3\/aws4_request), SignedHeaders=(?<names>[\w;-]+), Signature=(?<signature>[0-9a-f]{64})$/u;

export type TestBucket = Awaited<ReturnType<typeof startBucket>>;

/**
 * A bucket of an S3-compatible store, as much as the server uses of the protocol. It refuses a request that isn't signed
 * (Signature Version 4), or has other bytes than were signed.
 */
export async function startBucket() {
  const objects = new Map<string, Buffer>();
  const state = { isDown: false, isHanging: false, refused: 0 };
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (state.isHanging) return;
    if (state.isDown) {
      state.refused += 1;
      return void response.writeHead(503).end();
    }
    const problem = problemOf(request, body);
    if (problem !== undefined) return refuse(response, 403, problem);
    const [, bucket, ...rest] = new URL(request.url ?? '', 'http://store').pathname.split('/');
    const key = rest.join('/');
    if (bucket !== NAME) return refuse(response, 404, 'NoSuchBucket');
    if (key === '') return void response.writeHead(200).end();
    if (request.method === 'PUT') {
      objects.set(key, body);
      return void response.writeHead(200, { etag: '"an-etag"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const bytes = objects.get(key);
    if (bytes === undefined) return refuse(response, 404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? [];
    const part = first === undefined ? bytes : bytes.subarray(Number(first), Number(last) + 1);
    response.writeHead(first === undefined ? 200 : 206, { 'content-length': part.byteLength });
    return void response.end(request.method === 'HEAD' ? undefined : part);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const endpoint = `http://127.0.0.1:${address.port}`;
  const settings: BucketSettings = { endpoint, region: REGION, bucket: NAME, ...KEY };
  return {
    settings,
    /** What is in it, by name. */
    objects,
    /** While it is down, every request fails, and is counted; while it hangs, none is answered. */
    state,

    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

/** What is wrong with a request's signature. */
function problemOf(request: IncomingMessage, body: Buffer): string | undefined {
  const found = AUTHORIZATION.exec(request.headers.authorization ?? '')?.groups;
  if (found === undefined) return 'AccessDenied';
  const { key, scope = '', day = '', region = '', names = '', signature } = found;
  if (key !== KEY.keyId || region !== REGION) return 'InvalidAccessKeyId';
  const signed = names.split(';');
  const headers = signed.map((name) => `${name}:${[request.headers[name]].flat().join(',').trim()}\n`).join('');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
  const hash = String(request.headers['x-amz-content-sha256']);
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '', 'http://store');
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted();
  const canonical = [request.method, url.pathname, query.join('&'), headers, names, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${KEY.secret}`);
  return hmac(signingKey, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
