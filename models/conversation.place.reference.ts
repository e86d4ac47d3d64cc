import type { Chat, ConversationContext } from '../src/machines/conversation/conversation.context.ts';
import type { ConversationSnapshot } from '../src/machines/conversation/conversation.machine.ts';
import { selectReplyTo } from '../src/machines/conversation/conversation.selectors.ts';
import type { Message } from '../src/machines/entities/entities.ts';
import type { EventOf } from '../src/machines/log/event.ts';
import { enters, isAnswer, isOurs, isReadable, key } from './conversation.reference.ts';
import type { Sight } from './model.ts';
import { oraclesOf } from './oracles.ts';
import type { Step } from './oracles.ts';
import { isLater, messageIn } from './reference.ts';

/** Where the reader is: among the newest messages, or at old ones, which are a list of their own until it meets the newest. */

type Read = Step<ConversationSnapshot, null> & {
  readonly before: ConversationSnapshot;
  readonly after: ConversationSnapshot;
};

interface Place {
  readonly old: readonly string[] | null;
  /** Whether there is nothing before the old ones. */
  readonly isFirst: boolean | null;
  readonly sought: ConversationContext['sought'];
}

const newest: Place = { old: null, isFirst: null, sought: null };

function idsOf(chat: Chat | null): readonly string[] {
  return (chat?.messages ?? []).map(({ id }) => id);
}

function placeIn({ past = null, sought = null }: ConversationContext): Place {
  return { old: past && idsOf(past), isFirst: past && past.complete, sought };
}

function inOrder(ids: Iterable<string>): readonly string[] {
  return [...new Set(ids)].toSorted((a, b) => Number(a) - Number(b));
}

/** Whether the conversation is put away: with nothing of it on the screen nobody is anywhere in it. */
function isPutAway({ event, before, after }: Read): boolean {
  const isLeft =
    event.type === 'ticket.left' && after.context.watchers.length === 0 && before.context.watchers.length > 0;
  const isDropped = before.context.chat !== null && after.context.chat === null;
  return isLeft || isDropped || event.type === 'app.opened';
}

/** The reader's place is kept, not jumped to; a jump is over once its message is there. */
function foundIn(ids: readonly string[], sought: Place['sought']): Place['sought'] {
  if (!sought || !ids.includes(sought.messageId)) return null;
  return sought.isPlace === true ? null : { ...sought, pending: false };
}

/** A page of old messages: around the one sought, or at one of the ends. */
function turned({ before }: Read, page: EventOf<'chat.listed'>): Place {
  const { awaited, past = null, chat, sought = null } = before.context;
  const was = placeIn(before.context);
  const isAround = awaited?.of === 'around';
  if (isAround ? sought === null : past === null) return was;
  const ids = inOrder([...(isAround ? [] : idsOf(past)), ...page.items.map(({ id }) => id)]);
  const now = isAround ? foundIn(ids, sought) : sought;
  const [last = null, first = null] = [ids.at(-1), idsOf(chat)[0]];
  const isMet = page.latest === true || (first !== null && !isLater(first, last));
  if (isMet) return { ...newest, sought: now };
  const isFirst = awaited?.of === 'newer' ? (past?.complete ?? false) : page.complete;
  return { old: ids, isFirst, sought: now };
}

/** The newest messages were fetched: what was shown stays while what is sought isn't among them. */
function renewed({ before, after }: Read): Place {
  const { past = null, chat, sought = null } = before.context;
  const ids = idsOf(after.context.chat);
  const isThere = sought !== null && ids.includes(sought.messageId);
  if (sought === null || (!isThere && !sought.pending && past === null)) return newest;
  if (isThere) return { ...newest, sought: foundIn(ids, sought) };
  const shown = past ?? chat;
  const [first = null] = ids;
  const isWhole = after.context.chat?.complete === true;
  const older = first === null || isWhole ? [] : idsOf(shown).filter((id) => isLater(first, id));
  const kept = older.length === 0 ? newest : { old: older, isFirst: shown?.complete ?? false };
  return { ...newest, ...kept, sought: { ...sought, pending: true } };
}

