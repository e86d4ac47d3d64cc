import { when } from './model.ts';

/* Where events lead a conversation, in whatever state it is. */

/** A new conversation loads if its ticket is on the screen already. */
export const begins = when('the ticket is held', 'chat.loading compose.empty', 'chat.cold compose.empty');

/** Messages written while it was somebody else's are missing. */
export const regained = when('the first attendance is theirs', 'stays', 'chat.loading');

/** On the screen it is fetched again at once. */
const refetched = when('it is on the screen', 'chat.loading', 'chat.cold');

/** More became visible: earlier messages of the next attendance are missing. */
export const widened = when('it is visible up to the first attendance', refetched, 'stays');

/** Less is visible. */
export const narrowed = when('it is visible up to the first attendance', 'stays', refetched);

/** A message that isn't held has to be fetched. */
const sought = when('the message sought is held', 'chat.ready', 'chat.seeking');
export const soughtIfShown = when(
  'it is on the screen',
  when('the message sought is held', 'stays', 'chat.seeking'),
  'ignored',
);
/** While another one is being sought. */
export const soughtAgain = when('the message sought is held', 'chat.ready', 'stays');
/** What was sought before the newest messages were there may be among them. */
export const found = when('an old message is still sought', 'chat.seeking', 'chat.ready');
const toLatest = when('there is a way back to the newest', 'chat.ready', 'ignored');
export const whenAway = when('there is a way back to the newest', 'stays', 'ignored');

export const left = when(
  'the first attendance is on the screen',
  when('nothing else keeps it', 'removed', 'stays'),
  'ignored',
);
export const unlessShown = when('it is on the screen', 'ignored', 'stays');

export const afterLoss = when('the greeting is awaited', refetched, 'ignored');

/** While another page of the conversation on the screen is on its way. */
export const whileFetching = {
  'app.opened: its history is loaded': 'chat.ready',
  'app.opened: its history is not loaded': 'chat.cold',
  'app.opened: a message is quoted': 'chat.ready',
  'ticket.opened': unlessShown,
  'ticket.left': when(
    'the next attendance is on the screen',
    when('the first attendance is on the screen', 'stays', 'ignored'),
    when('nothing else keeps it', 'chat.ready removed', 'chat.ready'),
  ),
  'ticket.transferred: to us': regained,
  'message.arrived: in the next attendance': widened,
  'ticket.transferred: the next attendance': narrowed,
  'chat.sought': sought,
  'chat.sought: an even older one': sought,
  'chat.sought: one of the newest': sought,
  'chat.sought: by a search': sought,
  'chat.sought: what the reader has before their eyes': 'chat.seeking',
  'chat.latestRequested': toLatest,
  'chat.listed': 'chat.ready',
  'chat.listed: all there is': 'chat.ready',
  'chat.listFailed': 'chat.ready',
  'socket.greeted: something was lost': afterLoss,
} as const;

const whenLoading = when('a long text is loading', 'stays', 'ignored');
export const whenWritten = when('a text is written', 'stays', 'ignored');
const unlessWritten = when('that text is written', 'ignored', 'stays');
const whenNoted = when('a note is written', 'stays', 'ignored');
const unlessNoted = when('a note is written', 'ignored', 'stays');

/** What is known of a message already is no change. */
export const ifNewAck = when('that ack is known', 'ignored', 'stays');
const ifNewMessage = when('that message is known', 'ignored', 'stays');

/** A message is written once, and its conversation goes back to the newest. */
export const submitted = when(
  'there is a way back to the newest',
  'stays',
  when('ours is being sent', 'ignored', when('the server’s message of ours is known', 'ignored', 'stays')),
);
const resent = when('ours is being sent', 'ignored', when('the server’s message of ours is known', 'ignored', 'stays'));
const restored = resent;
const reacted = when(
  'a reaction was refused',
  'stays',
  when('the reaction is being sent', 'ignored', when('the server’s reaction is known', 'ignored', 'stays')),
);
const whenReacting = when('the reaction is optimistic', 'stays', 'ignored');

const listed = when('its history failed', 'stays', when('just this history is held', 'ignored', 'stays'));

