import { isIP } from 'node:net';
import { isBlank } from '../../../contract/facts/blank.ts';
import { CAPTION_MAX_LENGTH, IMAGE_URL_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { tagTypeOfFileName } from '../../../contract/facts/file-extensions.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { SendImageSeleniumVariables } from '../../../contract/graphql/send-image-selenium.ts';
import { isPublic } from '../../identity/provider-fetch.ts';
import type { Actor } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { ErrorParams } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { parseTarget, acceptOutgoing } from './accept-outgoing.ts';
import type { SendServices } from './accept-outgoing.ts';

/**
 * Accepts an image for a customer, as `acceptOutgoing` does. The provider fetches it from its URL; the server never
 * does. Refuses by field a URL that isn't https (the demo accepts http), isn't public or isn't named like an image, and
 * a URL or caption that is too long.
 */
export async function sendImage(
  services: SendServices,
  actor: Actor,
  variables: SendImageSeleniumVariables,
): Promise<CustomerChat> {
  requirePermission(actor, 'chat');
  const imageUrl = parseImageUrl(variables.image_url, services);
  const text = parseCaption(variables.image_caption ?? '');
  return acceptOutgoing(services, actor, {
    ...parseTarget(actor, variables),
    replyToId: null,
    text,
    imageUrl,
    isFile: false,
  });
}

/** The escaped URL to send. Refuses as `sendImage` does. */
export function parseImageUrl(input: string, { isDemo }: { isDemo: boolean }): string {
  const tooLong = () => refused('image_url', 'error.image.urlTooLong', { max: IMAGE_URL_MAX_LENGTH });
  // Don't parse overlong input.
  if (input.length > IMAGE_URL_MAX_LENGTH) throw tooLong();
  const url = URL.parse(input);
  const isAddress = url !== null && (url.protocol === 'https:' || (isDemo && url.protocol === 'http:'));
  if (!isAddress || url.username !== '' || url.password !== '') throw refused('image_url', 'error.image.url');
  if (url.href.length > IMAGE_URL_MAX_LENGTH) throw tooLong();
  if (!isDemo && !isOutside(url.hostname)) throw refused('image_url', 'error.image.inside');
  if (tagTypeOfFileName(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)) !== 'image') {
    throw refused('image_url', 'error.image.kind');
  }
  return url.href;
}

/** Whether a host may be public, judging by its name or address. */
function isOutside(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublic(host);
  return host.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

function parseCaption(input: string): string {
  const caption = storableText(input);
  if (isBlank(caption)) return '';
  if (caption.length > CAPTION_MAX_LENGTH) {
    throw refused('image_caption', 'error.image.captionTooLong', { max: CAPTION_MAX_LENGTH });
  }
  return caption;
}

function refused(field: string, key: string, params?: ErrorParams): DomainError {
  return new DomainError('INVALID', key, { fields: { [field]: key }, ...(params === undefined ? {} : { params }) });
}
