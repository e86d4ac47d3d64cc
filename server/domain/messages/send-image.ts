import { isIP } from 'node:net';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { SendImageSeleniumVariables } from '../../../contract/graphql/send-image-selenium.ts';
import { CAPTION_MAX_LENGTH, IMAGE_URL_MAX_LENGTH } from '../../../contract/limits.ts';
import { tagTypeOfFileName } from '../../../contract/tag-type.ts';
import { isBlank } from '../../../contract/text-of-message.ts';
import { isPublic } from '../../identity/provider-fetch.ts';
import type { Actor } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { ErrorParams } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { parseSought, takeOutgoing } from './take-outgoing.ts';
import type { SendServices } from './take-outgoing.ts';

/**
 * Takes an image for a customer, as `takeOutgoing`. The provider fetches it from its address, the server
 * never does. Refuses by field an address that isn't https (the demo takes http too), that no one
 * outside can reach, whose name isn't an image's, and an address or a caption that is too long.
 */
export async function sendImage(
  services: SendServices,
  actor: Actor,
  variables: SendImageSeleniumVariables,
): Promise<CustomerChat> {
  requirePermission(actor, 'chat');
  const imageUrl = parseImageUrl(variables.image_url, services);
  const text = parseCaption(variables.image_caption ?? '');
  return takeOutgoing(services, actor, { ...parseSought(actor, variables), replyToId: null, text, imageUrl });
}

/** The address as it is sent on, escaped. Refuses as `sendImage`. */
export function parseImageUrl(given: string, { isDemo }: { isDemo: boolean }): string {
  const tooLong = () => refused('image_url', 'error.image.urlTooLong', { max: IMAGE_URL_MAX_LENGTH });
  // What is far too long isn't even looked at.
  if (given.length > IMAGE_URL_MAX_LENGTH) throw tooLong();
  const url = URL.parse(given);
  const isAddress = url !== null && (url.protocol === 'https:' || (isDemo && url.protocol === 'http:'));
  if (!isAddress || url.username !== '' || url.password !== '') throw refused('image_url', 'error.image.url');
  if (url.href.length > IMAGE_URL_MAX_LENGTH) throw tooLong();
  if (!isDemo && !isOutside(url.hostname)) throw refused('image_url', 'error.image.inside');
  if (tagTypeOfFileName(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)) !== 'image') {
    throw refused('image_url', 'error.image.kind');
  }
  return url.href;
}

/** Whether a host may be reachable from outside, as far as its name or address tells. */
function isOutside(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublic(host);
  return host.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

function parseCaption(given: string): string {
  const caption = storableText(given);
  if (isBlank(caption)) return '';
  if (caption.length > CAPTION_MAX_LENGTH) {
    throw refused('image_caption', 'error.image.captionTooLong', { max: CAPTION_MAX_LENGTH });
  }
  return caption;
}

function refused(field: string, key: string, params?: ErrorParams): DomainError {
  return new DomainError('INVALID', key, { fields: { [field]: key }, ...(params === undefined ? {} : { params }) });
}
