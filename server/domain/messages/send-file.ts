import { isBlank } from '../../../contract/facts/blank.ts';
import { CAPTION_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { SendFileVariables } from '../../../contract/graphql/send-file.ts';
import type { Actor } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { acceptOutgoing, parseReplyId, parseTarget } from './accept-outgoing.ts';
import type { SendServices } from './accept-outgoing.ts';

/**
 * Accepts the file that the user uploaded under the client id, as `acceptOutgoing` does. Refuses a caption that is too
 * long, or that the kind of file doesn't take, and with NOT_FOUND a file that isn't there.
 */
export async function sendFile(
  services: SendServices,
  actor: Actor,
  variables: SendFileVariables,
): Promise<CustomerChat> {
  requirePermission(actor, 'chat');
  const text = parseCaption(variables.caption ?? '');
  const target = { ...parseTarget(actor, variables), replyToId: parseReplyId(variables.reply_message_id) };
  return acceptOutgoing(services, actor, { ...target, text, imageUrl: null, isFile: true });
}

function parseCaption(input: string): string {
  const caption = storableText(input);
  if (isBlank(caption)) return '';
  if (caption.length <= CAPTION_MAX_LENGTH) return caption;
  throw new DomainError('INVALID', 'error.image.captionTooLong', {
    params: { max: CAPTION_MAX_LENGTH },
    fields: { caption: 'error.image.captionTooLong' },
  });
}
