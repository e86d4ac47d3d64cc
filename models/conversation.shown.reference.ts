import * as selected from '../src/machines/conversation/conversation.selectors.ts';
import * as drafts from '../src/machines/conversation/conversation.draft-origin.selectors.ts';
import { selectHistory } from '../src/machines/conversation/conversation.history.selectors.ts';
import type { ConversationSnapshot } from '../src/machines/conversation/conversation.machine.ts';
import type { Message } from '../src/machines/entities/entities.ts';
import { key } from './conversation.reference.ts';
import type { Sight } from './model.ts';
import { oraclesOf } from './oracles.ts';
import { isLater } from './reference.ts';

/** What is on the screen of a conversation, and what it offers. */

function isReaction({ tag, parentId }: Message): boolean {
  return tag === 'reaction' && parentId !== null;
}

/** Of each side the last reaction counts, and none that was withdrawn. */
function reactionsOn({ reactions }: Message): readonly string[] {
  const last = [true, false].flatMap((side) => reactions.filter(({ received }) => received === side).slice(-1));
  return last.flatMap(({ id, text }) => (text === null || text === '' ? [] : [id])).toSorted();
}

function shown(snapshot: ConversationSnapshot): Sight {
  const { context, value } = snapshot;
  const { chat, past = null, optimistic, sought = null, replyTo, quoted = null } = context;
  const { chatFailure, newerFailure = null, soughtFailure = null, soughtInVain = null } = context;
  const there = past ?? chat;
  const messages = there?.messages ?? [];
  const held = [...(chat?.messages ?? []), ...(past?.messages ?? [])];
  const isReady = value.chat === 'ready';
  const last = chat?.messages.at(-1)?.ticketId ?? null;
  const answered = held.some(({ id }) => id === replyTo) || quoted?.id === replyTo;
  return {
    expected: {
      entries: [
        ...messages.filter((one) => !isReaction(one)).map(({ id }) => id),
        ...optimistic.filter(({ reactsTo }) => past === null && reactsTo === undefined).map(({ id }) => id),
      ],
      reactions: messages.map(reactionsOn),
      mayOlder: isReady && there?.complete === false && messages.length > 0 && chatFailure === null,
      mayNewer: isReady && past !== null && newerFailure === null,
      isComplete: there?.complete ?? false,
      sought: sought?.pending === false ? sought.messageId : null,
      inVain: soughtFailure === null ? null : soughtInVain,
      after: isLater(last, '20') ? last : null,
      replyTo: replyTo !== null && answered ? replyTo : null,
      reacting: optimistic.filter(({ reactsTo }) => reactsTo === '802').at(-1)?.clientId ?? null,
      refused: context.refusedReaction?.messageId === '802',
      isIdle: [context.draft, context.noteDraft ?? '', ...optimistic].every((one) => one === ''),
    },
    came: {
      entries: selected.selectMessages(snapshot).map(({ message }) => message.id),
      reactions: messages.map((one) =>
        selected
          .shownReactions(one)
          .map(({ id }) => id)
          .toSorted(),
      ),
      mayOlder: selected.selectCanOlder(snapshot),
      mayNewer: selected.selectCanNewer(snapshot),
      isComplete: selected.selectIsComplete(snapshot),
      sought: selected.selectSought(snapshot)?.messageId ?? null,
      inVain: selected.selectSoughtInVain(snapshot),
      after: selected.selectTicketAfter(snapshot, '20'),
      replyTo: selected.selectReplyTo(snapshot)?.id ?? null,
      reacting: selected.selectPendingReaction(snapshot, '802')?.clientId ?? null,
      refused: selected.selectRefusedReaction(snapshot, '802') !== null,
      isIdle: selected.isIdle(context),
    },
  };
}

/** Whose answer came since the draft was begun, and whether its ticket is still the viewer's. */
function drafted(snapshot: ConversationSnapshot): Sight {
  const { chat, draftOrigin = null, viewer, visibility } = snapshot.context;
  const since = (chat?.messages ?? []).filter(({ id }) => draftOrigin !== null && isLater(id, draftOrigin.since));
  const byOthers = since.filter(
    (one) => !one.received && !one.bot && !isReaction(one) && one.author?.id !== viewer.userId,
  );
  const answer = byOthers.find(({ tag }) => tag !== 'edited' && tag !== 'revoked');
  const access = draftOrigin === null ? undefined : visibility.tickets[draftOrigin.ticketId];
  return {
    expected: {
      answer: answer?.id ?? null,
      takenBy: access?.owner ?? null,
      mayBeOpen: draftOrigin !== null && access?.visible !== false,
    },
    came: {
      answer: drafts.selectAnsweredMeanwhile(snapshot)?.id ?? null,
      takenBy: drafts.selectTakenBy(snapshot),
      mayBeOpen: drafts.selectMayBeOpen(snapshot),
    },
  };
}

/** The other attendances, ten at most; this one isn't counted, once the server counts it. */
function earlier(snapshot: ConversationSnapshot): Sight | null {
  const { history } = snapshot.context;
  if (history === null) return { expected: null, came: selectHistory(snapshot, '20', false) };
  const others = history.tickets.filter(({ id }) => id !== '20');
  const isListed = others.length !== history.tickets.length;
  const isBeyond = history.tickets.length < history.total;
  const listed = { tickets: others.slice(0, 10), total: history.total - (isListed ? 1 : 0) };
  const finished = { ...listed, total: history.total - (isListed || isBeyond ? 1 : 0) };
  return {
    expected: [listed, finished],
    came: [selectHistory(snapshot, '20', false), selectHistory(snapshot, '20', true)],
  };
}

function ofNow(sight: (snapshot: ConversationSnapshot) => Sight | null) {
  return ({ after }: { readonly after: ConversationSnapshot | undefined }): Sight | null =>
    after === undefined ? null : sight(after);
}

export const shownOracles = oraclesOf<ConversationSnapshot, null>(
  ({ directory }) => directory.conversation(key)?.getSnapshot(),
  () => null,
  {
    'what is on the screen': ofNow(shown),
    'what came of the draft': ofNow(drafted),
    'the other attendances': ofNow(earlier),
  },
);