/** Somebody goes to a message: one of the newest is there already, wherever they are. */
function went({ before, after }: Read, event: EventOf<'chat.sought'> & { readonly position: number }): Place {
  const was = placeIn(before.context);
  const { messageId, position, keepsFocus } = event;
  const isJumping = was.sought?.pending === true && was.sought.isPlace !== true;
  const isTaken = before.context.watchers.length > 0 && !before.matches({ chat: 'cold' });
  if (!isTaken || (event.isPlace === true && isJumping)) return was;
  if (event.isPlace === true) return { ...was, sought: { messageId, position, isPlace: true, pending: true } };
  const isShown = (was.old ?? idsOf(before.context.chat)).includes(messageId);
  const isNewest = !isShown && idsOf(before.context.chat).includes(messageId);
  const sought = { messageId, position, pending: !isShown && !isNewest, ...(keepsFocus === true && { keepsFocus }) };
  return { ...(isNewest || after.context.past === null ? newest : was), sought };
}

function placeAfter(step: Read): Place {
  const { event, before } = step;
  const was = placeIn(before.context);
  if (isPutAway(step)) return newest;
  switch (event.type) {
    case 'chat.listed':
      if (!isAnswer(before.value, before.context, event)) return was;
      if (before.context.awaited?.of !== undefined) return turned(step, event);
      return event.older ? was : renewed(step);
    case 'chat.listFailed':
      return before.matches({ chat: 'seeking' }) && isAnswer(before.value, before.context, event)
        ? { ...was, sought: null }
        : was;
    case 'chat.sought':
      return went(step, event);
    case 'chat.latestRequested':
      return before.matches({ chat: 'cold' }) ? was : newest;
    case 'message.submitted': {
      const { message, isResend } = event;
      const isHere = isResend !== true && message.forwards === undefined && message.reactsTo === undefined;
      return isHere && isOurs(message) ? newest : was;
    }
    default:
      return narrowed(step);
  }
}

/** Of what may not be read any more nothing is shown, and nobody is there. */
function narrowed(step: Read): Place {
  const { past = null, chat, sought = null } = step.before.context;
  const [old, now] = [past, chat].map((each) => readable(step, each?.messages ?? []));
  const held = [past, chat].flatMap((each) => idsOf(each));
  const isGone =
    sought?.pending === false &&
    held.includes(sought.messageId) &&
    ![...(old ?? []), ...(now ?? [])].includes(sought.messageId);
  const place = old === undefined || old.length === 0 ? newest : { old, isFirst: past?.complete ?? null };
  return { ...newest, ...place, sought: isGone ? null : sought };
}

function readable({ after }: Read, messages: readonly Message[]): readonly string[] {
  return messages.filter(({ ticketId }) => isReadable(after.context, ticketId)).map(({ id }) => id);
}

/** Whether there is nothing before the messages held: the last page said so, until some are let go of. */
function wholeAfter(step: Read): boolean | null {
  const { event, before, after } = step;
  const { chat, awaited } = before.context;
  if (after.context.chat === null) return null;
  const isHeld = (chat?.messages.length ?? 0) <= after.context.chat.messages.length;
  const isTrimmed = isPutAway(step) && !isHeld;
  const isAnswered = event.type === 'chat.listed' && isAnswer(before.value, before.context, event);
  if (!isAnswered) return isTrimmed ? false : (chat?.complete ?? false);
  if (awaited?.of === undefined) return event.complete;
  if (!isJoining(step, event)) return chat?.complete ?? false;
  return awaited.of === 'newer' ? (placeIn(before.context).isFirst ?? false) : event.complete;
}

/** Whether a page of old messages reaches the newest ones. */
function isJoining(step: Read, page: EventOf<'chat.listed'>): boolean {
  const { awaited, past = null, sought = null } = step.before.context;
  const isTaken = awaited?.of === 'around' ? sought !== null : past !== null;
  return isTaken && turned(step, page).old === null;
}

