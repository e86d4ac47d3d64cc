import * as z from 'zod/mini';
import { NOT_PAIRED } from '../../../contract/facts/providers.ts';
import type {
  Channel,
  MediaReference,
  MediaResult,
  NotPaired,
  NumberCheck,
  OurNumber,
  OutboundMessage,
  ParsedWebhook,
  ReadResult,
  SendResult,
} from '../channel.ts';
import { phoneDigits } from '../phone-number.ts';
import { isSameSecret } from '../same-secret.ts';
import { gatewayHookPath, parseGatewayAddress } from './address.ts';
import type { GatewayAddress } from './address.ts';
import { postponedSend, refusedSend } from './errors.ts';
import type { GatewayErrorKey } from './errors.ts';
import { callGateway, isAllowed, openCall } from './gateway-call.ts';
import type { GatewayAnswer, GatewayCall, GatewayHosts } from './gateway-call.ts';
import { base64Of, FILE_MAX_BYTES } from './media.ts';
import { jidOf, messageCall } from './message-call.ts';
import { numberOf, readCode, readGatewayEvent } from './read-event.ts';
import { GATEWAY_HOOK_HEADER, gatewayHookSecret } from './secret.ts';

export interface GatewaySettings {
  readonly hosts: () => GatewayHosts;
  /** The URL of an address's gateway, and whether its phone is paired, as last known. */
  readonly gatewayOf: (
    address: GatewayAddress,
  ) => Promise<{ readonly url: string; readonly isPaired: boolean } | undefined>;
  /** The key of an instance, for files. */
  readonly keyOf: (address: string) => Promise<string | undefined>;
  /** Our own public address, which gateways report to; undefined: none is set. */
  readonly publicUrl: () => string | undefined;
  /** After this long without an answer a send is `unknown`. */
  readonly timeoutMs?: number;
}

/** A gateway's raw webhook. */
export interface GatewayHook {
  readonly address: string;
  readonly key: string;
  readonly secret: string | undefined;
  readonly rawBody: Uint8Array;
  readonly now: Date;
}

const EVENTS = [
  'MESSAGES_UPSERT',
  'MESSAGES_UPDATE',
  'MESSAGES_EDITED',
  'MESSAGES_DELETE',
  'CONNECTION_UPDATE',
  'QRCODE_UPDATED',
];

type Refused = Extract<NumberCheck, { outcome: 'refused' }>;
type Webhook = {
  readonly enabled: boolean;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly byEvents: boolean;
  readonly base64: boolean;
  readonly events: readonly string[];
};

const sentSchema = z.looseObject({ key: z.looseObject({ id: z.string().check(z.minLength(1)) }) });
const stateSchema = z.looseObject({ instance: z.looseObject({ state: z.string() }) });
const createdSchema = z.looseObject({ qrcode: z.optional(z.nullable(z.unknown())) });
const listedSchema = z.array(
  z.looseObject({
    ownerJid: z.optional(z.nullable(z.string())),
    profileName: z.optional(z.nullable(z.string())),
  }),
);

/** A gateway to WhatsApp that isn't official, by Evolution API's protocol (version 2). */
export class EvolutionChannel implements Channel {
  readonly name = 'whatsapp';
  readonly #settings: GatewaySettings;

  constructor(settings: GatewaySettings) {
    this.#settings = settings;
  }

