import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { behaving } from './behave.ts';
import { gatewayCodeOf } from './gateway-code.ts';
import type { Gateways } from './gateways.ts';
import { UPLOAD_BODY_LIMIT } from './media-upload.ts';
import type { GatewayRow } from './model.ts';
import type { PhoneNetwork } from './phone-network.ts';
import { mediaBytes } from './samples.ts';
import type { Store } from './store.ts';

export interface GatewayRoutesOptions {
  readonly store: Store;
  readonly network: PhoneNetwork;
  readonly gateways: Gateways;
}

type Route = { Params: { name: string } };

const hookSchema = z.object({
  enabled: z.literal(true),
  url: z.string(),
  headers: z.optional(z.record(z.string(), z.string())),
  events: z.array(z.string()),
});
const createSchema = z.object({
  instanceName: z.string().check(z.minLength(1)),
  integration: z.literal('WHATSAPP-BAILEYS'),
  webhook: hookSchema,
});
const quoted = z.optional(z.object({ key: z.object({ id: z.string() }) }));
const textSchema = z.object({ number: z.string(), text: z.string().check(z.minLength(1)), quoted });
const mediaSchema = z.object({
  number: z.string(),
  mediatype: z._default(z.enum(['image', 'document', 'video', 'audio', 'sticker']), 'audio'),
  caption: z.optional(z.string()),
  fileName: z.optional(z.string()),
  media: z.optional(z.string()),
  quoted,
});
const placeSchema = z.object({
  number: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  name: z.string(),
  address: z.string(),
  quoted,
});
const cardsSchema = z.object({
  number: z.string(),
  contact: z.array(z.object({ fullName: z.string(), wuid: z.string(), phoneNumber: z.string() })),
  quoted,
});
const reactionSchema = z.object({
  key: z.object({ id: z.string(), remoteJid: z.string(), fromMe: z.boolean() }),
  reaction: z.string(),
});
const readSchema = z.object({
  readMessages: z.array(z.object({ id: z.string(), fromMe: z.literal(false), remoteJid: z.string() })),
});
const fileSchema = z.object({ message: z.object({ key: z.object({ id: z.string() }) }) });

