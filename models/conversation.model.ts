import { conversationMachine } from '../src/machines/conversation/conversation.machine.ts';
import type { LongText } from '../src/machines/conversation/conversation.context.ts';
import { held } from './connection.ts';
import { facts } from './conversation.facts.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { stateKey } from './state-key.ts';
import { conversationInvariants } from './conversation.invariants.ts';
import { readingOracles } from './conversation.reading.reference.ts';
import { conversationOracles } from './conversation.reference.ts';
import { writingOracles } from './conversation.writing.reference.ts';
import { conversationScenes } from './conversation.scenes.ts';
import { shownOracles } from './conversation.shown.reference.ts';
import { contextOf, conversationIn, ticketSamples as samples } from './ticket.samples.ts';
import type { TicketSampleName as Name } from './ticket.samples.ts';

type State =
  | 'chat'
  | 'chat.cold'
  | 'chat.loading'
  | 'chat.ready'
  | 'chat.loadingOlder'
  | 'chat.loadingNewer'
  | 'chat.seeking'
  | 'chat.failed'
  | 'compose'
  | 'compose.empty'
  | 'compose.drafting';

/** A new conversation loads if its ticket is on the screen already. */
const begins = when('the ticket is held', 'chat.loading compose.empty', 'chat.cold compose.empty');

/** Messages written while it was somebody else's are missing. */
const regained = when('the first attendance is theirs', 'stays', 'chat.loading');

/** On the screen it is fetched again at once. */
const refetched = when('it is on the screen', 'chat.loading', 'chat.cold');

/** More became visible: earlier messages of the next attendance are missing. */
const widened = when('it is visible up to the first attendance', refetched, 'stays');

/** Less is visible. */
const narrowed = when('it is visible up to the first attendance', 'stays', refetched);

/** A message that isn't held has to be fetched. */
const sought = when('the message sought is held', 'chat.ready', 'chat.seeking');
const soughtIfShown = when(
  'it is on the screen',
  when('the message sought is held', 'stays', 'chat.seeking'),
  'ignored',
);
/** While another one is being sought. */
const soughtAgain = when('the message sought is held', 'chat.ready', 'stays');
/** What was sought before the newest messages were there may be among them. */
const found = when('an old message is still sought', 'chat.seeking', 'chat.ready');
const toLatest = when('there is a way back to the newest', 'chat.ready', 'ignored');
const whenAway = when('there is a way back to the newest', 'stays', 'ignored');

const left = when(
  'the first attendance is on the screen',
  when('nothing else keeps it', 'removed', 'stays'),
  'ignored',
);
const unlessShown = when('it is on the screen', 'ignored', 'stays');

const afterLoss = when('the greeting is awaited', refetched, 'ignored');

