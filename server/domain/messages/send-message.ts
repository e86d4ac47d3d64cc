import { isBlank } from '../../../contract/facts/blank.ts';
import { MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { SendMessageVariables } from '../../../contract/graphql/send-message.ts';
import type { Actor } from '../context.ts';
import { DomainError, invalid } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { parseReplyId, parseTarget, acceptOutgoing } from './accept-outgoing.ts';
import type { SendServices } from './accept-outgoing.ts';

/** Accepts a text for a customer, as `acceptOutgoing` does. Refuses an empty or too long text. */
export async function sendMessage(
  services: SendServices,
  actor: Actor,
  variables: SendMessageVariables,
): Promise<CustomerChat> {
  requirePermission(actor, 'chat');
  const text = parseMessageText(variables.message);
  const target = { ...parseTarget(actor, variables), replyToId: parseReplyId(variables.reply_message_id) };
  return acceptOutgoing(services, actor, { ...target, text, imageUrl: null, isFile: false });
}

/** A message's text as it is stored. Refuses an empty or too long one. */
export function parseMessageText(input: string): string {
  const text = storableText(input);
  if (isBlank(text)) throw invalid('error.message.empty', { message: 'error.message.empty' });
  if (text.length > MESSAGE_MAX_LENGTH) {
    throw new DomainError('INVALID', 'error.message.tooLong', {
      params: { max: MESSAGE_MAX_LENGTH },
      fields: { message: 'error.message.tooLong' },
    });
  }
  return text;
}
