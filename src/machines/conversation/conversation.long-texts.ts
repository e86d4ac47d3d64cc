import type { MessageId } from '../entities/ids.ts';
import type { EventOf } from '../log/event.ts';
import type { LongText, ConversationContext } from './conversation.context.ts';
import { heldAnywhere } from './conversation.messages.ts';

/*
 * A long text arrives truncated. On demand it is fetched part by part, and kept while the conversation is on the screen.
 */

const closed: LongText = { parts: [], next: 0, loading: false, open: false, failure: null };

/** Expands a text; if its next part isn't held, that is awaited from then on. */
export function withTextRequested(context: ConversationContext, id: MessageId): ConversationContext {
  if (heldAnywhere(context, id)?.cut !== true) return context;
  const known = context.longTexts[id] ?? closed;
  const isUnfolded = !known.open && (known.loading || known.parts.length > 0);
  if (isUnfolded) return withText(context, id, { ...known, open: true });
  if (known.loading || known.next === null) return context;
  return withText(context, id, { ...known, open: true, loading: true, failure: null });
}

/** Where the part starts that the change made the text await; null if it awaits no other than before. */
export function partAwaited(before: ConversationContext, after: ConversationContext, id: MessageId): number | null {
  const asked = after.longTexts[id];
  return asked?.loading === true && before.longTexts[id]?.loading !== true ? asked.next : null;
}

/** Appends a part; ignored unless it is the one awaited. */
export function withTextPart(
  context: ConversationContext,
  { messageId, from, text, next }: EventOf<'text.loaded'>,
): ConversationContext {
  const known = context.longTexts[messageId];
  if (known?.loading !== true || known.next !== from) return context;
  return withText(context, messageId, { ...known, parts: [...known.parts, text], next, loading: false });
}

/** Keeps why the awaited part failed to load. */
export function withTextFailure(
  context: ConversationContext,
  { messageId, failure }: EventOf<'text.loadFailed'>,
): ConversationContext {
  const known = context.longTexts[messageId];
  if (known?.loading !== true) return context;
  return withText(context, messageId, { ...known, loading: false, failure });
}

/** Collapses a text; its parts stay. */
export function withTextFolded(context: ConversationContext, id: MessageId): ConversationContext {
  const known = context.longTexts[id];
  return known?.open === true ? withText(context, id, { ...known, open: false }) : context;
}

/** Drops the texts of messages no longer held: the viewer may not be allowed to read them any more. */
export function withHeldTexts(context: ConversationContext): ConversationContext {
  const held = Object.entries(context.longTexts).filter(([id]) => heldAnywhere(context, id) !== null);
  if (held.length === Object.keys(context.longTexts).length) return context;
  return { ...context, longTexts: Object.fromEntries(held) };
}

function withText(context: ConversationContext, id: MessageId, text: LongText): ConversationContext {
  // Without immer, with which this takes 7 µs and not 1; it would add 3.4 KB to the first page.
  return { ...context, longTexts: { ...context.longTexts, [id]: text } };
}