/** Events that change only the context, unless it is known. */
export const news = {
  'app.opened: its history is loaded': when('the page is as before', 'ignored', 'stays'),
  'app.opened: its history is not loaded': when('ours is being sent', 'stays', 'ignored'),
  'app.opened: a message is quoted': when('the page is as before', 'ignored', 'stays'),
  'ticket.loaded': 'stays',
  'ticket.loaded: finished': when('it is on the screen', 'stays', 'removed'),
  'ticket.loaded: the last message is ours': 'stays',
  'ticket.loaded: waits for an answer': 'stays',
  'ticket.closed': 'stays',
  'history.listed': listed,
  'history.listed: several': listed,
  'history.listed: with this one': listed,
  'history.failed': when('its history failed', 'ignored', 'stays'),
  'history.retried': when('its history failed', 'stays', 'ignored'),
  'text.requested': when(
    'a long text is open',
    when('a long text has ended', 'ignored', when('a long text is loading', 'ignored', 'stays')),
    'stays',
  ),
  'text.loaded: its beginning': whenLoading,
  'text.loaded: its end': whenLoading,
  'text.loadFailed': whenLoading,
  'text.folded': when('a long text is open', 'stays', 'ignored'),
  'message.arrived': 'stays',
  'message.arrived: ours': 'stays',
  'message.arrived: a colleague’s': 'stays',
  'message.arrived: of a bot': 'stays',
  'message.arrived: it was read': 'stays',
  'message.arrived: reported unread again': 'stays',
  'message.arrived: a reaction to an old one': 'stays',
  'message.arrived: an earlier reaction': 'stays',
  'message.ackChanged: an old one is read': when('that message is held or may come', ifNewAck, 'ignored'),
  'message.ackChanged: ours is read': ifNewAck,
  'message.ackChanged: ours is delivered': ifNewAck,
  'message.ackChanged: ours failed': ifNewAck,
  'message.submitted': submitted,
  'message.submitted: a resend': resent,
  'message.submitted: a reply': submitted,
  'message.submitted: a file': submitted,
  'message.submitted: an image’s address': submitted,
  'message.submitted: a forwarded one': resent,
  'message.submitted: a template': submitted,
  'outbox.restored: with one of another conversation': restored,
  'message.accepted': ifNewMessage,
  'message.submitted: a reaction': reacted,
  'message.accepted: the reaction': ifNewMessage,
  'message.refused: the reaction': when('the reaction is in flight', whenReacting, 'ignored'),
  'message.discarded: the reaction': when('the reaction is in flight', 'ignored', whenReacting),
  'message.ackChanged: the reaction failed': ifNewAck,
  'reaction.refusalRead': when('a reaction was refused', 'stays', 'ignored'),
  'message.resolved': ifNewMessage,
  'message.discarded': when('ours is optimistic', 'stays', 'ignored'),
  'outbox.restored': restored,
  'outbox.restored: an uncertain one': restored,
  'draft.changed: a text': unlessWritten,
  'draft.changed: nothing': whenWritten,
  'draft.discarded': whenWritten,
  'draft.discarded: a note': whenNoted,
  'draft.receivedFromTab': unlessWritten,
  'noteDraft.changed: a text': unlessNoted,
  'noteDraft.changed: nothing': whenNoted,
  'form.saved: the note': whenNoted,
  'draft.receivedFromTab: a note': 'stays',
  'drafts.restored: a note': unlessNoted,
  'drafts.restored': when('a text is written', 'ignored', 'stays'),
  'drafts.restored: with one of another conversation': when('a text is written', 'ignored', 'stays'),
  'reply.chosen': when('a message is quoted', 'ignored', 'stays'),
  'reply.chosen: none': when('a message is quoted', 'stays', 'ignored'),
  'customer.arrived': 'stays',
  'customer.arrived: snoozed': 'stays',
  'customer.arrived: it came back': 'stays',
  'line.changed': when('that line is held', 'ignored', 'stays'),
  'line.changed: a later version': when('that line is held', 'ignored', 'stays'),
  'transfer.arrived': 'stays',
  'transfer.removed': 'stays',
  'ticket.transferred': when('it is on the screen', 'stays', 'removed'),
  'ticket.transferred: to us': 'stays',
  'message.arrived: in the next attendance': 'stays',
  'ticket.transferred: the next attendance': 'stays',
  'ticket.opened: the next attendance': when(
    'it is visible up to the first attendance',
    'ignored',
    when('the next attendance is on the screen', 'ignored', 'stays'),
  ),
  'ticket.left: the next attendance': when('the next attendance is on the screen', 'stays', 'ignored'),
  'tickets.listed: after the break': when('it is visible up to the first attendance', 'ignored', 'stays'),
} as const;
