import { create } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { MEDIA_ADDRESS_SECONDS } from '../../contract/facts/media.ts';
import type { Services } from '../domain/context.ts';
import { notFound } from '../domain/errors.ts';
import { verifyAddress } from '../domain/media/media-address.ts';
import type { MediaFiles } from '../domain/media/media-files.ts';
import { servedMedia } from '../domain/media/message-media.ts';
import type { ServedMedia } from '../domain/media/message-media.ts';
import type { Limits } from './limits/limits.ts';
import { cutSlowReader } from './limits/slow-readers.ts';

/** Bytes of strangers: nothing in them is run, whatever type a browser takes them for. */
const POLICY = "sandbox; default-src 'none'";
const PDF = 'application/pdf';

/**
 * `GET` and `HEAD /api/media/:token`: a message's file at the address that a session got, in ranges too. An `<img>` has
 * no other login to show: each request asks whether that session goes on and its user may see the message. Not logged,
 * since the address is a secret. `origins` are those of our own pages on other hosts. An address that is wrong or over is not found, like one of a file that isn't there.
 */
export function addMedia(
  app: FastifyInstance,
  services: Services,
  files: MediaFiles,
  limits: Limits,
  origins: readonly string[],
): void {
  const framed = `${POLICY}; frame-ancestors ${["'self'", ...origins].join(' ')}`;

  app.get<{ Params: { token: string } }>('/api/media/:token', { logLevel: 'warn' }, async (request, reply) => {
    const target = verifyAddress(services, request.params.token);
    const media = target === undefined ? undefined : await servedMedia(services, target);
    if (media === undefined) throw notFound();
    const served = await files.serve(media.path, request.raw);
    if (served === undefined) throw notFound();
    if (served.status !== 416) {
      reply.header('cache-control', `private, max-age=${MEDIA_ADDRESS_SECONDS}, immutable`);
    }
    // Each holds a file or a connection to the store. A video that goes on later asks for the rest.
    cutSlowReader(reply, limits.settings.slow.readerMs, () => limits.note('slow_readers', media.tenantName));
    // Our pages show a PDF in a frame; nothing else is shown in one.
    const isFramed = media.mimeType === PDF;
    if (isFramed) reply.removeHeader('x-frame-options');
    return reply
      .code(served.status)
      .headers(served.headers)
      .headers({
        'content-type': media.mimeType,
        'content-disposition': dispositionOf(media),
        'content-security-policy': isFramed ? framed : POLICY,
        'x-content-type-options': 'nosniff',
        // A page on another host of the same site may show it.
        'cross-origin-resource-policy': 'same-site',
      })
      .send(served.stream);
  });
}

/** The name without what could disguise it: control characters, and those that turn the writing direction. */
function dispositionOf({ isInline, name }: ServedMedia): string {
  const plain = name?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').replaceAll(/[\\/]/g, '_');
  return create(plain === '' ? undefined : plain, { type: isInline ? 'inline' : 'attachment' });
}
