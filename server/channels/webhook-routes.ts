import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { RestError } from '../../contract/errors.ts';
import type { Channel, ParsedWebhook } from './channel.ts';
import type { WebhookSink } from './webhook-sink.ts';
import { isSameSecret } from './whatsapp/signature.ts';

/** What bounds how much may be sent. Each may refuse by throwing. */
export type WebhookGuards = Pick<RouteShorthandOptions, 'config'> & {
  readonly preHandler: (request: FastifyRequest) => Promise<void>;
  /** A webhook of these numbers begins to be kept; answers what says that it is done. */
  readonly begin: (phoneNumberIds: ReadonlySet<string>) => () => void;
  /** It bore no good signature or token. */
  readonly forged: (request: FastifyRequest) => Promise<void>;
  /** The body as it is read. */
  readonly preParsing: (request: FastifyRequest, reply: FastifyReply, payload: Readable) => Promise<Readable>;
};

export interface WebhookRoutesOptions {
  readonly channel: Channel;
  readonly sink: WebhookSink;
  /** What Meta repeats in `hub.verify_token` when the address is registered. */
  readonly verifyToken: string;
  /** Meta's webhooks go up to 3 MB. */
  readonly bodyLimit?: number;
  /** How long the sink may take before the answer is 503, in milliseconds. */
  readonly patienceMs?: number;
  readonly guards?: WebhookGuards;
}

export const WEBHOOK_BODY_LIMIT = 3 * 1024 * 1024;
/** A provider gives up on an answer at some time, and repeats: better that it is told so. */
export const WEBHOOK_PATIENCE_MS = 8_000;

const subscriptionSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().check(z.maxLength(1024)),
});

/**
 * `/webhooks/whatsapp`: GET proves the address to the provider, POST takes what it tells.
 *
 * POST answers 401 to a missing or wrong signature, 413 to too much, what its guards refuse with, 503 when the sink
 * could not keep it or not in time (the provider repeats), and else 200: what is signed but unreadable is kept aside by the sink, so it is not repeated.
 */
export const webhookRoutes: FastifyPluginAsync<WebhookRoutesOptions> = async (app, options) => {
  if (options.verifyToken === '') throw new Error('The webhook needs a verify token.');
  takeRawBodies(app, options.bodyLimit ?? WEBHOOK_BODY_LIMIT);

  const { begin, forged, preParsing, ...hooks } = options.guards ?? {};

  app.get('/webhooks/whatsapp', hooks, async (request, reply) => {
    const query = subscriptionSchema.safeParse(request.query);
    if (!query.success || !isSameSecret(query.data['hub.verify_token'], options.verifyToken)) {
      await forged?.(request);
      return reply.code(403).send(failureBody('Forbidden', 'FORBIDDEN', 'error.webhook.verifyToken', request.id));
    }
    return reply.header('x-content-type-options', 'nosniff').type('text/plain').send(query.data['hub.challenge']);
  });

  /** Refuses what bears no signature before its body is read. */
  const refuseUnsigned = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (/^sha256=[\da-f]{64}$/i.test(String(request.headers['x-hub-signature-256'] ?? ''))) return;
    reply.header('connection', 'close');
    await forged?.(request);
    await reply.code(401).send(unsigned(request));
  };

  app.post(
    '/webhooks/whatsapp',
    { ...hooks, preParsing: [refuseUnsigned, ...(preParsing === undefined ? [] : [preParsing])] },
    async (request, reply) => {
      const rawBody = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const signature = request.headers['x-hub-signature-256'];
      if (!options.channel.isSigned(rawBody, typeof signature === 'string' ? signature : undefined)) {
        await forged?.(request);
        return reply.code(401).send(unsigned(request));
      }
      const parsed = options.channel.parseWebhook(rawBody);
      const { rejected, ignored } = parsed;
      if (ignored.length > 0) request.log.info({ fields: ignored }, 'webhook fields ignored');
      if (rejected.length > 0) request.log.warn({ reasons: rejected.map(({ reason }) => reason) }, 'webhook rejected');
      if (begin !== undefined) reply.raw.once('close', begin(numbersOf(parsed)));
      try {
        await within(options.patienceMs ?? WEBHOOK_PATIENCE_MS, (signal) => keep(options.sink, parsed, signal));
      } catch (error) {
        request.log.error({ err: error }, 'webhook not kept');
        return reply.code(503).send(failureBody('Unavailable', 'UNAVAILABLE', 'error.unavailable', request.id));
      }
      return reply.send({ received: true });
    },
  );
};

function numbersOf({ messages, statuses }: ParsedWebhook): ReadonlySet<string> {
  return new Set([...messages, ...statuses].map(({ phoneNumberId }) => phoneNumberId));
}

async function keep(
  sink: WebhookSink,
  { messages, statuses, rejected }: ParsedWebhook,
  signal: AbortSignal,
): Promise<void> {
  if (messages.length > 0) await sink.receiveMessages(messages, signal);
  if (statuses.length > 0) await sink.receiveStatuses(statuses, signal);
  for (const { raw, reason } of rejected) {
    signal.throwIfAborted();
    await sink.reject(raw, reason);
  }
}

/** Waits so long for the work, then throws; what is under way may still end well, and then its repetition changes nothing. */
async function within(patienceMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const patience = new AbortController();
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const late = new Error('The webhook could not be kept in time');
    patience.abort(late);
    reject(late);
  }, patienceMs);
  try {
    await Promise.race([work(patience.signal), isOver]);
  } finally {
    clearTimeout(timer);
  }
}

function unsigned(request: FastifyRequest): RestError {
  request.log.warn('webhook refused: signature missing or wrong');
  return failureBody('Unauthorized', 'UNAUTHENTICATED', 'error.webhook.signature', request.id);
}

/** In this scope a body stays the bytes that were signed, whatever its type says. */
function takeRawBodies(app: FastifyInstance, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    done(null, body);
  });
}

function failureBody(
  status: string,
  code: 'FORBIDDEN' | 'UNAUTHENTICATED' | 'UNAVAILABLE',
  key: string,
  requestId: string,
): RestError {
  return { status, error: { code, key }, request_id: requestId };
}
