import { withShortcut } from '../shortcut.ts';
import type { ConversationContext } from './conversation.context.ts';
import { fold, restartedAt } from './conversation.fold.ts';
import type { ConversationEvent } from './conversation.fold.ts';
import { conversationMachine, unknownConversation } from './conversation.machine.ts';
import type { ConversationSnapshot } from './conversation.machine.ts';

/** The conversation's machine; events that change only its context take the shortcut. */
export const conversationLogic = withShortcut(conversationMachine, { begin: unknownConversation, fold: foldFacts });

function foldFacts(known: ConversationContext, event: ConversationEvent, value: ConversationSnapshot['value']) {
  switch (event.type) {
    case 'ticket.listed':
    case 'message.arrived':
    case 'message.ackChanged':
    case 'customer.arrived': {
      const context = fold(known, event);
      return context.outdated === known.outdated ? context : null;
    }
    case 'app.opened':
      return value.chat === 'cold' && fold(known, event) === known ? known : null;
    case 'socket.greeted':
      return !event.recovered && known.chat === null && known.watchers.length === 0
        ? restartedAt(known, event.head)
        : null;
    default:
      return null;
  }
}
