import { conversationMachine } from '../src/machines/conversation/conversation.machine.ts';
import type { LongText } from '../src/machines/conversation/conversation.context.ts';
import { held } from './connection.ts';
import { facts } from './conversation.facts.ts';
import {
  afterLoss,
  begins,
  found,
  ifNewAck,
  left,
  narrowed,
  news,
  regained,
  soughtAgain,
  soughtIfShown,
  submitted,
  unlessShown,
  whenAway,
  whenWritten,
  whileFetching,
  widened,
} from './conversation.leads.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { stateKey } from './state-key.ts';
import { conversationInvariants } from './conversation.invariants.ts';
import { placeOracles } from './conversation.place.reference.ts';
import { readingOracles } from './conversation.reading.reference.ts';
import { conversationOracles } from './conversation.reference.ts';
import { writingOracles } from './conversation.writing.reference.ts';
import { conversationScenes } from './conversation.scenes.ts';
import { shownOracles } from './conversation.shown.reference.ts';
import { visibleSamples } from './conversation.visible.ts';
import type { Name } from './conversation.visible.ts';
import { contextOf, conversationIn, ticketSamples } from './ticket.samples.ts';

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
  samples: { ...ticketSamples, ...visibleSamples },
  facts,
  scenes: conversationScenes,
  expected: {
    anywhere: {},
    states: {
      none: {
        // A draft is kept whether its conversation is known or not.
        'drafts.restored': 'chat.cold compose.drafting',
        'drafts.restored: with one of another conversation': 'chat.cold compose.drafting',
        'draft.receivedFromTab': 'chat.cold compose.drafting',
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
          when('the ticket is held', when('frames bring its messages', 'stays', 'chat.loading'), 'ignored'),
        ),
        'ticket.left': left,
        'transfer.arrived': regained,
        'transfer.removed': regained,
        'ticket.transferred: to us': regained,
        'ticket.loaded': regained,
        // Told again it is no news.
        'ticket.loaded: a colleague’s': when('its messages are on the screen', 'ignored', 'chat.loading'),
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
        'drafts.restored: with one of another conversation': 'compose.drafting',
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
        // It can't reply: the reply stays.
        'message.submitted: an image’s address': when(
          'a message is quoted',
          when('a text is written', 'stays', submitted),
          'compose.empty',
        ),
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
  oracles: [...conversationOracles, ...readingOracles, ...writingOracles, ...shownOracles, ...placeOracles],
  onlyInTheLog: {
    'any state · draft.receivedFromTab': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'any state · form.saved': 'A note is saved by its form: tests/views/notes.test.tsx saves several.',
  },
};
