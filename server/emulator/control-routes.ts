import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Gateways } from './gateways.ts';
import { messageStatusSchema } from './model.ts';
import type { PhoneMessage } from './model.ts';
import type { PhoneNetwork } from './phone-network.ts';
import { PERSON_NAME_MAX } from './person-name.ts';
import { copiesSchema, policyPatchSchema } from './policy.ts';
import { mediaBytes } from './samples.ts';
import type { Store } from './store.ts';
import type { TemplateReviews } from './template-reviews.ts';
import { chatViews, messageViews } from './view.ts';
import type { StateView } from './view.ts';
import { signatureOf } from './webhook-body.ts';
import type { WebhookQueue } from './webhook-queue.ts';
import { writtenMessageSchema } from './written-message.ts';

export interface ControlRoutesOptions {
  readonly store: Store;
  readonly network: PhoneNetwork;
  readonly reviews: TemplateReviews;
  readonly gateways: Gateways;
  readonly queue: WebhookQueue;
  readonly appSecret: string;
  readonly reset: () => void;
}

const customerInputSchema = z.object({
  waId: z.string().check(z.regex(/^(\d{7,15}|[A-Z]{2}\.[A-Za-z0-9]{1,128})$/)),
  name: z.string().check(z.minLength(1), z.maxLength(PERSON_NAME_MAX)),
});
const customerPatchSchema = z.object({
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(PERSON_NAME_MAX))),
  online: z.optional(z.boolean()),
});
const statusInputSchema = z.object({
  messageId: z.string(),
  status: messageStatusSchema,
  code: z.optional(z.int()),
});
/** One of them. */
const templateNewsSchema = z.object({
  status: z.optional(z.string()),
  reason: z.optional(z.string()),
  quality: z.optional(z.string()),
  category: z.optional(z.string()),
});
const releaseSchema = z.object({
  order: z.enum(['normal', 'reversed', 'shuffled']),
  together: z.boolean(),
  copies: copiesSchema,
});
const rawSchema = z.object({
  /** The exact body to post. */
  body: z.string(),
  /** `good`: valid signature, `bad`: one of something else, `none`: no header. */
  signature: z.enum(['good', 'bad', 'none']),
});

/** Status of an unreadable request: invalid JSON, no body, too large. */
function refusedStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  return error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : undefined;
}

const scanSchema = z.object({ code: z.optional(z.string()) });

type NumberRoute = { Params: { phoneNumberId: string } };
type ChatRoute = { Params: { phoneNumberId: string; waId: string } };

/** Pause between state updates sent to the page. */
const EVENT_PAUSE_MS = 60;

