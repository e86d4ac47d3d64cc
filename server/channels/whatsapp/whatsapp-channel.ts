import * as z from 'zod/mini';
import { unreachable } from '../../unreachable.ts';
import type {
  AccountCheck,
  FullChannel,
  MediaReference,
  MediaResult,
  MediaUpload,
  NumberCheck,
  OurNumber,
  OutboundMessage,
  ParsedWebhook,
  ReadResult,
  SendResult,
  TemplateListing,
  UploadResult,
} from '../channel.ts';
import type { ExampleFile, ExampleResult, NewTemplate, TemplateResult } from '../new-template.ts';
import { deleteWhatsAppTemplate, submitWhatsAppTemplate, uploadWhatsAppExample } from './edit-templates.ts';
import { GraphClient } from './graph-client.ts';
import type { GraphFailure } from './graph-client.ts';
import { limitField, limitOfTier } from './limit-tier.ts';
import { fetchWhatsAppMedia } from './media.ts';
import { messageBody } from './message-body.ts';
import { parseWhatsAppWebhook } from './parse-webhook.ts';
import { PER_SECOND } from './settings.ts';
import type { WhatsAppSettings } from './settings.ts';
import { isSignatureValid } from './signature.ts';
import { findWhatsAppAccount, listWhatsAppTemplates } from './templates.ts';
import { uploadWhatsAppMedia } from './upload-media.ts';

