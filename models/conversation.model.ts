import type { App } from '../src/machines/app.ts';
import { conversationMachine } from '../src/machines/conversation/conversation.machine.ts';
import { heldAnywhere } from '../src/machines/conversation/conversation.messages.ts';
import { withoutPast } from '../src/machines/conversation/conversation.past.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { LongText } from '../src/machines/conversation/conversation.context.ts';
import { awaitsGreeting, held } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { stateKey } from './state-key.ts';
import { conversationInvariants } from './conversation.invariants.ts';
import { conversationScenes } from './conversation.scenes.ts';
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

/** Events that change only the context. */
const news = {
  'app.opened: its history is loaded': 'stays',
  'app.opened: its history is not loaded': 'stays',
  'app.opened: a message is quoted': 'stays',
  'ticket.loaded': 'stays',
  'ticket.loaded: finished': 'stays',
  'ticket.loaded: the last message is ours': 'stays',
  'ticket.loaded: waits for an answer': 'stays',
  'ticket.closed': 'stays',
  'history.listed': 'stays',
  'history.failed': 'stays',
  'history.retried': 'stays',
  'text.requested': 'stays',
  'text.loaded: its beginning': 'stays',
  'text.loaded: its end': 'stays',
  'text.loadFailed': 'stays',
  'text.folded': 'stays',
  'message.arrived': 'stays',
  'message.arrived: ours': 'stays',
  'message.arrived: a reaction to an old one': 'stays',
  'message.ackChanged: an old one is read': 'stays',
  'message.ackChanged: ours is read': 'stays',
  'message.ackChanged: ours is delivered': 'stays',
  'message.ackChanged: ours failed': 'stays',
  'message.submitted': 'stays',
  'message.submitted: a resend': 'stays',
  'message.accepted': 'stays',
  'message.submitted: a reaction': 'stays',
  'message.accepted: the reaction': 'stays',
  'message.refused: the reaction': 'stays',
  'message.discarded: the reaction': 'stays',
  'message.ackChanged: the reaction failed': 'stays',
  'reaction.refusalRead': 'stays',
  'message.resolved': 'stays',
  'message.discarded': 'stays',
  'outbox.restored': 'stays',
  'outbox.restored: an uncertain one': 'stays',
  'draft.changed: a text': 'stays',
  'draft.changed: nothing': 'stays',
  'draft.discarded': 'stays',
  'draft.discarded: a note': 'stays',
  'draft.receivedFromTab': 'stays',
  'noteDraft.changed: a text': 'stays',
  'noteDraft.changed: nothing': 'stays',
  'form.saved: the note': 'stays',
  'draft.receivedFromTab: a note': 'stays',
  'drafts.restored: a note': 'stays',
  'drafts.restored': 'stays',
  'reply.chosen': 'stays',
  'reply.chosen: an old one': 'stays',
  'reply.chosen: none': 'stays',
  'customer.arrived': 'stays',
  'customer.arrived: snoozed': 'stays',
  'customer.arrived: it came back': 'stays',
  'line.changed': 'stays',
  'line.changed: a later version': 'stays',
  'line.changed: an earlier version': 'stays',
  'transfer.arrived': 'stays',
  'transfer.removed': 'stays',
  'ticket.transferred': 'stays',
  'ticket.transferred: to us': 'stays',
  'message.arrived: in the next attendance': 'stays',
  'ticket.transferred: the next attendance': 'stays',
  'ticket.opened: the next attendance': 'stays',
  'ticket.left: the next attendance': 'stays',
  'tickets.listed: after the break': 'stays',
} as const;

function isShown(app: App, id: string): boolean {
  return app.directory.ticket(id)?.getSnapshot().context.watched ?? false;
}