/** The part of Evolution API (version 2) that Balcão uses, below `/emulator/gateway`. */
export const gatewayRoutes: FastifyPluginAsync<GatewayRoutesOptions> = async (app, { store, network, gateways }) => {
  const base = '/emulator/gateway';
  const behave = behaving(app, store, network);
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: UPLOAD_BODY_LIMIT },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler((error, _request, reply) =>
    error instanceof z.core.$ZodError
      ? fail(reply, 400, 'Bad Request', [error.issues.map((issue) => `requires property "${issue.path.join('.')}"`)])
      : fail(reply, 500, 'Internal Server Error', error instanceof Error ? error.message : 'unknown'),
  );

  const keyOf = ({ headers }: FastifyRequest) => String(headers['apikey'] ?? '');
  app.addHook('onRequest', async (request, reply) => {
    const isKnown = network.numbers.some(({ gateway }) => gateway?.key === keyOf(request));
    return isKnown ? undefined : fail(reply, 401, 'Unauthorized', 'Unauthorized');
  });

  app.post(`${base}/instance/create`, async (request, reply) => {
    const { instanceName: name, webhook } = createSchema.parse(request.body);
    if (gateways.row(name) !== undefined) {
      return fail(reply, 403, 'Forbidden', [`This name "${name}" is already in use.`]);
    }
    const hook = { url: webhook.url, headers: webhook.headers ?? {} };
    const row = { name, key: keyOf(request), hook, state: 'close' as const, number: null, codes: 0, shown: 0 };
    const connecting = gateways.connect(row);
    return reply.code(201).send({
      instance: { instanceName: name, instanceId: randomUUID(), integration: 'WHATSAPP-BAILEYS', status: 'connecting' },
      hash: randomUUID().toUpperCase(),
      webhook: { webhookUrl: webhook.url, webhookHeaders: hook.headers },
      qrcode: codeBody(connecting),
    });
  });

  /** The instance, if the key fits. */
  const withRow = async (
    request: FastifyRequest<Route>,
    reply: FastifyReply,
    handle: (row: GatewayRow) => unknown,
  ): Promise<FastifyReply> => {
    const { name } = request.params;
    const row = gateways.row(name);
    if (row === undefined) return fail(reply, 404, 'Not Found', [`The "${name}" instance does not exist`]);
    if (row.key !== keyOf(request)) return fail(reply, 401, 'Unauthorized', 'Unauthorized');
    const answer = await handle(row);
    return reply.sent || answer === reply ? reply : reply.send(answer);
  };

  app.get<Route>(`${base}/instance/connectionState/:name`, (request, reply) =>
    withRow(request, reply, ({ name, state }) => ({ instance: { instanceName: name, state } })),
  );
  app.get<Route>(`${base}/instance/connect/:name`, (request, reply) =>
    withRow(request, reply, (row) => {
      if (row.state === 'open') return { instance: { instanceName: row.name, state: 'open' } };
      return codeBody(gateways.connect(row));
    }),
  );
  app.get<{ Querystring: { instanceName?: string } }>(`${base}/instance/fetchInstances`, async (request) => {
    const row = gateways.row(request.query.instanceName ?? '');
    const number = row?.number ?? null;
    return row === undefined
      ? []
      : [
          {
            name: row.name,
            connectionStatus: row.state,
            ownerJid: number === null ? null : `${number}@s.whatsapp.net`,
          },
        ];
  });
  app.post<Route>(`${base}/webhook/set/:name`, (request, reply) =>
    withRow(request, reply, (row) => {
      const { webhook } = z.object({ webhook: hookSchema }).parse(request.body);
      gateways.setHook(row, { url: webhook.url, headers: webhook.headers ?? {} });
      return reply.code(201).send({ ...webhook });
    }),
  );

  /** Sends as the paired phone. */
  const send = (
    request: FastifyRequest<Route>,
    reply: FastifyReply,
    read: () => { number: string; type: string; content: () => unknown; replyTo: string | null },
  ) =>
    withRow(request, reply, ({ state, number: phoneNumberId }) => {
      if (state !== 'open' || phoneNumberId === null) {
        return fail(reply, 500, 'Internal Server Error', 'Connection Closed');
      }
      const { number, type, content, replyTo } = read();
      const customer = number.split('@', 1)[0] ?? '';
      const jid = `${customer}@s.whatsapp.net`;
      if (!/^\d{8,15}$/.test(customer)) return fail(reply, 400, 'Bad Request', [{ jid, exists: false, number }]);
      return behave(
        'sends',
        reply,
        (code) =>
          code === 401
            ? fail(reply, 401, 'Unauthorized', 'Unauthorized')
            : fail(reply, 400, 'Bad Request', [{ jid, exists: false, number }]),
        () => {
          const sent = { phoneNumberId, customer, type, content: content(), replyTo, callbackData: null };
          const message = network.accept(sent);
          reply.code(201);
          return { key: { remoteJid: jid, fromMe: true, id: message.id }, status: 'PENDING', messageType: type };
        },
      );
    });
  const replyTo = (given: z.infer<typeof quoted>) => given?.key.id ?? null;

  app.post<Route>(`${base}/message/sendText/:name`, (request, reply) =>
    send(request, reply, () => {
      const { number, text, quoted: of } = textSchema.parse(request.body);
      return { number, type: 'text', content: () => ({ body: text }), replyTo: replyTo(of) };
    }),
  );
  for (const verb of ['sendMedia', 'sendWhatsAppAudio', 'sendSticker']) {
    app.post<Route>(`${base}/message/${verb}/:name`, async (request, reply) => {
      const { fields, file } = await formOf(request);
      const given = mediaSchema.parse({ ...fields, ...(verb === 'sendSticker' && { mediatype: 'sticker' }) });
      if (file === undefined && !/^https?:/.test(given.media ?? '')) {
        return fail(reply, 400, 'Bad Request', ['Owned media must be a url or base64']);
      }
      const { number, mediatype: type, caption, fileName, media, quoted: of } = given;
      const shown = {
        ...(caption !== undefined && { caption }),
        ...(fileName !== undefined && { filename: fileName }),
      };
      const content = () =>
        file === undefined
          ? { link: media, ...shown }
          : { id: network.storeUpload(file), mime_type: file.mimeType, ...shown };
      return send(request, reply, () => ({ number, type, content, replyTo: replyTo(of) }));
    });
  }
  app.post<Route>(`${base}/message/sendLocation/:name`, (request, reply) =>
    send(request, reply, () => {
      const { number, quoted: of, ...place } = placeSchema.parse(request.body);
      return { number, type: 'location', content: () => place, replyTo: replyTo(of) };
    }),
  );
  app.post<Route>(`${base}/message/sendContact/:name`, (request, reply) =>
    send(request, reply, () => {
      const { number, contact, quoted: of } = cardsSchema.parse(request.body);
      const cards = contact.map(({ fullName, wuid, phoneNumber }) => ({
        name: { formatted_name: fullName, first_name: fullName },
        phones: [{ phone: phoneNumber, wa_id: wuid, type: 'CELL' }],
      }));
      return { number, type: 'contacts', content: () => cards, replyTo: replyTo(of) };
    }),
  );
  app.post<Route>(`${base}/message/sendReaction/:name`, (request, reply) =>
    send(request, reply, () => {
      const { key, reaction } = reactionSchema.parse(request.body);
      const content = () => ({ message_id: key.id, emoji: reaction });
      return { number: key.remoteJid, type: 'reaction', content, replyTo: null };
    }),
  );

  app.post<Route>(`${base}/chat/markMessageAsRead/:name`, (request, reply) =>
    withRow(request, reply, ({ number }) => {
      const { readMessages } = readSchema.parse(request.body);
      return behave(
        'reads',
        reply,
        (code) => fail(reply, code >= 400 && code < 600 ? code : 500, 'Internal Server Error', 'Read messages fail'),
        () => {
          for (const { id, remoteJid } of readMessages) {
            const isTheirs = store.messages.get(id)?.customer === remoteJid.split('@', 1)[0];
            if (isTheirs && number !== null) network.markReadByCompany(number, id);
          }
          reply.code(201);
          return { message: 'Read messages', read: 'success' };
        },
      );
    }),
  );

  app.post<Route>(`${base}/chat/getBase64FromMediaMessage/:name`, (request, reply) =>
    withRow(request, reply, async () => {
      const message = store.messages.get(fileSchema.parse(request.body).message.key.id);
      const content: unknown = message?.content;
      const id: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, 'id') : undefined;
      const media = typeof id === 'string' ? store.media.get(id) : undefined;
      if (media === undefined) return fail(reply, 400, 'Bad Request', ['Message not found']);
      const bytes = await mediaBytes(media);
      return behave(
        'downloads',
        reply,
        () => fail(reply, 400, 'Bad Request', ['Error: Media not found']),
        () => {
          reply.code(201);
          const size = { fileLength: bytes.byteLength };
          return {
            mediaType: `${message?.type ?? ''}Message`,
            fileName: media.filename ?? media.id,
            size,
            mimetype: media.mimeType,
            base64: bytes.toString('base64'),
            buffer: null,
          };
        },
      );
    }),
  );
};

function codeBody(row: GatewayRow): unknown {
  return { pairingCode: null, code: gatewayCodeOf(row), base64: null, count: row.shown };
}

function fail(reply: FastifyReply, status: number, error: string, message: unknown): FastifyReply {
  return reply.code(status).send({ status, error, response: { message } });
}

/** A body in JSON, or a form with a file, whose names like `quoted[key][id]` are paths. */
async function formOf(
  request: FastifyRequest,
): Promise<{ fields: object; file: { bytes: Buffer; mimeType: string; filename: string } | undefined }> {
  const { body } = request;
  if (!(body instanceof Uint8Array))
    return { fields: typeof body === 'object' && body !== null ? body : {}, file: undefined };
  const type = request.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;
  const { 'quoted[key][id]': id, ...rest } = fields;
  const file = form.get('file');
  const quotedField = id === undefined ? {} : { quoted: { key: { id } } };
  if (!(file instanceof File)) return { fields: { ...rest, ...quotedField }, file: undefined };
  const [mimeType = ''] = file.type.split(';', 1);
  const bytes = Buffer.from(await file.arrayBuffer());
  return { fields: { ...rest, ...quotedField }, file: { bytes, mimeType, filename: file.name } };
}