/** `/emulator/api`: everything that the page and the tests need. */
export const controlRoutes: FastifyPluginAsync<ControlRoutesOptions> = async (app, options) => {
  const { store, network, reviews, gateways, queue } = options;

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.core.$ZodError) return reply.code(400).send({ error: z.prettifyError(error) });
    const message = error instanceof Error ? error.message : 'unknown';
    return reply.code(refusedStatus(error) ?? 500).send({ error: message });
  });

  app.get('/emulator/api/state', async (): Promise<StateView> => stateView(store, network, queue));

  const streams = new Set<FastifyReply>();

  app.get('/emulator/api/events', (_request, reply) => {
    streams.add(reply);
    reply.raw.once('close', () => streams.delete(reply));
    streamChanges(reply, store);
  });

  // A server doesn't close while somebody is still listening.
  app.addHook('preClose', async () => {
    for (const reply of streams) reply.raw.end();
  });

  app.post('/emulator/api/customers', async (request, reply) => {
    const { waId, name } = customerInputSchema.parse(request.body);
    return reply.code(201).send(network.saveCustomer(waId, name));
  });

  app.patch<{ Params: { waId: string } }>('/emulator/api/customers/:waId', async (request, reply) => {
    const { name, online } = customerPatchSchema.parse(request.body);
    const { waId } = request.params;
    if (!store.customers.has(waId)) return notFound(reply, 'customer');
    if (name !== undefined) network.saveCustomer(waId, name);
    if (online !== undefined) network.setOnline(waId, online);
    return reply.send(store.customers.get(waId));
  });

  app.get<{ Params: { phoneNumberId: string } }>('/emulator/api/numbers/:phoneNumberId/chats', async (request) =>
    chatViews(store, request.params.phoneNumberId),
  );

  app.get<ChatRoute>('/emulator/api/numbers/:phoneNumberId/chats/:waId', async (request) =>
    messageViews(store, store.chat(request.params.phoneNumberId, request.params.waId)),
  );

  app.post<ChatRoute>('/emulator/api/numbers/:phoneNumberId/chats/:waId/messages', async (request, reply) => {
    const written = writtenMessageSchema.parse(request.body);
    const message = await network.write(request.params.phoneNumberId, request.params.waId, written);
    return message === undefined ? notFound(reply, 'number or customer') : reply.code(201).send(view(store, message));
  });

  /** A message written on the company's phone. */
  app.post<ChatRoute>('/emulator/api/numbers/:phoneNumberId/chats/:waId/from-phone', async (request, reply) => {
    const written = writtenMessageSchema.parse(request.body);
    const message = await network.writeFromPhone(request.params.phoneNumberId, request.params.waId, written);
    return message === undefined ? notFound(reply, 'phone') : reply.code(201).send(view(store, message));
  });

  app.post<ChatRoute>('/emulator/api/numbers/:phoneNumberId/chats/:waId/open', async (request, reply) => {
    network.openChat(request.params.phoneNumberId, request.params.waId);
    return reply.code(204).send();
  });

  /** The phone scans a code: a given one, or the current one. */
  app.post<NumberRoute>('/emulator/api/numbers/:phoneNumberId/scan', async (request, reply) => {
    const { code } = scanSchema.parse(request.body ?? {});
    const key = network.number(request.params.phoneNumberId)?.gateway?.key;
    return key !== undefined && gateways.scan(request.params.phoneNumberId, key, code)
      ? reply.code(204).send()
      : notFound(reply, 'code');
  });

  app.post<NumberRoute>('/emulator/api/numbers/:phoneNumberId/unpair', async (request, reply) => {
    gateways.unpair(request.params.phoneNumberId);
    return reply.code(204).send();
  });

  /** The gateway's codes expire. */
  app.post('/emulator/api/gateways/expire', async (_request, reply) => {
    for (const { name } of store.gateways.values()) gateways.expire(name);
    return reply.code(204).send();
  });

  app.get('/emulator/api/messages', async () => messageViews(store, [...store.messages.values()]));

  app.get('/emulator/api/templates', async () => [...store.templates.values()]);

  app.patch<{ Params: { id: string } }>('/emulator/api/templates/:id', async (request, reply) => {
    const { status, reason, quality, category } = templateNewsSchema.parse(request.body);
    const { id } = request.params;
    const isKnown =
      status === undefined ? reviews.setNews(id, { quality, category }) : reviews.setStatus(id, status, reason);
    return isKnown ? reply.send(store.templates.get(request.params.id)) : notFound(reply, 'template');
  });

  app.get('/emulator/api/policy', async () => store.policy);

  app.patch('/emulator/api/policy', async (request) => {
    network.patchPolicy(policyPatchSchema.parse(request.body));
    return store.policy;
  });

  app.post('/emulator/api/statuses', async (request, reply) => {
    const { messageId, status, code } = statusInputSchema.parse(request.body);
    return network.sendStatus(messageId, status, code ?? null)
      ? reply.code(204).send()
      : notFound(reply, 'message of the company');
  });

  app.get('/emulator/api/webhooks', async () => ({
    pending: queue.pending().map(({ id, kind, messageIds }) => ({ id, kind, messageIds })),
    deliveries: queue.deliveries,
  }));

  app.post('/emulator/api/webhooks/release', async (request) => {
    const { order, together, copies } = releaseSchema.parse(request.body);
    return { delivered: await queue.release(order, together, copies) };
  });

  app.post<{ Params: { messageId: string } }>('/emulator/api/webhooks/again/:messageId', async (request, reply) =>
    (await queue.again(request.params.messageId)) ? reply.code(204).send() : notFound(reply, 'webhook of that message'),
  );

  app.post('/emulator/api/webhooks/raw', async (request) => {
    const { body, signature } = rawSchema.parse(request.body);
    const bytes = Buffer.from(body, 'utf8');
    const signed = signature === 'good' ? bytes : Buffer.from(`${body} `);
    return queue.raw(bytes, signature === 'none' ? undefined : signatureOf(signed, options.appSecret));
  });

  app.post('/emulator/api/reset', async (_request, reply) => {
    options.reset();
    return reply.code(204).send();
  });

  app.get<{ Params: { mediaId: string } }>('/emulator/api/media/:mediaId', async (request, reply) => {
    const media = store.media.get(request.params.mediaId);
    if (media === undefined) return notFound(reply, 'file');
    return reply
      .header('cache-control', 'private, max-age=3600')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .type(media.mimeType)
      .send(await mediaBytes(media));
  });
};

function view(store: Store, message: PhoneMessage): unknown {
  return messageViews(store, [message])[0] ?? { id: message.id };
}

function stateView(store: Store, network: PhoneNetwork, queue: WebhookQueue): StateView {
  return {
    revision: store.revision,
    numbers: network.numbers.map(({ phoneNumberId, name, tenant, sms, gateway }) => ({
      phoneNumberId,
      name,
      tenant,
      isSms: sms !== undefined,
      gateway: gateway === undefined ? null : pairingOf(store, phoneNumberId, gateway.key),
    })),
    customers: [...store.customers.values()],
    policy: store.policy,
    pendingWebhooks: store.webhooks.size,
    lastDelivery: queue.deliveries.at(-1) ?? null,
  };
}

/** Whether the phone is paired, and the code it could scan. */
function pairingOf(store: Store, phoneNumberId: string, key: string): 'paired' | 'codeShown' | 'none' {
  const rows = [...store.gateways.values()].filter((row) => row.key === key);
  if (rows.some(({ state, number }) => state === 'open' && number === phoneNumberId)) return 'paired';
  return rows.some(({ state }) => state === 'connecting') ? 'codeShown' : 'none';
}

/** Server-sent events with only the revision; changes in quick succession make one event. */
function streamChanges(reply: FastifyReply, store: Store): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const write = () => void reply.raw.write(`data: ${store.revision}\n\n`);
  let timer: NodeJS.Timeout | undefined;
  const stop = store.onChange(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      write();
    }, EVENT_PAUSE_MS);
  });
  reply.raw.once('close', () => {
    stop();
    clearTimeout(timer);
  });
  write();
}

function notFound(reply: FastifyReply, what: string): FastifyReply {
  return reply.code(404).send({ error: `There is no such ${what}.` });
}
