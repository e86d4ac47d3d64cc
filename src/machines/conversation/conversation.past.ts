import type { Message, ThreadLine } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { EventOf } from '../log/event.ts';
import { emptyChat } from './conversation.context.ts';
import type { Chat, ConversationContext, Sought } from './conversation.context.ts';
import { withLines } from './conversation.lines.ts';
import { withHeldTexts } from './conversation.long-texts.ts';
import { heldMessage, isBefore, withMessage } from './conversation.messages.ts';

/*
 * Old messages that the reader jumps to are held apart, as there is a gap between them and the newest ones: the past.
 * While it is held it is shown, and grows on both sides, until it meets the newest ones and is joined to them.
 */

type Page = Pick<EventOf<'chat.listed'>, 'items' | 'lines' | 'complete' | 'latest'>;

/** The messages on the screen. */
export function shownChat({ past, chat }: Pick<ConversationContext, 'past' | 'chat'>): Chat | null {
  return past ?? chat;
}

/**
 * Looks for a message to show; it is pending until it is held. A jump takes precedence over keeping the reader's place.
 */
export function withSought(context: ConversationContext, event: Omit<Sought, 'pending'>) {
  const { messageId, position, keepsFocus, isPlace } = event;
  const isJumping = context.sought?.pending && !context.sought.isPlace;
  if (isPlace) {
    return isJumping ? context : { ...context, sought: { messageId, position, isPlace, pending: true } };
  }
  const pending = heldMessage(shownChat(context), messageId) === null;
  const sought: Sought = { messageId, position, pending, ...(keepsFocus && { keepsFocus }) };
  const isNewest = pending && heldMessage(context.chat, messageId) !== null;
  // Of the newest messages: nothing has to be fetched.
  if (isNewest) return { ...withoutPast(context), sought: { ...sought, pending: false } };
  return { ...context, sought, soughtFailure: null };
}

/** Back to the newest messages. */
export function withoutPast(context: ConversationContext): ConversationContext {
  const { past = null, sought = null, soughtFailure = null, newerFailure = null } = context;
  if (past === null && sought === null && soughtFailure === null && newerFailure === null) return context;
  return withHeldTexts({
    ...context,
    past: null,
    sought: null,
    soughtFailure: null,
    newerFailure: null,
  });
}

/** The message sought is held now. The reader's place hasn't moved, so there is nothing to jump to. */
function withHeldSought(sought: Sought): Sought | null {
  if (sought.isPlace) return null;
  return sought.pending ? { ...sought, pending: false } : sought;
}

/**
 * The newest messages replace what was shown, unless the message sought isn't among them: the older ones stay until its
 * surroundings are there.
 */
export function withNewest(known: ConversationContext, chat: Chat): ConversationContext {
  const { past = null, sought = null } = known;
  const context = { ...known, chat };
  const isHeld = sought !== null && heldMessage(chat, sought.messageId) !== null;
  if (sought === null || !(isHeld || sought.pending || past)) return withoutPast(context);
  const shown = shownChat(known) ?? emptyChat;
  const older = isHeld ? [] : shown.messages.filter(({ id }) => isBefore(chat, id));
  return {
    ...context,
    past: older.length === 0 ? null : withPastLines({ messages: older, complete: shown.complete }, shown.lines),
    sought: isHeld ? withHeldSought(sought) : { ...sought, pending: true },
    soughtFailure: null,
    newerFailure: null,
  };
}

/** A page of the past: the surroundings of a message, or what is before or after those held. Ignored once it is left. */
export function withPastPage(context: ConversationContext, page: Page): ConversationContext {
  const { awaited, past = null, sought = null, chat } = context;
  const isAround = awaited?.of === 'around';
  if (isAround ? sought === null : past === null) return context;
  const held = (isAround ? null : past) ?? emptyChat;
  const grown = withPastLines(page.items.reduce(withMessage, held), page.lines);
  const complete = awaited?.of === 'newer' ? held.complete : page.complete;
  const next = grown.complete === complete ? grown : { ...grown, complete };
  const found = sought === null || heldMessage(next, sought.messageId) === null ? null : withHeldSought(sought);
  const shown = { ...context, sought: isAround ? found : sought };
  const isMet = page.latest === true || meets(next, chat);
  if (isMet) return { ...shown, past: null, chat: joined(next, chat ?? emptyChat) };
  return withHeldTexts({ ...shown, past: next });
}

/** Adds event lines; those after the last old message come with a later page. */
export function withPastLines(past: Chat, lines: readonly ThreadLine[] = []): Chat {
  const last = past.messages.at(-1)?.id ?? '0';
  return withLines(
    past,
    lines.filter(({ afterId }) => compareIds(afterId, last) <= 0),
  );
}

/** Whether there is no gap between the past and the newest messages. */
function meets({ messages }: Chat, newest: Chat | null): boolean {
  const last = messages.at(-1);
  const first = newest?.messages[0];
  return last !== undefined && first !== undefined && compareIds(last.id, first.id) >= 0;
}

function joined(past: Chat, newest: Chat): Chat {
  const first = newest.messages[0];
  if (first === undefined) return withLines(past, newest.lines);
  const isOlder = ({ id }: Message): boolean => compareIds(id, first.id) < 0;
  const common = past.messages.filter((message) => !isOlder(message)).reduce(withMessage, newest);
  const messages = [...past.messages.filter(isOlder), ...common.messages];
  return { ...withLines(common, past.lines), messages, complete: past.complete };
}
