import { createHash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { behaving } from './behave.ts';
import type { Behave } from './behave.ts';
import { graphFailure, graphFailureBody, invalid } from './graph-errors.ts';
import type { GraphFailure } from './graph-errors.ts';
import { readUpload, UPLOAD_BODY_LIMIT } from './media-upload.ts';
import type { CompanyNumber, PhoneMessage } from './model.ts';
import type { PhoneNetwork } from './phone-network.ts';
import { mediaBytes } from './samples.ts';
import type { Policy } from './policy.ts';
import { parseSendRequest } from './send-request.ts';
import type { Store } from './store.ts';
import { isUserId } from './webhook-body.ts';

export interface GraphRoutesOptions {
  readonly graphPrefix: string;
  readonly store: Store;
  readonly network: PhoneNetwork;
}

interface SendRoute {
  Params: { version: string; phoneNumberId: string };
}
interface MediaRoute {
  Querystring: { fields?: string };
  Params: { version: string; mediaId: string };
}

/** The part of Meta's Graph API that Balcão uses: sends, uploads, read receipts, files. */
export const graphRoutes: FastifyPluginAsync<GraphRoutesOptions> = async (app, { graphPrefix, store, network }) => {
  app.setErrorHandler((_error, _request, reply) => refuse(reply, invalid('Invalid parameter')));

  app.addHook('onRequest', async (request, reply) => {
    if (!hasToken(request)) return refuse(reply, { ...graphFailure(190), message: 'Invalid OAuth access token.' });
    return undefined;
  });

  const behaveAs = behaving(app, store, network);
  const behave = (kind: Parameters<Behave>[0], reply: FastifyReply, accept: () => unknown) =>
    behaveAs(kind, reply, (code) => refuse(reply, graphFailure(code)), accept);

  app.post<SendRoute>(`${graphPrefix}/:version/:phoneNumberId/messages`, async (request, reply) => {
    const { phoneNumberId } = request.params;
    const number = network.number(phoneNumberId);
    if (number === undefined || !isMetas(number)) return refuse(reply, noSuchObject(phoneNumberId));
    const parsed = parseSendRequest(request.body, number, {
      hasMedia: (id) => store.media.has(id),
      templates: [...store.templates.values()].filter(({ accountId }) => accountId === number.accountId),
    });
    if (parsed.kind === 'failure') return refuse(reply, parsed.failure);
    if (parsed.kind === 'read') {
      const { messageId } = parsed;
      if (!network.hasReceived(phoneNumberId, messageId))
        return refuse(reply, invalid('Parameter value is not valid', 131009));
      return behave('reads', reply, () => {
        network.markReadByCompany(phoneNumberId, messageId);
        return { success: true };
      });
    }
    return behave('sends', reply, () => sentBody(network.accept(parsed.message)));
  });

  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: UPLOAD_BODY_LIMIT },
    (_request, body, done) => done(null, body),
  );

  app.post<SendRoute>(`${graphPrefix}/:version/:phoneNumberId/media`, async (request, reply) => {
    const { phoneNumberId } = request.params;
    if (network.number(phoneNumberId) === undefined) return refuse(reply, noSuchObject(phoneNumberId));
    const upload = await readUpload(request.body, request.headers['content-type'] ?? '');
    if ('httpStatus' in upload) return refuse(reply, upload);
    return behave('uploads', reply, () => ({ id: network.storeUpload(upload) }));
  });

  app.get<MediaRoute>(`${graphPrefix}/:version/:mediaId`, async (request, reply) => {
    const { version, mediaId } = request.params;
    const number = network.number(mediaId);
    if (number !== undefined && isMetas(number)) {
      const isNew = Number.parseInt(version.slice(1), 10) >= 24;
      const unknown = isNew ? OLD_LIMIT : NEW_LIMIT;
      if (request.query.fields?.split(',').includes(unknown) === true) return refuse(reply, noSuchField(unknown));
      return reply.send({ ...numberBody(number, store.policy), [isNew ? NEW_LIMIT : OLD_LIMIT]: tierOf(store.policy) });
    }
    const media = store.media.get(mediaId);
    if (media === undefined) return refuse(reply, noSuchObject(mediaId));
    const bytes = await mediaBytes(media);
    return reply.send({
      messaging_product: 'whatsapp',
      url: `${request.protocol}://${request.host}${graphPrefix}/${version}/${mediaId}/file`,
      mime_type: media.mimeType,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      file_size: bytes.byteLength,
      id: media.id,
    });
  });

  app.get<MediaRoute>(`${graphPrefix}/:version/:mediaId/file`, async (request, reply) => {
    const media = store.media.get(request.params.mediaId);
    if (media === undefined) return refuse(reply, noSuchObject(request.params.mediaId));
    const bytes = await mediaBytes(media);
    if (store.policy.downloads.mode === 'cut') {
      network.countCall('downloads');
      return sendHalf(reply, bytes, media.mimeType);
    }
    return behave('downloads', reply, () => {
      reply.type(media.mimeType);
      return bytes;
    });
  });
};

function isMetas({ sms, gateway }: CompanyNumber): boolean {
  return sms === undefined && gateway === undefined;
}

/** Any token is accepted, except one that claims to be expired. */
export function hasToken(request: FastifyRequest): boolean {
  return /^(?:Bearer|OAuth) (?!expired)\S+$/.test(request.headers.authorization ?? '');
}

export function refuse(reply: FastifyReply, failure: GraphFailure): FastifyReply {
  return reply.code(failure.httpStatus).send(graphFailureBody(failure));
}

function noSuchField(name: string): GraphFailure {
  const message = `(#100) Tried accessing nonexisting field (${name})`;
  return { httpStatus: 400, code: 100, message, details: undefined, subcode: undefined };
}

export function noSuchObject(id: string): GraphFailure {
  return {
    httpStatus: 400,
    code: 100,
    message: `Unsupported post request. Object with ID '${id}' does not exist.`,
    details: undefined,
    subcode: 33,
  };
}

function sentBody(message: PhoneMessage): unknown {
  const identity = isUserId(message.customer) ? { user_id: message.customer } : { wa_id: message.customer };
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: message.customer, ...identity }],
    messages: [{ id: message.id }],
  };
}

function numberBody(number: CompanyNumber, { throughput }: Policy): Record<string, unknown> {
  return {
    id: number.phoneNumberId,
    display_phone_number: `+${number.displayPhoneNumber}`,
    verified_name: number.name,
    quality_rating: 'GREEN',
    throughput: { level: throughput === 'high' ? 'HIGH' : 'STANDARD' },
    is_on_biz_app: throughput === 'shared',
  };
}

/** The field of a number's limit, before and since version 24. */
const OLD_LIMIT = 'messaging_limit_tier';
const NEW_LIMIT = 'whatsapp_business_manager_messaging_limit';

const tierOf = ({ dailyLimit }: Policy): string => `TIER_${dailyLimit ?? 'UNLIMITED'}`;

/** Half of a file, and then the connection breaks. */
function sendHalf(reply: FastifyReply, bytes: Buffer, mimeType: string): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': mimeType, 'content-length': bytes.byteLength });
  reply.raw.write(bytes.subarray(0, bytes.byteLength >> 1), () => reply.raw.destroy());
  return reply;
}