  async send(message: OutboundMessage, signal?: AbortSignal): Promise<SendResult> {
    const address = parseGatewayAddress(message.phoneNumberId);
    const number = phoneDigits(message.to);
    if (number === undefined) return refusedSend(400, 'channel.error.gateway.noNumber');
    const gateway = address && (await this.#settings.gatewayOf(address));
    if (address === undefined || gateway === undefined) return refusedSend(0, 'channel.error.gateway.notSetUp');
    if (message.accessToken === undefined) return refusedSend(401, 'channel.error.gateway.key');
    if (!gateway.isPaired) return postponedSend(0, NOT_PAIRED);
    const call = await messageCall(address.name, number, message);
    if (call === undefined) return refusedSend(0, 'channel.error.gateway.refused');
    const { timeoutMs } = this.#settings;
    const timed = timeoutMs === undefined ? call : { ...call, timeoutMs };
    const answer = await callGateway(
      this.#settings.hosts(),
      { url: gateway.url, key: message.accessToken },
      timed,
      signal,
    );
    return sendResult(answer, number);
  }

  /** Whether the operator lets companies use a gateway at this address. */
  isAllowed(url: string): boolean {
    return isAllowed(url, this.#settings.hosts());
  }

  /** Checks a paired phone without starting a pairing; fails unless the gateway reports to us. */
  async checkNumber(phoneNumberId: string, token: string | undefined, signal?: AbortSignal): Promise<NumberCheck> {
    const number = { phoneNumberId, accessToken: token };
    const webhook = this.#webhookOf(number);
    if ('outcome' in webhook) return webhook;
    const state = await this.#call(number, (name) => get(`connectionState/${name}`), signal);
    const failed = checkOf(state);
    if (failed !== undefined) return failed;
    if (!isOpen(state)) return refusedCheck(0, NOT_PAIRED);
    const unset = checkOf(await this.#setWebhook(number, webhook, signal));
    return unset ?? { outcome: 'found', displayNumber: null, verifiedName: null };
  }

  /** Creates the instance at the gateway, sets its webhook, and starts or renews the pairing if needed. */
  async pair(number: OurNumber, signal?: AbortSignal): Promise<NumberCheck | NotPaired> {
    const webhook = this.#webhookOf(number);
    if ('outcome' in webhook) return webhook;
    const state = await this.#call(number, (name) => get(`connectionState/${name}`), signal);
    if (state.kind === 'answer' && state.status === 404) {
      const body = {
        instanceName: parseGatewayAddress(number.phoneNumberId)?.name,
        integration: 'WHATSAPP-BAILEYS',
        qrcode: true,
        groupsIgnore: true,
        webhook,
      };
      const created = await this.#call(number, () => ({ method: 'POST', path: '/instance/create', body }), signal);
      return checkOf(created) ?? notPaired(createdSchema.safeParse(jsonOf(created)).data?.qrcode);
    }
    const refused = checkOf(state);
    if (refused !== undefined) return refused;
    const unset = checkOf(await this.#setWebhook(number, webhook, signal));
    if (unset !== undefined) return unset;
    if (isOpen(state)) return this.#found(number, signal);
    const connected = await this.#call(number, (name) => get(`connect/${name}`), signal);
    if (isOpen(connected)) return this.#found(number, signal);
    return checkOf(connected) ?? notPaired(jsonOf(connected));
  }

  async markRead(
    number: OurNumber,
    providerMessageId: string,
    signal: AbortSignal | undefined,
    from: string,
  ): Promise<ReadResult> {
    const readMessages = [{ id: providerMessageId, fromMe: false, remoteJid: jidOf(from) }];
    const answer = await this.#call(
      number,
      (name) => ({ method: 'POST', path: `/chat/markMessageAsRead/${name}`, body: { readMessages } }),
      signal,
    );
    return checkOf(answer) ?? { outcome: 'done' };
  }

  /** The file of a message, which the gateway decrypts. */
  async fetchMedia(phoneNumberId: string, media: MediaReference, signal?: AbortSignal): Promise<MediaResult> {
    const address = parseGatewayAddress(phoneNumberId);
    const gateway = address && (await this.#settings.gatewayOf(address));
    const key = await this.#settings.keyOf(phoneNumberId);
    if (address === undefined || gateway === undefined || key === undefined) return RETRY_FILE;
    const call: GatewayCall = {
      method: 'POST',
      path: `/chat/getBase64FromMediaMessage/${encodeURIComponent(address.name)}`,
      body: { message: { key: { id: media.id } } },
      timeoutMs: 120_000,
    };
    const opened = await openCall(this.#settings.hosts(), { url: gateway.url, key }, call, signal);
    if (opened.kind !== 'answer') return RETRY_FILE;
    const { status, body } = opened;
    if (status < 300) {
      return { outcome: 'found', mimeType: media.mimeType, maxBytes: FILE_MAX_BYTES, bytes: base64Of(body) };
    }
    await body.dump();
    // The gateway answers 400 both for a file that is gone and for its own failures.
    return RETRY_FILE;
  }

  readHook({ address, key, secret, rawBody, now }: GatewayHook): ParsedWebhook | undefined {
    if (secret === undefined || !isSameSecret(secret, gatewayHookSecret(address, key))) return undefined;
    return readGatewayEvent(address, rawBody, now);
  }

  /** The webhook's configuration, or why there can't be one. */
  #webhookOf({ phoneNumberId, accessToken }: OurNumber): Webhook | Refused {
    const publicUrl = this.#settings.publicUrl();
    const address = parseGatewayAddress(phoneNumberId);
    if (publicUrl === undefined) return { outcome: 'refused', code: 0, key: 'error.instance.noPublicUrl' };
    if (address === undefined || accessToken === undefined) return refusedCheck(401, 'channel.error.gateway.key');
    return {
      enabled: true,
      url: `${publicUrl}${gatewayHookPath(address)}`,
      headers: { [GATEWAY_HOOK_HEADER]: gatewayHookSecret(phoneNumberId, accessToken) },
      byEvents: false,
      base64: false,
      events: EVENTS,
    };
  }

  #setWebhook(number: OurNumber, webhook: Webhook, signal: AbortSignal | undefined): Promise<GatewayAnswer> {
    return this.#call(number, (name) => ({ method: 'POST', path: `/webhook/set/${name}`, body: { webhook } }), signal);
  }

  async #found(number: OurNumber, signal: AbortSignal | undefined): Promise<NumberCheck> {
    const listed = await this.#call(number, (name) => get(`fetchInstances?instanceName=${name}`), signal);
    const one = listedSchema.safeParse(jsonOf(listed)).data?.[0];
    return { outcome: 'found', displayNumber: numberOf(one?.ownerJid) ?? null, verifiedName: one?.profileName ?? null };
  }

  async #call(
    { phoneNumberId, accessToken }: OurNumber,
    callOf: (name: string) => GatewayCall,
    signal: AbortSignal | undefined,
  ): Promise<GatewayAnswer> {
    const address = parseGatewayAddress(phoneNumberId);
    const gateway = address && (await this.#settings.gatewayOf(address));
    if (address === undefined || gateway === undefined) return { kind: 'notReached' };
    if (accessToken === undefined) return { kind: 'answer', status: 401, json: undefined, text: '' };
    const call = callOf(encodeURIComponent(address.name));
    return callGateway(this.#settings.hosts(), { url: gateway.url, key: accessToken }, call, signal);
  }
}

const RETRY_FILE: MediaResult = { outcome: 'retryable', code: 0, key: 'channel.error.media' };

function get(path: string): GatewayCall {
  return { method: 'GET', path: `/instance/${path}` };
}

function jsonOf(answer: GatewayAnswer): unknown {
  return answer.kind === 'answer' ? answer.json : undefined;
}

function isOpen(answer: GatewayAnswer): boolean {
  return stateSchema.safeParse(jsonOf(answer)).data?.instance.state === 'open';
}

function notPaired(qrcode: unknown): NotPaired {
  return { outcome: 'notPaired', key: NOT_PAIRED, code: readCode(qrcode) };
}

function refusedCheck(code: number, key: GatewayErrorKey): Refused {
  return { outcome: 'refused', code, key };
}

/** Why a call failed; undefined if it didn't. */
function checkOf(answer: GatewayAnswer): Extract<NumberCheck, { outcome: 'refused' | 'retryable' }> | undefined {
  if (answer.kind === 'notAllowed') return refusedCheck(0, 'channel.error.gateway.host');
  if (answer.kind !== 'answer' || answer.status >= 500) {
    return { outcome: 'retryable', code: 0, key: 'channel.error.gateway.unavailable' };
  }
  const { status } = answer;
  if (status < 300) return undefined;
  if (status === 401 || status === 403) return refusedCheck(status, 'channel.error.gateway.key');
  if (status === 404) return refusedCheck(status, NOT_PAIRED);
  // Redirects aren't followed: they could lead to a private address.
  return refusedCheck(status, status < 400 ? 'channel.error.gateway.unavailable' : 'channel.error.gateway.refused');
}

/** The outcome of a send. The gateway also answers 400 for failures after WhatsApp accepted the message. */
function sendResult(answer: GatewayAnswer, recipient: string): SendResult {
  if (answer.kind === 'notAllowed') return refusedSend(0, 'channel.error.gateway.host');
  if (answer.kind === 'notReached') return postponedSend(0, 'channel.error.gateway.unavailable');
  if (answer.kind === 'lost') return { outcome: 'unknown', reason: answer.reason };
  const { status, json, text } = answer;
  if (status < 300) {
    const sent = sentSchema.safeParse(json);
    if (!sent.success) return { outcome: 'unknown', reason: 'answer' };
    return { outcome: 'accepted', providerMessageId: sent.data.key.id, recipient };
  }
  const details = text.slice(0, 300);
  if (status === 401 || status === 403) return refusedSend(status, 'channel.error.gateway.key', details);
  // The gateway deleted the instance; pairing it again recreates it.
  if (status === 404) return postponedSend(status, NOT_PAIRED, details);
  if (status < 400) return refusedSend(status, 'channel.error.gateway.unavailable', details);
  if (/connection closed/i.test(text)) return postponedSend(status, NOT_PAIRED, details);
  if (/"exists":\s*false/.test(text)) return refusedSend(status, 'channel.error.gateway.noNumber', details);
  if (status === 413 || /owned media must be|requires property|is not one of enum/i.test(text)) {
    return refusedSend(status, 'channel.error.gateway.refused', details);
  }
  return { outcome: 'unknown', reason: 'answer' };
}
