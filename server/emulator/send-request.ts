import * as z from 'zod/mini';
import { MESSAGE_MAX_LENGTH, CAPTION_MAX_LENGTH } from '../../contract/facts/limits.ts';
import { graphFailure, invalid } from './graph-errors.ts';
import type { GraphFailure } from './graph-errors.ts';
import type { CompanyNumber, StoredTemplate } from './model.ts';
import type { CompanyMessage } from './phone-network.ts';
import { readTemplate } from './template-request.ts';
import { interactiveFailure } from './interactive-request.ts';
import { isUserId } from './webhook-body.ts';

const requestSchema = z.looseObject({
  messaging_product: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
  recipient: z.optional(z.unknown()),
  type: z.optional(z.unknown()),
  status: z.optional(z.unknown()),
  message_id: z.optional(z.unknown()),
  context: z.optional(z.looseObject({ message_id: z.optional(z.unknown()) })),
  biz_opaque_callback_data: z.optional(z.unknown()),
});

export type SendRequest =
  | { readonly kind: 'message'; readonly message: CompanyMessage }
  | { readonly kind: 'read'; readonly messageId: string }
  | { readonly kind: 'failure'; readonly failure: GraphFailure };

const CALLBACK_MAX = 512;

/** What a send may refer to: files by their ids, and the account's templates. */
export interface Known {
  readonly hasMedia: (id: string) => boolean;
  readonly templates: readonly StoredTemplate[];
}

/** Validates the body of a send like Meta, with Meta's errors. */
export function parseSendRequest(body: unknown, number: CompanyNumber, known: Known): SendRequest {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return fail(invalid('Invalid parameter'));
  const request = parsed.data;
  if (request.messaging_product !== 'whatsapp') return fail(invalid('The parameter messaging_product is required.'));
  if (request.status !== undefined) {
    return request.status === 'read' && typeof request.message_id === 'string'
      ? { kind: 'read', messageId: request.message_id }
      : fail(invalid('The parameter message_id is required.'));
  }
  const customer = recipientOf(request.to, request.recipient);
  if (customer === undefined) return fail(invalid('The parameter to is required.'));
  if (customer === null) return fail(invalid('Parameter value is not valid', 131009));
  if (customer === number.displayPhoneNumber) return fail(graphFailure(131021));
  const replyTo = request.context?.message_id ?? null;
  if (replyTo !== null && !(typeof replyTo === 'string' && replyTo.startsWith('wamid.'))) {
    return fail(invalid('Parameter value is not valid', 131009));
  }
  const callbackData = request.biz_opaque_callback_data ?? null;
  if (callbackData !== null && !(typeof callbackData === 'string' && callbackData.length <= CALLBACK_MAX)) {
    return fail(invalid(`Param biz_opaque_callback_data must be at most ${CALLBACK_MAX} characters long.`));
  }
  const type = typeof request.type === 'string' ? request.type : 'text';
  const { phoneNumberId } = number;
  if (type === 'template') {
    const sent = readTemplate(request[type], known);
    if ('httpStatus' in sent) return fail(sent);
    return {
      kind: 'message',
      message: { phoneNumberId, customer, type, content: sent.content, replyTo, callbackData },
    };
  }
  const content: unknown = request[type];
  const failure = contentFailure(type, content, known.hasMedia);
  if (failure !== undefined) return fail(failure);
  return { kind: 'message', message: { phoneNumberId, customer, type, content, replyTo, callbackData } };
}

function fail(failure: GraphFailure): SendRequest {
  return { kind: 'failure', failure };
}

/** Undefined if there is none, null if invalid. */
function recipientOf(to: unknown, recipient: unknown): string | null | undefined {
  if (typeof to === 'string' && to !== '') {
    const digits = to.replaceAll(/[\s()+-]/g, '');
    return /^\d{7,15}$/.test(digits) ? digits : null;
  }
  if (typeof recipient === 'string' && recipient !== '') return isUserId(recipient) ? recipient : null;
  return undefined;
}

const textSchema = z.looseObject({
  body: z.string().check(z.minLength(1)),
  preview_url: z.optional(z.boolean()),
});
const linkSchema = z.looseObject({ link: z.string() });
const storedSchema = z.looseObject({ id: z.string() });
const mediaSchema = z.union([storedSchema, linkSchema]);
const captionSchema = z.looseObject({ caption: z.optional(z.string().check(z.maxLength(CAPTION_MAX_LENGTH))) });
const reactionSchema = z.looseObject({ message_id: z.string(), emoji: z.string() });
const locationSchema = z.looseObject({ latitude: z.number(), longitude: z.number() });
const contactsSchema = z
  .array(z.looseObject({ name: z.looseObject({ formatted_name: z.string(), first_name: z.string() }) }))
  .check(z.minLength(1));

function contentFailure(type: string, content: unknown, hasMedia: (id: string) => boolean): GraphFailure | undefined {
  switch (type) {
    case 'text': {
      const text = textSchema.safeParse(content);
      if (!text.success) {
        const isBody = text.error.issues.some(({ path }) => path[0] === 'body');
        return invalid(
          isBody ? "The parameter text['body'] is required." : "Param text['preview_url'] must be a boolean.",
        );
      }
      if (text.data.body.length <= MESSAGE_MAX_LENGTH) return undefined;
      return invalid(`Param text['body'] must be at most ${MESSAGE_MAX_LENGTH} characters long.`);
    }
    case 'image':
    case 'document':
    case 'audio':
    case 'video':
    case 'sticker': {
      const link = linkSchema.safeParse(content);
      if (link.success && !/^https?:$/.test(URL.parse(link.data.link)?.protocol ?? '')) {
        return invalid(`Param ${type}['link'] is not a valid URL.`);
      }
      if (!mediaSchema.safeParse(content).success) return invalid(`The parameter ${type}['link'] is required.`);
      const stored = storedSchema.safeParse(content);
      if (stored.success && !hasMedia(stored.data.id)) {
        return invalid(`Param ${type}['id'] is not a valid whatsapp business account media attachment ID`);
      }
      if (captionSchema.safeParse(content).success) return undefined;
      return invalid(`Param ${type}['caption'] must be at most ${CAPTION_MAX_LENGTH} characters long.`);
    }
    case 'reaction':
      return reactionSchema.safeParse(content).success ? undefined : invalid('The parameter reaction is required.');
    case 'location':
      return locationSchema.safeParse(content).success ? undefined : invalid('The parameter location is required.');
    case 'contacts':
      return contactsSchema.safeParse(content).success ? undefined : invalid('The parameter contacts is required.');
    case 'interactive':
      return interactiveFailure(content);
    default:
      return invalid('Param type must be one of {AUDIO, CONTACTS, DOCUMENT, IMAGE, INTERACTIVE, LOCATION, …}');
  }
}
