import { errorCodes } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Readable } from 'node:stream';
import type { RestError } from '../../contract/errors.ts';
import type { ParsedWebhook } from './channel.ts';
import type { WebhookSink } from './webhook-sink.ts';

/** Hooks that limit webhooks. Each may refuse by throwing. */
export type WebhookGuards = Pick<RouteShorthandOptions, 'config'> & {
  readonly preHandler: (request: FastifyRequest) => Promise<void>;
  /** A webhook for these numbers is about to be stored; resolves with the function that ends it. */
  readonly begin: (phoneNumberIds: ReadonlySet<string>) => Promise<() => void>;
  /** It had no valid signature or token. */
  readonly forged: (request: FastifyRequest) => Promise<void>;
  /** Wraps the body's stream. */
  readonly preParsing: (request: FastifyRequest, reply: FastifyReply, payload: Readable) => Promise<Readable>;
};

export interface ReceptionOptions {
  readonly sink: WebhookSink;
  /** The largest body. */
  readonly bodyLimit: number;
  /** Time limit of the sink, in milliseconds, before the answer is 503. */
  readonly timeoutMs?: number | undefined;
  readonly guards?: WebhookGuards | undefined;
}

/** How one provider's webhooks are authenticated, parsed and answered. */
export interface Reception {
  readonly path: string;
  /** A cheap check before the body is read; false refuses the webhook. */
  readonly mayBeSigned: (request: FastifyRequest) => boolean;
  /** The parsed webhook; undefined if it isn't authentic. */
  readonly read: (request: FastifyRequest, rawBody: Uint8Array) => Promise<ParsedWebhook | undefined>;
  /** Answers what was stored. */
  readonly answer: (reply: FastifyReply) => FastifyReply;
}

/** Providers time out and retry anyway: better to answer before. */
export const WEBHOOK_TIMEOUT_MS = 8_000;

/**
 * Receives a provider's webhooks by POST. Answers 401 if they aren't signed, 413 if too large, its guards' refusals, 503
 * if the sink couldn't store them in time (the provider retries), and else as the provider expects: the sink stores
 * signed but unreadable parts as rejected, so they aren't retried.
 */
export function receiveWebhooks(app: FastifyInstance, options: ReceptionOptions, reception: Reception): void {
  const { bodyLimit, sink } = options;
  const { begin, forged, preParsing, ...hooks } = options.guards ?? {};

  /** Refuses a missing signature before the body is read. */
  const refuseUnsigned = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (reception.mayBeSigned(request)) return;
    reply.header('connection', 'close');
    await forged?.(request);
    await reply.code(401).send(unsigned(request));
  };

  /** Refuses a too large declared length before the body is read. */
  const refuseLong = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (Number(request.headers['content-length'] ?? 0) <= bodyLimit) return;
    reply.header('connection', 'close');
    await forged?.(request);
    throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  };

  app.post(
    reception.path,
    { ...hooks, preParsing: [refuseUnsigned, refuseLong, ...(preParsing === undefined ? [] : [preParsing])] },
    async (request, reply) => {
      const rawBody = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const parsed = await reception.read(request, rawBody);
      if (parsed === undefined) {
        await forged?.(request);
        return reply.code(401).send(unsigned(request));
      }
      const { rejected, ignored } = parsed;
      if (ignored.length > 0) request.log.info({ fields: ignored }, 'webhook fields ignored');
      if (rejected.length > 0) request.log.warn({ reasons: rejected.map(({ reason }) => reason) }, 'webhook rejected');
      let isRefused = false;
      try {
        await withTimeout(options.timeoutMs ?? WEBHOOK_TIMEOUT_MS, async (signal) => {
          const started = begin?.(numbersOf(parsed));
          started?.catch(() => (isRefused = true));
          const done = await started;
          try {
            signal.throwIfAborted();
            await keep(sink, parsed, signal);
          } finally {
            // Possibly later than the answer, if that timed out: it holds its slot until then.
            done?.();
          }
        });
      } catch (error) {
        if (isRefused) throw error;
        request.log.error({ err: error }, 'webhook not stored');
        return reply.code(503).send(failureBody('Unavailable', 'UNAVAILABLE', 'error.unavailable', request.id));
      }
      return reception.answer(reply);
    },
  );
}

function numbersOf({
  messages,
  echoes = [],
  statuses,
  preferences,
  pairings = [],
}: ParsedWebhook): ReadonlySet<string> {
  return new Set(
    [...messages, ...echoes, ...statuses, ...preferences, ...pairings].map(({ phoneNumberId }) => phoneNumberId),
  );
}

async function keep(
  sink: WebhookSink,
  {
    messages,
    echoes = [],
    statuses,
    rejected,
    accounts,
    templates,
    preferences,
    limits,
    paces = [],
    pairings = [],
  }: ParsedWebhook,
  signal: AbortSignal,
): Promise<void> {
  if (messages.length > 0) await sink.receiveMessages(messages, signal);
  if (echoes.length > 0) await sink.receiveEchoes(echoes, signal);
  if (statuses.length > 0) await sink.receiveStatuses(statuses, signal);
  if (accounts.length + templates.length + preferences.length + limits.length + paces.length + pairings.length > 0) {
    await sink.receiveNews({ accounts, templates, preferences, limits, paces, pairings }, signal);
  }
  for (const { raw, reason } of rejected) {
    signal.throwIfAborted();
    await sink.reject(raw, reason);
  }
}

/**
 * Waits for the work up to a time limit, then throws; the work may still succeed, which makes the provider's retry a
 * no-op.
 */
async function withTimeout(timeoutMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const timeout = new AbortController();
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const late = new Error('The webhook could not be kept in time');
    timeout.abort(late);
    reject(late);
  }, timeoutMs);
  try {
    await Promise.race([work(timeout.signal), isOver]);
  } finally {
    clearTimeout(timer);
  }
}

function unsigned(request: FastifyRequest): RestError {
  request.log.warn('webhook refused: signature missing or wrong');
  return failureBody('Unauthorized', 'UNAUTHENTICATED', 'error.webhook.signature', request.id);
}

/** In this scope a body stays the signed bytes, whatever its content type. */
export function keepRawBodies(app: FastifyInstance, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    done(null, body);
  });
}

/** The body of a refusal. */
export function failureBody(
  status: string,
  code: 'FORBIDDEN' | 'UNAUTHENTICATED' | 'UNAVAILABLE',
  key: string,
  requestId: string,
): RestError {
  return { status, error: { code, key }, request_id: requestId };
}
