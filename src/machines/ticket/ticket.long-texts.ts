import type { MessageId } from '../entities/ids.ts';
import type { EventOf } from '../log/event.ts';
import type { LongText, TicketContext } from './ticket.context.ts';
import { heldMessage } from './ticket.messages.ts';

/*
 * A long text comes cut. Asked for, it comes in parts, one at a time, and is kept while the conversation
 * is on the screen.
 */

const closed: LongText = { parts: [], next: 0, loading: false, open: false, failure: null };

/** Shows what is there of a text; what isn't is awaited from then on. */
export function withTextRequested(context: TicketContext, id: MessageId): TicketContext {
  if (heldMessage(context.chat, id)?.cut !== true) return context;
  const known = context.longTexts[id] ?? closed;
  const isUnfolded = !known.open && (known.loading || known.parts.length > 0);
  if (isUnfolded) return withText(context, id, { ...known, open: true });
  if (known.loading || known.next === null) return context;
  return withText(context, id, { ...known, open: true, loading: true, failure: null });
}

/** Where the part begins that a request of the text now awaits; null when it awaits none that it didn't before. */
export function partAwaited(before: TicketContext, after: TicketContext, id: MessageId): number | null {
  const asked = after.longTexts[id];
  return asked?.loading === true && before.longTexts[id]?.loading !== true ? asked.next : null;
}

export function withTextPart(
  context: TicketContext,
  { messageId, from, text, next }: EventOf<'text.loaded'>,
): TicketContext {
  const known = context.longTexts[messageId];
  if (known?.loading !== true || known.next !== from) return context;
  return withText(context, messageId, { ...known, parts: [...known.parts, text], next, loading: false });
}

export function withTextFailure(
  context: TicketContext,
  { messageId, failure }: EventOf<'text.loadFailed'>,
): TicketContext {
  const known = context.longTexts[messageId];
  if (known?.loading !== true) return context;
  return withText(context, messageId, { ...known, loading: false, failure });
}

export function withTextFolded(context: TicketContext, id: MessageId): TicketContext {
  const known = context.longTexts[id];
  return known?.open === true ? withText(context, id, { ...known, open: false }) : context;
}

/** Without the texts of messages that aren't held any more: they may not be the viewer's to read. */
export function withHeldTexts(context: TicketContext): TicketContext {
  const held = Object.entries(context.longTexts).filter(([id]) => heldMessage(context.chat, id) !== null);
  if (held.length === Object.keys(context.longTexts).length) return context;
  return { ...context, longTexts: Object.fromEntries(held) };
}

function withText(context: TicketContext, id: MessageId, text: LongText): TicketContext {
  return { ...context, longTexts: { ...context.longTexts, [id]: text } };
}
