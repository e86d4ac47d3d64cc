import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { behaving } from './behave.ts';
import type { CompanyNumber } from './model.ts';
import type { PhoneNetwork } from './phone-network.ts';
import type { Store } from './store.ts';

export interface SmsRoutesOptions {
  readonly store: Store;
  readonly network: PhoneNetwork;
}

type TwilioRoute = { Params: { account: string } };

const TEXT_MAX = 1_600;
const ZENVIA_MAX = 1_520;

const zenviaSchema = z.object({
  from: z.string(),
  to: z.string(),
  externalId: z.optional(z.string()),
  contents: z
    .array(z.object({ type: z.literal('text'), text: z.string().check(z.minLength(1)) }))
    .check(z.minLength(1)),
});
const subscriptionSchema = z.object({
  eventType: z.enum(['MESSAGE', 'MESSAGE_STATUS']),
  webhook: z.object({ url: z.string(), headers: z.optional(z.record(z.string(), z.string())) }),
  criteria: z.object({ channel: z.literal('sms'), direction: z.optional(z.string()) }),
});

/** The parts of Twilio's and Zenvia's APIs that Balcão uses, below `/emulator/twilio` and `/emulator/zenvia`. */
export const smsRoutes: FastifyPluginAsync<SmsRoutesOptions> = async (app, { store, network }) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const behave = behaving(app, store, network);

  const twilioNumbers = (account: string) =>
    network.numbers.filter(({ sms }) => sms?.provider === 'twilio' && sms.account === account);
  const isTwilio = ({ params, headers }: FastifyRequest<TwilioRoute>) =>
    twilioNumbers(params.account).some(
      ({ sms }) => headers.authorization === `Basic ${btoa(`${params.account}:${sms?.token ?? ''}`)}`,
    );
  const base = '/emulator/twilio/2010-04-01/Accounts/:account';

  app.post<TwilioRoute>(`${base}/Messages.json`, async (request, reply) => {
    if (!isTwilio(request)) return twilioError(reply, 20_003, 401, 'Authenticate');
    const form = z.record(z.string(), z.string()).parse(request.body ?? {});
    const { To = '', From = '', Body = '', StatusCallback = null } = form;
    const number = twilioNumbers(request.params.account).find(({ phoneNumberId }) => From === `+${phoneNumberId}`);
    if (number === undefined) return twilioError(reply, 21_606, 400, `The From number ${From} is not yours.`);
    if (!/^\+\d{8,15}$/.test(To)) return twilioError(reply, 21_211, 400, `Invalid 'To' Phone Number: ${To}`);
    if (Body === '') return twilioError(reply, 21_602, 400, 'Message body is required.');
    if (Body.length > TEXT_MAX) return twilioError(reply, 21_617, 400, 'The message body exceeds the limit.');
    return behave(
      'sends',
      reply,
      (code) => twilioError(reply, code, STATUS_OF.get(code) ?? 400, 'Refused'),
      () => {
        const message = network.accept(smsMessage(number, To.slice(1), Body, StatusCallback));
        reply.code(201);
        return { sid: message.id, status: 'queued', to: To, from: From, body: Body, error_code: null };
      },
    );
  });

  app.get<TwilioRoute & { Querystring: { PhoneNumber?: string } }>(
    `${base}/IncomingPhoneNumbers.json`,
    async (request, reply) => {
      if (!isTwilio(request)) return twilioError(reply, 20_003, 401, 'Authenticate');
      const wanted = request.query.PhoneNumber;
      const numbers = twilioNumbers(request.params.account).filter(
        ({ phoneNumberId }) => wanted === undefined || wanted === `+${phoneNumberId}`,
      );
      return reply.send({ incoming_phone_numbers: numbers.map(twilioNumber) });
    },
  );

  app.post<TwilioRoute & { Params: { sid: string } }>(`${base}/IncomingPhoneNumbers/:sid`, async (request, reply) => {
    if (!isTwilio(request)) return twilioError(reply, 20_003, 401, 'Authenticate');
    const sid = request.params.sid.replace(/\.json$/, '');
    const number = twilioNumbers(request.params.account).find((each) => twilioNumber(each).sid === sid);
    if (number === undefined) return twilioError(reply, 20_404, 404, 'The requested resource was not found');
    const { SmsUrl } = z.looseObject({ SmsUrl: z.optional(z.string()) }).parse(request.body ?? {});
    if (SmsUrl !== undefined) {
      const hook = { id: sid, number: number.phoneNumberId, event: 'sms', url: SmsUrl, headers: {} };
      store.apply({ record: 'hook', hook });
    }
    return reply.send({ ...twilioNumber(number), sms_url: SmsUrl ?? null });
  });

  /** The numbers of the account with this token. */
  const zenviaNumbers = ({ headers }: FastifyRequest) =>
    network.numbers.filter(({ sms }) => sms?.provider === 'zenvia' && headers['x-api-token'] === sms.token);
  const noToken = (reply: FastifyReply) =>
    reply.code(401).send({ code: 'AUTHENTICATION_ERROR', message: 'No authorization token was found' });

  app.post('/emulator/zenvia/v2/channels/sms/messages', async (request, reply) => {
    const numbers = zenviaNumbers(request);
    if (numbers.length === 0) return noToken(reply);
    const parsed = zenviaSchema.safeParse(request.body);
    const text = parsed.data?.contents.map((each) => each.text).join('\n') ?? '';
    const number = numbers.find(({ phoneNumberId }) => phoneNumberId === parsed.data?.from);
    if (!parsed.success || number === undefined || !/^\d{8,15}$/.test(parsed.data.to) || text.length > ZENVIA_MAX) {
      return reply.code(400).send({ code: 'VALIDATION_ERROR', message: 'Validation error', details: [] });
    }
    const { to, externalId = null } = parsed.data;
    return behave(
      'sends',
      reply,
      (code) => reply.code(code >= 400 && code < 600 ? code : 400).send({ code: 'REFUSED', message: 'Refused' }),
      () => ({ ...parsed.data, id: network.accept(smsMessage(number, to, text, externalId)).id, direction: 'OUT' }),
    );
  });

  const ofToken = (request: FastifyRequest) => {
    const account = zenviaNumbers(request)[0]?.sms?.account;
    return [...store.hooks.values()].filter(({ number }) => number === account);
  };

  app.get('/emulator/zenvia/v2/subscriptions', async (request, reply) => {
    if (zenviaNumbers(request).length === 0) return noToken(reply);
    return reply.send(
      ofToken(request).map(({ id, event, url, headers }) => ({ id, eventType: event, webhook: { url, headers } })),
    );
  });

  app.post('/emulator/zenvia/v2/subscriptions', async (request, reply) => {
    const account = zenviaNumbers(request)[0]?.sms?.account;
    if (account === undefined) return noToken(reply);
    const { eventType: event, webhook } = subscriptionSchema.parse(request.body);
    if (ofToken(request).filter((hook) => hook.event === event).length >= 2) {
      return reply.code(409).send({ code: 'CONFLICT', message: 'Too many subscriptions with the same criteria' });
    }
    const hook = { id: randomUUID(), number: account, event, url: webhook.url, headers: webhook.headers ?? {} };
    store.apply({ record: 'hook', hook });
    return reply.send({ id: hook.id, eventType: event, webhook });
  });

  app.delete<{ Params: { id: string } }>('/emulator/zenvia/v2/subscriptions/:id', async (request, reply) => {
    const hook = ofToken(request).find(({ id }) => id === request.params.id);
    if (hook === undefined) return reply.code(404).send({ code: 'NOT_FOUND', message: 'Not found' });
    store.apply({ record: 'hookGone', id: hook.id });
    return reply.code(204).send();
  });
};

/** HTTP statuses of Twilio's codes, where it isn't 400. */
const STATUS_OF: ReadonlyMap<number, number> = new Map([
  [20_003, 401],
  [20_429, 429],
  [20_500, 500],
]);

function twilioError(reply: FastifyReply, code: number, status: number, message: string): FastifyReply {
  return reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

function twilioNumber({ phoneNumberId, name }: CompanyNumber) {
  return {
    sid: `PN${phoneNumberId.padStart(32, '0')}`,
    phone_number: `+${phoneNumberId}`,
    friendly_name: name,
    capabilities: { sms: true, mms: false, voice: true },
  };
}

function smsMessage({ phoneNumberId }: CompanyNumber, customer: string, body: string, callbackData: string | null) {
  return { phoneNumberId, customer, type: 'text', content: { body }, replyTo: null, callbackData };
}
