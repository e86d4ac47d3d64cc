import { otherOf } from '../../models/two-attendants.model.ts';
import type { Look, Presence, Who } from '../../models/two-attendants.model.ts';
import { selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import {
  selectDraft,
  selectLastReceivedAt,
  selectMessages,
} from '../../src/machines/conversation/conversation.selectors.ts';
import type { ConversationSnapshot } from '../../src/machines/conversation/conversation.machine.ts';
import type { Directory } from '../../src/machines/directory.ts';
import type { ConversationKey } from '../../src/machines/entities/ids.ts';
import { selectOutgoing, selectSendState } from '../../src/machines/message-send/message-send.selectors.ts';
import { selectViewing } from '../../src/machines/presence/presence.selectors.ts';
import { selectIsGone, selectLifecycle, selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import { selectUnseenCount } from '../../src/machines/unseen/unseen.selectors.ts';
import { closedReason } from '../../src/views/attendance/chat/closed-reason.ts';

/** Whose page it is, of which conversation, and whether that is on the screen. */
export interface PairPlace {
  readonly who: Who;
  readonly ids: Readonly<Record<Who, string>>;
  readonly ticketId: string;
  readonly key: ConversationKey;
  readonly isOpen: boolean;
  readonly now: number;
}

/** What a wired page shows of the conversation, read off its actors as the views do. */
export function lookAt(directory: Directory, place: PairPlace): Look {
  const { who, ids, ticketId, key, isOpen, now } = place;
  const viewer = selectViewer(directory.auth.getSnapshot());
  const snapshot = directory.ticket(ticketId)?.getSnapshot();
  const ticket = snapshot === undefined ? null : selectTicket(snapshot);
  const conversation = directory.conversation(key)?.getSnapshot();
  const isListed = directory.ticketOrder.getSnapshot().ids.includes(ticketId);
  const closed =
    snapshot && ticket && conversation && viewer && isOpen
      ? closedReason({
          ticket,
          receivedAt: selectLastReceivedAt(conversation),
          lifecycle: selectLifecycle(snapshot),
          now,
          viewer,
          isGone: selectIsGone(snapshot),
        })
      : 'error.notFound';
  // A row offers it, the open conversation does, and where there is neither the list of what wasn't sent.
  const isShown = isOpen || isListed || directory.unsent.getSnapshot().includes(key);
  const counter = directory.unseen(key)?.getSnapshot();
  const ownerId = ticket?.owner?.id;
  const owner = bothNames.find((one) => ids[one] === ownerId) ?? 'nobody';
  return {
    owner: isListed ? owner : 'gone',
    isOffered: directory.transfersOf(ticketId).getSnapshot().length > 0,
    other: isListed ? presenceIn(directory, key, ids[otherOf(who)]) : null,
    unread: isListed && counter !== undefined ? selectUnseenCount(counter) : null,
    thread: isOpen && conversation !== undefined ? threadOf(conversation) : null,
    canWrite: closed === undefined,
    draft: isShown && conversation !== undefined ? selectDraft(conversation) : '',
    refused: isShown ? refusedIn(directory, key) : [],
  };
}

const bothNames: readonly Who[] = ['bruno', 'colleague'];

function presenceIn(directory: Directory, key: ConversationKey, userId: string): Presence {
  const actor = directory.presence();
  const found = actor && selectViewing(actor.getSnapshot(), key).find((colleague) => colleague.userId === userId);
  if (!found) return 'away';
  return found.typing ? 'typing' : 'looking';
}

function threadOf(conversation: ConversationSnapshot): readonly string[] {
  return selectMessages(conversation).map(({ message }) => message.text ?? '');
}

function refusedIn(directory: Directory, key: ConversationKey): readonly string[] {
  return directory
    .sendsOf(key)
    .getSnapshot()
    .flatMap((id) => {
      const snapshot = directory.send(id)?.getSnapshot();
      return snapshot !== undefined && selectSendState(snapshot) === 'failed' ? [selectOutgoing(snapshot).text] : [];
    });
}
