import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { SendMessageVariables } from '../../../contract/graphql/send-message.ts';
import { MESSAGE_MAX_LENGTH } from '../../../contract/limits.ts';
import { isBlank } from '../../../contract/text-of-message.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { DomainError, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { parseSought, replyNotFound, takeOutgoing } from './take-outgoing.ts';
import type { SendServices } from './take-outgoing.ts';

/** Takes a text for a customer, as `takeOutgoing`. Refuses an empty or too long text. */
export async function sendMessage(
  services: SendServices,
  actor: Actor,
  variables: SendMessageVariables,
): Promise<CustomerChat> {
  requirePermission(actor, 'chat');
  const text = parseText(variables.message);
  const sought = { ...parseSought(actor, variables), replyToId: parseReplyId(variables.reply_message_id) };
  return takeOutgoing(services, actor, { ...sought, text, imageUrl: null });
}

function parseText(given: string): string {
  const text = storableText(given);
  if (isBlank(text)) throw invalid('error.message.empty', { message: 'error.message.empty' });
  if (text.length > MESSAGE_MAX_LENGTH) {
    throw new DomainError('INVALID', 'error.message.tooLong', {
      params: { max: MESSAGE_MAX_LENGTH },
      fields: { message: 'error.message.tooLong' },
    });
  }
  return text;
}

function parseReplyId(given: string | null | undefined): Id | null {
  if (given === null || given === undefined) return null;
  try {
    return parseId(given);
  } catch {
    throw replyNotFound();
  }
}
