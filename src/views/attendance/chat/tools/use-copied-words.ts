import type { Message } from '../../../../machines/entities/entities.ts';
import { selectLongText } from '../../../../machines/conversation/conversation.selectors.ts';
import { selectTicket } from '../../../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import type { ConversationActor } from '../../actors.ts';
import { nameOf } from '../../customer-name.ts';
import { authorOf } from '../bubble-view.ts';
import { isTextual, usePlainPreview } from '../use-preview.ts';

/** Messages as one text: of several, each with when it was said and by whom. */
export function useCopiedWords(conversation: ConversationActor): (messages: readonly Message[]) => string {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const preview = usePlainPreview();
  const { viewer } = conversation.getSnapshot().context;
  // Of a long one that isn't loaded whole, it is said that there is more.
  const wordsOf = (message: Message) =>
    isTextual(message.tag) && message.text !== null
      ? (wholeText(conversation, message) ?? `${message.text}…`)
      : preview(message);
  return (messages) => {
    const [first] = messages;
    if (messages.length === 1 && first !== undefined) return wordsOf(first);
    return messages
      .map((message) => {
        const actor = directory.ticket(message.ticketId);
        const ticket = actor === undefined ? null : selectTicket(actor.getSnapshot());
        const customerName = ticket === null ? text('picking.customer') : nameOf(ticket, formats.phone);
        const author = authorOf(message, text, { customerName, viewerId: viewer.userId });
        return `[${formats.date(message.at)}, ${formats.time(message.at)}] ${author}: ${wordsOf(message)}`;
      })
      .join('\n');
  };
}

/** The text of a message; null if it has none, or not all of it is loaded. */
export function wholeText(conversation: ConversationActor, { id, text, cut }: Message): string | null {
  if (!cut) return text === null || text.trim() === '' ? null : text;
  const long = selectLongText(conversation.getSnapshot(), id);
  return long?.next === null ? long.parts.join('') : null;
}
