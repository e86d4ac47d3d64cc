import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AnswerHeaders } from './answer-headers.ts';
import { refusalOf, restBody, retryAfterOf } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers and ends a connection whose request never reached Fastify, in the form of any other refusal. */
    refuseRaw: (stream: Duplex, error: unknown) => void;
  }
}

/** A request that isn't acceptable HTTP. */
class BadRequest extends Error {
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(STATUS_CODES[statusCode]);
    this.statusCode = statusCode;
  }
}

const STATUS_OF: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers what Node's HTTP parser refused: malformed, too long or too slow requests. */
export function refuseBroken(
  error: Error & { code?: string | undefined },
  stream: Duplex,
  headers: AnswerHeaders,
): void {
  if (error.code === 'ECONNRESET') stream.destroy();
  else refuseRaw(stream, new BadRequest(STATUS_OF[error.code ?? ''] ?? 400), headers);
}

export function refuseRaw(stream: Duplex, error: unknown, headers: AnswerHeaders): void {
  if (!stream.writable) return void stream.destroy();
  const requestId = randomUUID();
  const refusal = refusalOf(error, requestId);
  const body = JSON.stringify(restBody(refusal, requestId));
  const retryAfter = retryAfterOf(refusal);
  const lines = Object.entries({
    ...headers(requestId),
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${refusal.httpStatus} ${STATUS_CODES[refusal.httpStatus]}\r\n`;
  // Don't let a client that keeps sending, or never reads, hold the connection.
  stream.end(`${status}${lines.join('')}\r\n${body}`, () => stream.destroy());
  return undefined;
}

/** Adds `refuseRaw`, and our own answers where Node has built-in ones. */
export function addRawRefusals(app: FastifyInstance, headers: AnswerHeaders): void {
  app.decorate('refuseRaw', (stream: Duplex, error: unknown) => refuseRaw(stream, error, headers));
  // An unsupported `Expect` header.
  app.server.on('checkExpectation', ({ socket }) => refuseRaw(socket, new BadRequest(417), headers));
}
