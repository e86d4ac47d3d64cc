import type { ConversationContext, LongText } from '../src/machines/conversation/conversation.context.ts';
import type { ConversationSnapshot } from '../src/machines/conversation/conversation.machine.ts';
import type { Message } from '../src/machines/entities/entities.ts';
import type { Command } from '../src/machines/log/command.ts';
import { key } from './conversation.reference.ts';
import type { Sight } from './model.ts';
import { oraclesOf } from './oracles.ts';
import type { Step } from './oracles.ts';

/** What somebody sees while they read: long texts, a jump, earlier attendances, and what couldn't be shown and why. */

type Taken = Step<ConversationSnapshot, null> & {
  readonly before: ConversationSnapshot;
  readonly after: ConversationSnapshot;
};

const of = { customerId: '40', instanceId: '5' } as const;

function heldIn({ chat, past }: ConversationContext): readonly Message[] {
  return [...(past?.messages ?? []), ...(chat?.messages ?? [])];
}

/** A text's parts in order, the next one asked for once; folded, it keeps them. */
function textAfter(was: LongText | undefined, { event }: Taken): LongText | undefined {
  const known = was ?? { parts: [], next: 0, loading: false, open: false, failure: null };
  switch (event.type) {
    case 'text.requested':
      if (!known.open && (known.loading || known.parts.length > 0)) return { ...known, open: true };
      return known.loading || known.next === null ? was : { ...known, open: true, loading: true, failure: null };
    case 'text.loaded':
      if (!known.loading || event.from !== known.next) return was;
      return { ...known, parts: [...known.parts, event.text], next: event.next, loading: false };
    case 'text.loadFailed':
      return known.loading ? { ...known, loading: false, failure: event.failure } : was;
    case 'text.folded':
      return was && { ...was, open: false };
    default:
      return was;
  }
}

function text({ before, after, event, ...step }: Taken): Sight | null {
  if (!event.type.startsWith('text.') || !('messageId' in event)) return null;
  const { messageId } = event;
  if (typeof messageId !== 'string') return null;
  const was = before.context.longTexts[messageId];
  const isCut = heldIn(before.context).some(({ id, cut }) => id === messageId && cut);
  const expected = isCut ? textAfter(was, { before, after, event, ...step }) : undefined;
  const isAsked = expected?.loading === true && was?.loading !== true;
  const fetch: Command[] = isAsked ? [{ type: 'text.fetch', ...of, messageId, from: expected.next ?? 0 }] : [];
  const left = step.commands.filter(({ type }) => type === 'text.fetch');
  return { expected: { text: expected, left: fetch }, came: { text: after.context.longTexts[messageId], left } };
}

function history({ before, after, event }: Taken): Sight {
  const { history: held, historyFailure } = before.context;
  const known = { history: held, failure: historyFailure };
  const came = { history: after.context.history, failure: after.context.historyFailure };
  if (event.type === 'history.listed') {
    const { tickets, total } = event;
    return { expected: { history: { tickets, total }, failure: null }, came };
  }
  if (event.type === 'history.failed') return { expected: { ...known, failure: event.failure }, came };
  return { expected: event.type === 'history.retried' ? { ...known, failure: null } : known, came };
}

/** A jump goes to what is held, or waits for it; a new one takes the place of the last. */
function jump({ before, after, event }: Taken): Sight | null {
  if (event.type !== 'chat.sought' || event.isPlace === true || before.context.watchers.length === 0) return null;
  const { messageId, position, keepsFocus } = event;
  const { chat, past } = before.context;
  const isHeld = [...((past ?? chat)?.messages ?? []), ...(chat?.messages ?? [])].some(({ id }) => id === messageId);
  const expected = { messageId, position, pending: !isHeld, ...(keepsFocus === true && { keepsFocus }) };
  return { expected, came: after.context.sought };
}

/** Why a page isn't there, where it would be: until it is asked for again. */
function failures({ before, after, event }: Taken): Sight | null {
  const { awaited, past = null, sought = null } = before.context;
  const isAnswer = 'request' in event && event.request === awaited?.request;
  const isWaiting = (['loading', 'loadingOlder', 'loadingNewer', 'seeking'] as const).some((chat) =>
    before.matches({ chat }),
  );
  if (!isAnswer || !isWaiting) return null;
  const { chatFailure, newerFailure = null, soughtFailure = null, awaited: now } = after.context;
  const came = { chatFailure, newerFailure, soughtFailure };
  const known = {
    chatFailure: before.context.chatFailure,
    newerFailure: before.context.newerFailure ?? null,
    soughtFailure: before.context.soughtFailure ?? null,
  };
  if (event.type === 'chat.listFailed') {
    const { failure } = event;
    if (before.matches({ chat: 'loadingNewer' }))
      return { expected: { ...known, newerFailure: past && failure }, came };
    if (before.matches({ chat: 'seeking' })) {
      const isJump = sought !== null && sought.isPlace !== true;
      return { expected: { ...known, soughtFailure: isJump ? failure : null }, came };
    }
    return { expected: { ...known, chatFailure: failure }, came };
  }
  // What is sought next is asked for at once.
  return event.type === 'chat.listed' && now === null ? { expected: null, came: chatFailure } : null;
}

/** A reaction that was refused, by the server or later by the provider: which, and why. */
function refused({ before, after, event, app }: Taken): Sight | null {
  const { refusedReaction: was = null, optimistic, viewer } = before.context;
  const came = after.context.refusedReaction ?? null;
  if (event.type === 'reaction.refusalRead') return { expected: null, came };
  if (event.type === 'message.refused') {
    const reaction = optimistic.find(({ clientId }) => clientId === event.clientId);
    const isGone = app.directory.send(event.clientId) === undefined;
    if (reaction?.reactsTo === undefined || !isGone) return { expected: was, came };
    return { expected: { messageId: reaction.reactsTo, emoji: reaction.text, failure: event.failure }, came };
  }
  if (event.type !== 'message.ackChanged' || event.errorCode === null) return null;
  const reaction = heldIn(before.context).find(({ id }) => id === event.messageId);
  const isOurs = reaction?.tag === 'reaction' && reaction.author?.id === viewer.userId;
  if (!isOurs || reaction.errorCode !== null || event.ack < reaction.ack) return null;
  const { errorCode, errorKey } = event;
  return { expected: { messageId: reaction.parentId, emoji: reaction.text, failure: { errorCode, errorKey } }, came };
}

function ofTaken(sight: (step: Taken) => Sight | null) {
  return (step: Step<ConversationSnapshot, null>): Sight | null => {
    const { before, after } = step;
    return before === undefined || after === undefined ? null : sight({ ...step, before, after });
  };
}

export const readingOracles = oraclesOf<ConversationSnapshot, null>(
  ({ directory }) => directory.conversation(key)?.getSnapshot(),
  () => null,
  {
    'a long text': ofTaken(text),
    'earlier attendances': ofTaken(history),
    'the jump': ofTaken(jump),
    'what failed': ofTaken(failures),
    'the refused reaction': ofTaken(refused),
  },
);
