import send from '@fastify/send';
import { create } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { MEDIA_ADDRESS_SECONDS } from '../../contract/facts/media.ts';
import type { Services } from '../domain/context.ts';
import { notFound } from '../domain/errors.ts';
import { verifyAddress } from '../domain/media/media-address.ts';
import type { MediaFiles } from '../domain/media/media-files.ts';
import { servedMedia } from '../domain/media/message-media.ts';
import type { ServedMedia } from '../domain/media/message-media.ts';

/** Bytes of strangers: nothing in them is run, whatever type a browser takes them for. */
const POLICY = "sandbox; default-src 'none'";

/**
 * `GET` and `HEAD /api/media/:token`: a message's file, for whoever has its address, in ranges too. Not logged, since
 * the address is a secret. An address that is wrong or over is not found, like one of a file that isn't there.
 */
export function addMedia(app: FastifyInstance, services: Services, files: MediaFiles): void {
  app.get<{ Params: { token: string } }>('/api/media/:token', { logLevel: 'warn' }, async (request, reply) => {
    const target = verifyAddress(services, request.params.token);
    const media = target === undefined ? undefined : await servedMedia(services, target);
    if (media === undefined) throw notFound();
    const options = { root: files.folder, cacheControl: false, lastModified: false, contentType: false };
    const sent = await send(request.raw, media.path, options);
    // An empty file, an unsatisfiable range and an unchanged file are answers; a missing one isn't.
    if (sent.type !== 'file' && sent.statusCode !== 416 && sent.statusCode !== 304) throw notFound();
    if (sent.statusCode !== 416) {
      reply.header('cache-control', `private, max-age=${MEDIA_ADDRESS_SECONDS}, immutable`);
    }
    return reply
      .code(sent.statusCode)
      .headers(sent.headers)
      .headers({
        'content-type': media.mimeType,
        'content-disposition': dispositionOf(media),
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        // A page on another host of the same site may show it.
        'cross-origin-resource-policy': 'same-site',
      })
      .send(sent.stream);
  });
}

/** The name without what could disguise it: control characters, and those that turn the writing direction. */
function dispositionOf({ isInline, name }: ServedMedia): string {
  const plain = name?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').replaceAll(/[\\/]/g, '_');
  return create(plain === '' ? undefined : plain, { type: isInline ? 'inline' : 'attachment' });
}
