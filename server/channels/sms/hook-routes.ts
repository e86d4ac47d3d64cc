import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { SmsProvider } from '../../../contract/facts/providers.ts';
import { keepRawBodies, receiveWebhooks } from '../webhook-reception.ts';
import type { WebhookGuards } from '../webhook-reception.ts';
import type { WebhookSink } from '../webhook-sink.ts';
import { smsAddress } from './address.ts';
import type { SmsChannel } from './sms-channel.ts';

export interface SmsHookOptions {
  readonly channels: Readonly<Record<SmsProvider, SmsChannel>>;
  readonly sink: WebhookSink;
  /** The token of the instance that has an address; undefined: none has. */
  readonly tokenOf: (address: string) => Promise<string | undefined>;
  readonly publicUrl: () => string | undefined;
  readonly now: () => Date;
  /** Time limit of the sink, in milliseconds, before the answer is 503. */
  readonly timeoutMs?: number;
  readonly guards?: WebhookGuards;
}

const BODY_LIMIT = 64 * 1024;
/** The shape of each provider's addresses; anything else is refused without a lookup. */
const PARAMS = {
  twilio: z.object({
    account: z.string().check(z.regex(/^AC[0-9a-f]{32}$/)),
    sender: z.string().check(z.regex(/^\d{5,15}$/)),
  }),
  zenvia: z.object({
    account: z.string().check(z.regex(/^\d{1,19}$/)),
    sender: z.string().check(z.regex(/^[\w.-]{3,40}$/)),
  }),
} as const;

/** The answer each provider expects: Twilio wants TwiML, here an empty one. */
const ANSWERS: Readonly<Record<SmsProvider, (reply: FastifyReply) => FastifyReply>> = {
  twilio: (reply) => reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>'),
  zenvia: (reply) => reply.send({ received: true }),
};

/**
 * `/webhooks/sms/{provider}/{account}/{sender}`: an instance's SMS webhooks, received as in `receiveWebhooks`.
 * Callers without the instance's secret can't find out whether the instance exists.
 */
export const smsHookRoutes: FastifyPluginAsync<SmsHookOptions> = async (app, options) => {
  keepRawBodies(app, BODY_LIMIT);
  const { sink, timeoutMs, guards } = options;
  for (const provider of ['twilio', 'zenvia'] as const) {
    const channel = options.channels[provider];
    receiveWebhooks(
      app,
      { sink, bodyLimit: BODY_LIMIT, timeoutMs, guards },
      {
        path: `/webhooks/sms/${provider}/:account/:sender`,
        mayBeSigned: ({ headers }: FastifyRequest) => typeof headers[channel.signedBy] === 'string',
        read: async ({ params, headers, raw }, rawBody) => {
          const shaped = PARAMS[provider].safeParse(params);
          if (!shaped.success) return undefined;
          const address = smsAddress({ provider, ...shaped.data });
          const token = await options.tokenOf(address);
          const base = options.publicUrl();
          if (token === undefined || base === undefined) return undefined;
          return channel.readHook({ address, token, url: `${base}${raw.url}`, headers, rawBody, now: options.now() });
        },
        answer: ANSWERS[provider],
      },
    );
  }
};