/** What outcomes depend on: what is on the screen, what is held, and which attendances are visible. */
const facts = {
  'it is on the screen': (app: App) => isShown(app, '20') || isShown(app, '21'),
  'the next attendance is on the screen': (app: App) => isShown(app, '21'),
  'the ticket is held': (app: App) => contextOf(app) !== undefined,
  'the first attendance is theirs': (app: App) => conversationIn(app)?.visibility.tickets['20']?.visible ?? false,
  'the first attendance is open': (app: App) => conversationIn(app)?.visibility.tickets['20']?.open ?? false,
  'it is visible up to the first attendance': (app: App) => conversationIn(app)?.visibility.upTo === '20',
  'it is visible up to the next attendance': (app: App) => conversationIn(app)?.visibility.upTo === '21',
  'all is held': (app: App) => (conversationIn(app)?.past ?? conversationIn(app)?.chat)?.complete ?? false,
  'its page failed': (app: App) => (conversationIn(app)?.chatFailure ?? null) !== null,
  'old messages are shown': (app: App) => Boolean(conversationIn(app)?.past),
  'the page after them failed': (app: App) => Boolean(conversationIn(app)?.newerFailure),
  'the message sought is held': (app: App, event: AppEvent) => {
    const context = conversationIn(app);
    return context !== undefined && event.type === 'chat.sought' && heldAnywhere(context, event.messageId) !== null;
  },
  'the message quoted is held': (app: App, event: AppEvent) => {
    const context = conversationIn(app);
    const id = event.type === 'reply.chosen' ? event.messageId : null;
    return context !== undefined && id !== null && heldAnywhere(context, id) !== null;
  },
  'an old message is still sought': (app: App) => {
    const { sought, past } = conversationIn(app) ?? {};
    return sought !== undefined && sought !== null && (sought.pending || Boolean(past)) && sought.messageId !== '802';
  },
  'there is a way back to the newest': (app: App) => {
    const context = conversationIn(app);
    return context !== undefined && withoutPast(context) !== context;
  },
  'a text is written': (app: App) => (conversationIn(app)?.draft ?? '') !== '',
  'a message is quoted': (app: App) => (conversationIn(app)?.replyTo ?? null) !== null,
  'the greeting is awaited': awaitsGreeting,
};

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
const soughtIfShown = when('it is on the screen', sought, 'stays');
/** What was sought before the newest messages were there may be among them. */
const found = when('an old message is still sought', 'chat.seeking', 'chat.ready');
const toLatest = when('there is a way back to the newest', 'chat.ready', 'stays');

const afterLoss = when('the greeting is awaited', refetched, 'stays');