/** While another page of the conversation on the screen is on its way. */
const whileFetching = {
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
const whenWritten = when('a text is written', 'stays', 'ignored');
const unlessWritten = when('that text is written', 'ignored', 'stays');
const whenNoted = when('a note is written', 'stays', 'ignored');
const unlessNoted = when('a note is written', 'ignored', 'stays');

/** What is known of a message already is no change. */
const ifNewAck = when('that ack is known', 'ignored', 'stays');
const ifNewMessage = when('that message is known', 'ignored', 'stays');

/** A message is written once, and its conversation goes back to the newest. */
const submitted = when(
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
const news = {
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
  'message.arrived: reported unread again': 'stays',
  'message.arrived: a reaction to an old one': 'stays',
  'message.arrived: an earlier reaction': 'stays',
  'message.ackChanged: an old one is read': when('that message is held or may come', ifNewAck, 'ignored'),
  'message.ackChanged: ours is read': ifNewAck,
  'message.ackChanged: ours is delivered': ifNewAck,
  'message.ackChanged: ours failed': ifNewAck,
  'message.submitted': submitted,
  'message.submitted: a resend': resent,
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

function longTextKey({ parts, next, loading, open, failure }: LongText): string {
  return stateKey(parts.length === 0 ? 'none' : 'some', {
    ended: next === null,
    loading,
    open,
    failed: failure !== null,
  });
}

export const conversationModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'conversation',
  machine: conversationMachine,
  actor: 'conversation:40@5',
  samples,
  facts,
  scenes: conversationScenes,
  expected: {
    anywhere: {},
    states: {
      none: {
        'ticket.loaded': when('the ticket is held', begins, 'ignored'),
        'ticket.loaded: finished': when('the ticket is held', begins, 'ignored'),
        'ticket.loaded: waits for an answer': when('the ticket is held', begins, 'ignored'),
        'transfer.arrived': 'chat.cold compose.empty',
        'transfer.removed': 'chat.cold compose.empty',
        'ticket.transferred': when('the ticket is held', begins, 'ignored'),
        'ticket.transferred: to us': begins,
        'message.arrived': begins,
        'customer.arrived': begins,
        'customer.arrived: snoozed': begins,
        'customer.arrived: it came back': begins,
      },
      chat: news,
      'chat.cold': {
        'ticket.opened': 'chat.loading',
        'ticket.opened: the next attendance': when(
          'it is visible up to the first attendance',
          'ignored',
          'chat.loading',
        ),
        'socket.greeted: something was lost': when('the greeting is awaited', 'stays', 'ignored'),
        'ticket.left: the next attendance': 'ignored',
        'ticket.loaded: finished': 'removed',
        'ticket.transferred': 'removed',
        'app.opened: its history is loaded': 'ignored',
      },
      'chat.loading': {
        'app.opened: its history is loaded': 'chat.cold',
        'app.opened: its history is not loaded': 'chat.cold',
        'ticket.opened': unlessShown,
        'ticket.left': left,
        'chat.sought': when('it is on the screen', 'stays', 'ignored'),
        'chat.sought: an even older one': when('it is on the screen', 'stays', 'ignored'),
        'chat.sought: one of the newest': when('it is on the screen', 'stays', 'ignored'),
        'chat.sought: by a search': when('it is on the screen', 'stays', 'ignored'),
        'chat.sought: what the reader has before their eyes': when(
          'it is on the screen',
          when('a jump is under way', 'ignored', 'stays'),
          'ignored',
        ),
        'chat.latestRequested': whenAway,
        'chat.listed: with ours': found,
        'chat.listed': found,
        'chat.listed: all there is': found,
        'chat.listFailed': 'chat.failed',
        'message.arrived: in the next attendance': when('it is on the screen', 'stays', widened),
        'ticket.transferred: the next attendance': when('it is on the screen', 'stays', narrowed),
        // The page in flight may bring the message.
        'message.ackChanged: lower than known': ifNewAck,
        'socket.greeted: something was lost': when(
          'it is on the screen',
          when('the greeting is awaited', 'stays', 'ignored'),
          afterLoss,
        ),
      },
      'chat.ready': {
        'app.opened: its history is not loaded': 'chat.cold',
        // Messages after a finished attendance may be missing.
        'ticket.opened': when(
          'it is on the screen',
          'ignored',
          when(
            'the first attendance is open',
            'stays',
            when('it is visible up to the next attendance', 'stays', 'chat.loading'),
          ),
        ),
        'ticket.left': left,
        'transfer.arrived': regained,
        'transfer.removed': regained,
        'ticket.transferred: to us': regained,
        'ticket.loaded': regained,
        'message.arrived: in the next attendance': widened,
        'ticket.transferred: the next attendance': narrowed,
        'chat.olderRequested': when(
          'it is on the screen',
          when('all is held', 'ignored', when('its page failed', 'ignored', 'chat.loadingOlder')),
          'ignored',
        ),
        'chat.retried': when(
          'the page after them failed',
          'chat.loadingNewer',
          when('its page failed', 'chat.loadingOlder', 'ignored'),
        ),
        'chat.sought': soughtIfShown,
        'chat.sought: an even older one': soughtIfShown,
        'chat.sought: one of the newest': soughtIfShown,
        'chat.sought: by a search': soughtIfShown,
        'chat.sought: what the reader has before their eyes': when('it is on the screen', 'chat.seeking', 'ignored'),
        'chat.latestRequested': whenAway,
        'chat.newerRequested': when(
          'old messages are shown',
          when('the page after them failed', 'ignored', 'chat.loadingNewer'),
          'ignored',
        ),
        'socket.greeted: something was lost': afterLoss,
      },
      'chat.loadingOlder': whileFetching,
      'chat.seeking': {
        ...whileFetching,
        'chat.sought': soughtAgain,
        'chat.sought: an even older one': soughtAgain,
        'chat.sought: one of the newest': soughtAgain,
        'chat.sought: by a search': soughtAgain,
        'chat.sought: what the reader has before their eyes': 'stays',
      },
      'chat.loadingNewer': whileFetching,
      'chat.failed': {
        'app.opened: its history is loaded': 'chat.cold',
        'app.opened: its history is not loaded': 'chat.cold',
        'message.ackChanged: lower than known': ifNewAck,
        'ticket.opened': 'chat.loading',
        'ticket.opened: the next attendance': when(
          'the next attendance is on the screen',
          'chat.loading',
          when('it is visible up to the first attendance', 'ignored', 'chat.loading'),
        ),
        'ticket.left': left,
        'ticket.transferred: to us': regained,
        'message.arrived: in the next attendance': widened,
        'ticket.transferred: the next attendance': narrowed,
        'chat.sought': when('it is on the screen', 'chat.loading', 'ignored'),
        'chat.sought: an even older one': when('it is on the screen', 'chat.loading', 'ignored'),
        'chat.sought: one of the newest': when('it is on the screen', 'chat.loading', 'ignored'),
        'chat.sought: by a search': when('it is on the screen', 'chat.loading', 'ignored'),
        'chat.sought: what the reader has before their eyes': when('it is on the screen', 'chat.loading', 'ignored'),
        'chat.latestRequested': whenAway,
        'chat.retried': 'chat.loading',
        'socket.greeted: missed frames follow': when(
          'the greeting is awaited',
          when('it is on the screen', 'chat.loading', 'ignored'),
          'ignored',
        ),
        'socket.greeted: something was lost': afterLoss,
      },
      compose: {},
      'compose.empty': {
        'draft.changed: a text': 'compose.drafting',
        'draft.receivedFromTab': 'compose.drafting',
        'drafts.restored': 'compose.drafting',
        'drafts.restored: what was being written': 'compose.drafting',
        'reply.chosen': 'compose.drafting',
        'reply.chosen: an old one': when('the message quoted is held', 'compose.drafting', 'ignored'),
      },
      'compose.drafting': {
        // Drafts are restored from their own store.
        'app.opened: its history is loaded': 'compose.empty',
        'app.opened: its history is not loaded': 'compose.empty',
        'draft.changed: nothing': when('a message is quoted', whenWritten, 'compose.empty'),
        'draft.discarded': when('a message is quoted', whenWritten, 'compose.empty'),
        'reply.chosen: none': when(
          'a text is written',
          when('a message is quoted', 'stays', 'ignored'),
          'compose.empty',
        ),
        'message.submitted': 'compose.empty',
      },
    },
  },
  key: (app) => {
    const { directory } = app;
    const context = conversationIn(app);
    const ticketContext = contextOf(app);
    const socket = directory.socket.getSnapshot().value;
    const chat = context?.chat ?? null;
    return stateKey(directory.conversation('40@5')?.getSnapshot().value ?? null, {
      watchers: context?.watchers.length,
      note: (context?.noteDraft ?? '') !== '',
      holds: chat && (chat.messages.length > 0 ? 'some' : 'none'),
      complete: chat?.complete,
      lines: chat?.lines?.map(({ id, version }) => [id, version]),
      past: context?.past && [context.past.complete, context.past.messages.length > 5],
      sought: context?.sought && [context.sought.messageId, context.sought.pending, context.sought.isPlace],
      awaited: context?.awaited && (context.awaited.of ?? (context.awaited.older ? 'older' : 'newest')),
      ahead: ticketContext && Math.sign(ticketContext.asOf.ticket - held(app)),
      visible:
        context && Object.values(context.visibility.tickets).map(({ visible, open: isOpen }) => [visible, isOpen]),
      upTo: context?.visibility.upTo,
      optimistic: context?.optimistic.length,
      reaction: directory.send('client-2')?.getSnapshot().value,
      reacted: chat?.messages.find(({ id }) => id === '802')?.reactions.length,
      refused: context?.refusedReaction !== undefined && context.refusedReaction !== null,
      // It replaces its optimistic message.
      lastIsOurs: (context?.lastMessage?.clientId ?? null) !== null,
      draft: context?.draft,
      reply: context?.replyTo,
      early: context !== undefined && Object.keys(context.early).length > 0,
      longTexts: context && Object.values(context.longTexts).map(longTextKey),
      history: context?.history && context.history.tickets.length,
      failed: [
        context?.chatFailure && 'chat',
        context?.soughtFailure && 'sought',
        context?.newerFailure && 'newer',
        context?.historyFailure && 'history',
        ticketContext?.loadFailure && 'load',
      ].filter(Boolean),
      socket: socket === 'live' ? null : stateKey(socket),
      send: directory.send('client-1') !== undefined,
    });
  },
  stopWhen: () => false,
  invariants: conversationInvariants,
  oracles: [...conversationOracles, ...readingOracles, ...writingOracles, ...shownOracles],
  onlyInTheLog: {
    'any state · draft.receivedFromTab': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'any state · form.saved': 'A note is saved by its form: tests/views/notes.test.tsx saves several.',
  },
};
