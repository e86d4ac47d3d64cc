import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat, RelatedChat } from '../../../contract/entities/customer-chat.ts';
import { QUOTE_MAX_LENGTH } from '../../../contract/facts/limits.ts';

/** A ticket's frame after its flow answered, from the one before: a query would look up all of it again. */
export function ticketAfter(before: ChatTicketFrame, customerLastChat: CustomerChat): ChatTicketFrame {
  const { customerLastChat: last, customerLastReceivedChat } = before;
  return {
    ...before,
    customerLastChat,
    customerLastReceivedChat: last?.type === 1 ? related(last) : customerLastReceivedChat,
    isNotResponded: false,
    waiting_since: null,
  };
}

function related({ id, type, message, tag_type, document_name, is_bot_message, user }: CustomerChat): RelatedChat {
  return { id, type, message: message && shortened(message), tag_type, document_name, is_bot_message, user };
}

/** As `clipped` of `json.ts`: by code points. */
function shortened(text: string): string {
  if (text.length <= QUOTE_MAX_LENGTH) return text;
  const characters = Array.from(text);
  return characters.length <= QUOTE_MAX_LENGTH ? text : `${characters.slice(0, QUOTE_MAX_LENGTH - 1).join('')}…`;
}