/** The newest messages, which a page of old ones only adds to where it reaches them. */
function joined(step: Read): Sight | null {
  const { event, before, after } = step;
  const { awaited, past = null, chat } = before.context;
  if (event.type !== 'chat.listed' || awaited?.of === undefined || !isAnswer(before.value, before.context, event))
    return null;
  const came = idsOf(after.context.chat);
  if (!isJoining(step, event)) return { expected: idsOf(chat), came };
  const old = awaited.of === 'around' ? [] : idsOf(past);
  return { expected: inOrder([...old, ...event.items.map(({ id }) => id), ...idsOf(chat)]), came };
}

/** Why a page isn't there: until it is asked for again, or nobody is there any more. */
function failuresAfter(step: Read): Sight | null {
  const { event, before, after } = step;
  if (event.type === 'chat.listFailed' || event.type === 'chat.listed') return null;
  const { chatFailure, newerFailure = null, soughtFailure = null } = before.context;
  const isLeft = isPutAway(step);
  const isBack = placeAfter(step) === newest;
  const isSought = event.type === 'chat.sought' && event.isPlace !== true && before.context.watchers.length > 0;
  // What isn't loaded stays so while nobody looks.
  const isUnloaded =
    event.type === 'ticket.left' && (before.matches({ chat: 'loading' }) || before.matches({ chat: 'failed' }));
  const isAsked = enters(step, 'loading') || enters(step, 'loadingOlder');
  return {
    expected: {
      chat: isAsked || (isLeft && !isUnloaded) ? null : chatFailure,
      newer: enters(step, 'loadingNewer') || isLeft || isBack || after.context.past === null ? null : newerFailure,
      sought: enters(step, 'seeking') || isLeft || isBack || isSought ? null : soughtFailure,
    },
    came: {
      chat: after.context.chatFailure,
      newer: after.context.newerFailure ?? null,
      sought: after.context.soughtFailure ?? null,
    },
  };
}

/** The texts that were expanded: each stays as it is while its message is there and somebody looks. */
function texts(step: Read): Sight | null {
  const { event, before, after } = step;
  if (event.type.startsWith('text.')) return null;
  const kept = Object.entries(before.context.longTexts).filter(([id]) => messageIn(after.context, id) !== null);
  return { expected: isPutAway(step) ? {} : Object.fromEntries(kept), came: after.context.longTexts };
}

/** An old message that is replied to stays there to be quoted, whatever is shown, unless it may not be read any more. */
function reply({ before, after }: Read): Sight | null {
  const { replyTo } = after.context;
  if (replyTo === null) return { expected: null, came: selectReplyTo(after)?.id ?? null };
  const isNew = replyTo !== before.context.replyTo;
  const isOld = (before.context.chat?.messages ?? []).every(({ id }) => id !== replyTo);
  const was = isNew ? messageIn(before.context, replyTo) : isOld ? selectReplyTo(before) : null;
  if (was === null) return null;
  return { expected: isReadable(after.context, was.ticketId) ? was.id : null, came: selectReplyTo(after)?.id ?? null };
}

function ofRead(sight: (step: Read) => Sight | null) {
  return (step: Step<ConversationSnapshot, null>): Sight | null => {
    const { before, after } = step;
    return before === undefined || after === undefined ? null : sight({ ...step, before, after });
  };
}

export const placeOracles = oraclesOf<ConversationSnapshot, null>(
  ({ directory }) => directory.conversation(key)?.getSnapshot(),
  () => null,
  {
    'where the reader is': ofRead((step) => ({ expected: placeAfter(step), came: placeIn(step.after.context) })),
    'whether all is there': ofRead((step) => {
      const expected = wholeAfter(step);
      return expected === null ? null : { expected, came: step.after.context.chat?.complete };
    }),
    'what meets the newest': ofRead(joined),
    'what couldn’t be shown': ofRead(failuresAfter),
    'the texts expanded': ofRead(texts),
    'the message quoted': ofRead(reply),
  },
);
