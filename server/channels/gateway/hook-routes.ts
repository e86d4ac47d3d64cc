import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import { keepRawBodies, receiveWebhooks } from '../webhook-reception.ts';
import type { WebhookGuards } from '../webhook-reception.ts';
import type { WebhookSink } from '../webhook-sink.ts';
import { gatewayAddress } from './address.ts';
import type { EvolutionChannel } from './evolution-channel.ts';
import { GATEWAY_HOOK_HEADER } from './secret.ts';

export interface GatewayHookOptions {
  readonly channel: Pick<EvolutionChannel, 'readHook'>;
  readonly sink: WebhookSink;
  /** The key of the instance that has an address; undefined: none has. */
  readonly keyOf: (address: string) => Promise<string | undefined>;
  readonly now: () => Date;
  readonly guards?: WebhookGuards;
}

/** Messages with previews of their files, and QR codes. */
const BODY_LIMIT = 2 * 1024 * 1024;
const id = z.string().check(z.regex(/^\d{1,19}$/));
/** The shape of addresses; anything else is refused without a lookup. */
const paramsSchema = z.object({
  tenantId: id,
  instanceId: id,
  name: z.string().check(z.regex(/^[\w.-]{1,90}$/)),
});

/**
 * `/webhooks/gateway/{tenant}/{instance}/{name}`: webhooks of an instance at a gateway, see `receiveWebhooks`.
 * Callers without the instance's secret can't find out whether the instance exists.
 */
export const gatewayHookRoutes: FastifyPluginAsync<GatewayHookOptions> = async (app, options) => {
  keepRawBodies(app, BODY_LIMIT);
  const { channel, sink, guards } = options;
  receiveWebhooks(
    app,
    { sink, bodyLimit: BODY_LIMIT, guards },
    {
      path: '/webhooks/gateway/:tenantId/:instanceId/:name',
      mayBeSigned: ({ headers }) => typeof headers[GATEWAY_HOOK_HEADER] === 'string',
      read: async ({ params, headers }, rawBody) => {
        const shaped = paramsSchema.safeParse(params);
        if (!shaped.success) return undefined;
        const address = gatewayAddress(shaped.data);
        const key = await options.keyOf(address);
        const secret = headers[GATEWAY_HOOK_HEADER];
        if (key === undefined || typeof secret !== 'string') return undefined;
        return channel.readHook({ address, key, secret, rawBody, now: options.now() });
      },
      answer: (reply) => reply.send({ received: true }),
    },
  );
};