/** While another page of the conversation on the screen is on its way. */
const whileFetching = {
  'app.opened: its history is loaded': 'chat.ready',
  'app.opened: its history is not loaded': 'chat.cold',
  'app.opened: a message is quoted': 'chat.ready',
  'ticket.opened': 'stays',
  'ticket.left': when('the next attendance is on the screen', 'stays', 'chat.ready'),
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
        'ticket.loaded': when('the ticket is held', begins, 'stays'),
        'ticket.loaded: finished': when('the ticket is held', begins, 'stays'),
        'ticket.loaded: waits for an answer': when('the ticket is held', begins, 'stays'),
        'transfer.arrived': 'chat.cold compose.empty',
        'transfer.removed': 'chat.cold compose.empty',
        'ticket.transferred': when('the ticket is held', begins, 'stays'),
        'ticket.transferred: to us': begins,
        'message.arrived': begins,
        'customer.arrived': begins,
        'customer.arrived: snoozed': begins,
        'customer.arrived: it came back': begins,
      },
      chat: news,
      'chat.cold': {
        'ticket.opened': 'chat.loading',
        'ticket.opened: the next attendance': when('it is visible up to the first attendance', 'stays', 'chat.loading'),
        'chat.retried': 'stays',
        'socket.greeted: missed frames follow': 'stays',
        'socket.greeted: something was lost': 'stays',
      },
      'chat.loading': {
        'app.opened: its history is loaded': 'chat.cold',
        'app.opened: its history is not loaded': 'chat.cold',
        'ticket.opened': 'stays',
        'ticket.left': 'stays',
        'chat.sought': 'stays',
        'chat.sought: an even older one': 'stays',
        'chat.sought: one of the newest': 'stays',
        'chat.sought: by a search': 'stays',
        'chat.sought: what the reader has before their eyes': 'stays',
        'chat.latestRequested': 'stays',
        'chat.listed': found,
        'chat.listed: all there is': found,
        'chat.listFailed': 'chat.failed',
        'message.arrived: in the next attendance': when('it is on the screen', 'stays', widened),
        'ticket.transferred: the next attendance': when('it is on the screen', 'stays', narrowed),
        // The page in flight may bring the message.
        'message.ackChanged: lower than known': 'stays',
        'socket.greeted: something was lost': when('it is on the screen', 'stays', afterLoss),
      },
      'chat.ready': {
        'app.opened: its history is not loaded': 'chat.cold',
        // Messages after a finished attendance may be missing.
        'ticket.opened': when(
          'it is on the screen',
          'stays',
          when(
            'the first attendance is open',
            'stays',
            when('it is visible up to the next attendance', 'stays', 'chat.loading'),
          ),
        ),
        'ticket.left': 'stays',
        'transfer.arrived': regained,
        'transfer.removed': regained,
        'ticket.transferred: to us': regained,
        'ticket.loaded': regained,
        'message.arrived: in the next attendance': widened,
        'ticket.transferred: the next attendance': narrowed,
        'chat.olderRequested': when(
          'it is on the screen',
          when('all is held', 'stays', when('its page failed', 'stays', 'chat.loadingOlder')),
          'stays',
        ),
        'chat.retried': when(
          'the page after them failed',
          'chat.loadingNewer',
          when('its page failed', 'chat.loadingOlder', 'stays'),
        ),
        'chat.sought': soughtIfShown,
        'chat.sought: an even older one': soughtIfShown,
        'chat.sought: one of the newest': soughtIfShown,
        'chat.sought: by a search': soughtIfShown,
        'chat.sought: what the reader has before their eyes': when('it is on the screen', 'chat.seeking', 'stays'),
        'chat.latestRequested': 'stays',
        'chat.newerRequested': when(
          'old messages are shown',
          when('the page after them failed', 'stays', 'chat.loadingNewer'),
          'stays',
        ),
        'socket.greeted: something was lost': afterLoss,
      },
      'chat.loadingOlder': whileFetching,
      'chat.seeking': whileFetching,
      'chat.loadingNewer': whileFetching,
      'chat.failed': {
        'app.opened: its history is loaded': 'chat.cold',
        'app.opened: its history is not loaded': 'chat.cold',
        'message.ackChanged: lower than known': 'stays',
        'ticket.opened': 'chat.loading',
        'ticket.opened: the next attendance': when(
          'the next attendance is on the screen',
          'chat.loading',
          when('it is visible up to the first attendance', 'stays', 'chat.loading'),
        ),
        'ticket.left': 'stays',
        'ticket.transferred: to us': regained,
        'message.arrived: in the next attendance': widened,
        'ticket.transferred: the next attendance': narrowed,
        'chat.sought': when('it is on the screen', 'chat.loading', 'stays'),
        'chat.sought: an even older one': when('it is on the screen', 'chat.loading', 'stays'),
        'chat.sought: one of the newest': when('it is on the screen', 'chat.loading', 'stays'),
        'chat.sought: by a search': when('it is on the screen', 'chat.loading', 'stays'),
        'chat.sought: what the reader has before their eyes': when('it is on the screen', 'chat.loading', 'stays'),
        'chat.latestRequested': 'stays',
        'chat.retried': 'chat.loading',
        'socket.greeted: missed frames follow': when(
          'the greeting is awaited',
          when('it is on the screen', 'chat.loading', 'stays'),
          'stays',
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
        'reply.chosen: an old one': when('the message quoted is held', 'compose.drafting', 'stays'),
      },
      'compose.drafting': {
        // Drafts are restored from their own store.
        'app.opened: its history is loaded': 'compose.empty',
        'app.opened: its history is not loaded': 'compose.empty',
        'draft.changed: nothing': when('a message is quoted', 'stays', 'compose.empty'),
        'draft.discarded': when('a message is quoted', 'stays', 'compose.empty'),
        'reply.chosen: none': when('a text is written', 'stays', 'compose.empty'),
        'message.submitted': 'compose.empty',
        'ticket.left': 'stays',
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
      history: context?.history !== null && context !== undefined,
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
  onlyInTheLog: {
    'any state · draft.receivedFromTab': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'any state · form.saved': 'A note is saved by its form: tests/views/notes.test.tsx saves several.',
  },
};