const sentSchema = z.looseObject({
  contacts: z.optional(z.array(z.looseObject({ wa_id: z.optional(z.string()), user_id: z.optional(z.string()) }))),
  messages: z.array(z.looseObject({ id: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
});

const numberSchema = z.looseObject({
  id: z.string(),
  display_phone_number: z.optional(z.string()),
  verified_name: z.optional(z.string()),
  throughput: z.optional(z.looseObject({ level: z.optional(z.string()) })),
  is_on_biz_app: z.optional(z.boolean()),
  messaging_limit_tier: z.optional(z.string()),
  whatsapp_business_manager_messaging_limit: z.optional(z.string()),
});

/** A number's throughput in messages per second; undefined if its level is unknown to us. */
function perSecondOf({ throughput, is_on_biz_app: isShared = false }: z.infer<typeof numberSchema>) {
  if (isShared) return PER_SECOND.shared;
  if (throughput?.level === 'HIGH') return PER_SECOND.high;
  return throughput?.level === 'STANDARD' ? PER_SECOND.standard : undefined;
}

/** Meta's Cloud API as a channel. It doesn't know whether Meta or the emulator answers. */
export class WhatsAppChannel implements FullChannel {
  readonly name = 'whatsapp';
  readonly #settings: WhatsAppSettings;
  readonly #client: GraphClient;

  constructor(settings: WhatsAppSettings) {
    this.#settings = settings;
    this.#client = new GraphClient(settings);
  }

  async send(message: OutboundMessage, signal?: AbortSignal): Promise<SendResult> {
    const body = messageBody(message);
    if (body === undefined) {
      return {
        outcome: 'refused',
        code: 131009,
        key: 'channel.error.undeliverable',
        details: undefined,
        retryable: false,
      };
    }
    const { phoneNumberId, accessToken } = message;
    const path = `${encodeURIComponent(phoneNumberId)}/messages`;
    const answer = await this.#client.post(accessToken, path, body, signal);
    return answer.kind === 'ok' ? accepted(answer.text) : notSent(answer);
  }

  uploadMedia(number: OurNumber, file: MediaUpload, signal?: AbortSignal): Promise<UploadResult> {
    return uploadWhatsAppMedia(this.#client, number, file, signal);
  }

  sendsFiles(): boolean {
    return false;
  }

  async markRead(
    { phoneNumberId, accessToken }: OurNumber,
    providerMessageId: string,
    signal?: AbortSignal,
  ): Promise<ReadResult> {
    const body = { messaging_product: 'whatsapp', status: 'read', message_id: providerMessageId };
    const path = `${encodeURIComponent(phoneNumberId)}/messages`;
    const answer = await this.#client.post(accessToken, path, body, signal);
    if (answer.kind === 'error') {
      const { code, key, retryable } = answer;
      return { outcome: retryable ? 'retryable' : 'refused', code, key };
    }
    if (answer.kind !== 'ok') return { outcome: 'retryable', code: 0, key: 'channel.error.unavailable' };
    return { outcome: 'done' };
  }

  fetchMedia(phoneNumberId: string, media: MediaReference, signal?: AbortSignal): Promise<MediaResult> {
    return fetchWhatsAppMedia(this.#client, this.#settings.graphUrl(), phoneNumberId, media, signal);
  }

  async checkNumber(phoneNumberId: string, token: string | undefined, signal?: AbortSignal): Promise<NumberCheck> {
    const path = `${encodeURIComponent(phoneNumberId)}?fields=display_phone_number,verified_name,throughput,is_on_biz_app`;
    const ask = (more = '') => this.#client.callWith(token, { path: path + more }, undefined, signal);
    const limit = limitField(this.#settings.graphUrl());
    let answer = await ask(`,${limit}`);
    // Its name has changed once: a number isn't cut off because its limit can't be asked.
    if (answer.kind === 'error' && answer.key === 'channel.error.invalid') answer = await ask();
    if (answer.kind === 'error') {
      const { code, key } = answer;
      if (answer.retryable) return { outcome: 'retryable', code, key };
      // The number is the only input, so the error is about it.
      return { outcome: 'refused', code, key: key === 'channel.error.invalid' ? 'channel.error.unknownNumber' : key };
    }
    const body = answer.kind === 'ok' ? parseJson(await answer.response.text().catch(() => '')) : undefined;
    const parsed = numberSchema.safeParse(body);
    if (!parsed.success) return { outcome: 'retryable', code: 0, key: 'channel.error.unavailable' };
    const { display_phone_number: displayNumber = null, verified_name: verifiedName = null } = parsed.data;
    const dailyLimit = limitOfTier(parsed.data[limit]);
    return { outcome: 'found', displayNumber, verifiedName, perSecond: perSecondOf(parsed.data), dailyLimit };
  }

  findAccount(number: OurNumber, signal?: AbortSignal): Promise<AccountCheck> {
    return findWhatsAppAccount(this.#client, number, signal);
  }

  listTemplates(accountId: string, token: string | undefined, signal?: AbortSignal): Promise<TemplateListing> {
    return listWhatsAppTemplates(this.#client, accountId, token, signal);
  }

  submitTemplate(
    accountId: string,
    token: string | undefined,
    template: NewTemplate,
    signal?: AbortSignal,
  ): Promise<TemplateResult> {
    return submitWhatsAppTemplate(this.#client, accountId, token, template, signal);
  }

  deleteTemplate(
    accountId: string,
    token: string | undefined,
    template: { readonly providerId: string; readonly name: string },
    signal?: AbortSignal,
  ): ReturnType<FullChannel['deleteTemplate']> {
    return deleteWhatsAppTemplate(this.#client, accountId, token, template, signal);
  }

  uploadExample(token: string | undefined, file: ExampleFile, signal?: AbortSignal): Promise<ExampleResult> {
    return uploadWhatsAppExample(this.#client, token, file, signal);
  }

  isSigned(rawBody: Uint8Array, signature: string | undefined): boolean {
    return isSignatureValid(rawBody, signature, this.#settings.appSecret);
  }

  parseWebhook(rawBody: Uint8Array): ParsedWebhook {
    return parseWhatsAppWebhook(rawBody);
  }
}

function accepted(text: string): SendResult {
  const parsed = sentSchema.safeParse(parseJson(text));
  const id = parsed.success ? parsed.data.messages[0]?.id : undefined;
  // Accepted without an id: the message is probably on its way.
  if (!parsed.success || id === undefined) return { outcome: 'unknown', reason: 'answer' };
  const contact = parsed.data.contacts?.[0];
  return { outcome: 'accepted', providerMessageId: id, recipient: contact?.wa_id ?? contact?.user_id };
}

function notSent(answer: GraphFailure): SendResult {
  switch (answer.kind) {
    case 'lost':
      return { outcome: 'unknown', reason: answer.reason };
    case 'notReached':
      return {
        outcome: 'retryable',
        code: 0,
        key: 'channel.error.unavailable',
        details: undefined,
        retryAfterMs: undefined,
      };
    case 'error': {
      const { code, key, details, retryAfterMs } = answer;
      return answer.retryable
        ? { outcome: 'retryable', code, key, details, retryAfterMs }
        : { outcome: 'refused', code, key, details, retryable: false };
    }
    default:
      return unreachable(answer);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
