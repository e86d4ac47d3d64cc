import type { App } from '../src/machines/app.ts';
import type { LongText } from '../src/machines/conversation/conversation.context.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { MessageSendSnapshot } from '../src/machines/message-send/message-send.machine.ts';
import { awaitsGreeting } from './connection.ts';
import { isEqual, isInThePast, isLater, messageIn } from './reference.ts';
import { contextOf, conversationIn } from './ticket.samples.ts';
import { sees } from './unseen.reference.ts';

function isShown(app: App, id: string): boolean {
  return app.directory.ticket(id)?.getSnapshot().context.watched ?? false;
}

/** Whether it is held only because its ticket is on the screen: that one is in no list, and nothing is being written. */
function isKeptByTheScreen(app: App): boolean {
  const { directory } = app;
  const [context, known] = [conversationIn(app), contextOf(app)];
  const isInList = directory.ticketOrder.getSnapshot().ids.includes('20');
  const isLeftOut = known !== undefined && known.leftOutAt > known.asOf.ticket;
  const first = context?.visibility.tickets['20'];
  const isTheirs = first?.open === true && first.visible;
  if (context === undefined || directory.ticket('21') !== undefined) return false;
  if ((isInList || isTheirs) && !isLeftOut) return false;
  return context.draft === '' && context.replyTo === null && context.optimistic.length === 0;
}

/** Whether frames bring its messages: of an attendance that is open and the viewer's to see, by what was reported since the last loss. */
export function isHeard(app: App): boolean {
  const { viewer, visibility } = conversationIn(app) ?? {};
  return Object.keys(visibility?.tickets ?? {}).some((id) => {
    const ticket = app.directory.ticket(id)?.getSnapshot().context.ticket ?? null;
    return viewer !== undefined && ticket !== null && ticket.finishedAt === null && sees(viewer, ticket);
  });
}

function isOptimistic(app: App, clientId: string): boolean {
  return conversationIn(app)?.optimistic.some((message) => message.clientId === clientId) ?? false;
}

/** Whether the server's copy of a message of ours is held, or newer than it. */
function isKnownOf(app: App, clientId: string): boolean {
  const context = conversationIn(app);
  return (
    context?.lastMessage?.clientId === clientId ||
    context?.chat?.messages.some((message) => message.clientId === clientId) === true
  );
}

function isInFlight(send: MessageSendSnapshot | undefined): boolean {
  return send?.matches('sending') === true || send?.matches('uncertain') === true;
}

function longTextsOf(app: App): readonly LongText[] {
  return Object.values(conversationIn(app)?.longTexts ?? {});
}

/** Whether an accepted message is held, without an optimistic twin. */
function isKnownMessage(app: App, event: AppEvent): boolean {
  const context = conversationIn(app);
  if (context === undefined || (event.type !== 'message.accepted' && event.type !== 'message.resolved')) return false;
  const { id } = event.message ?? {};
  if (id === undefined || isOptimistic(app, event.clientId)) return false;
  if (context.chat !== null) return messageIn(context, id) !== null;
  return context.lastMessage !== null && !isLater(id, context.lastMessage.id);
}

/** Whether an event says nothing new about a message's delivery. */
function isKnownAck(app: App, event: AppEvent): boolean {
  const context = conversationIn(app);
  if (context === undefined || event.type !== 'message.ackChanged') return false;
  const { lastMessage, early } = context;
  const last = lastMessage?.id === event.messageId ? lastMessage : null;
  const known = messageIn(context, event.messageId) ?? last ?? early[event.messageId] ?? null;
  if (known === null) return false;
  return (
    known.ack !== null &&
    known.ack >= event.ack &&
    (event.errorCode === null || known.errorCode === event.errorCode || known.ack > event.ack)
  );
}

/** Facts that outcomes depend on: the screen, the messages held, and the visible tickets. */
export const facts = {
  'it is on the screen': (app: App) => isShown(app, '20') || isShown(app, '21'),
  'its messages are on the screen': (app: App) => (conversationIn(app)?.watchers.length ?? 0) > 0,
  'the next attendance is on the screen': (app: App) => isShown(app, '21'),
  'the ticket is held': (app: App) => contextOf(app) !== undefined,
  'the first attendance is theirs': (app: App) => conversationIn(app)?.visibility.tickets['20']?.visible ?? false,
  'frames bring its messages': isHeard,
  'it is visible up to the first attendance': (app: App) => conversationIn(app)?.visibility.upTo === '20',
  'it is visible up to the next attendance': (app: App) => conversationIn(app)?.visibility.upTo === '21',
  'all is held': (app: App) => (conversationIn(app)?.past ?? conversationIn(app)?.chat)?.complete ?? false,
  'its page failed': (app: App) => (conversationIn(app)?.chatFailure ?? null) !== null,
  'old messages are shown': (app: App) => Boolean(conversationIn(app)?.past),
  'the page after them failed': (app: App) => Boolean(conversationIn(app)?.newerFailure),
  'the message sought is held': (app: App, event: AppEvent) => {
    const context = conversationIn(app);
    return context !== undefined && event.type === 'chat.sought' && messageIn(context, event.messageId) !== null;
  },
  'the message quoted is held': (app: App, event: AppEvent) => {
    const context = conversationIn(app);
    const id = event.type === 'reply.chosen' ? event.messageId : null;
    return context !== undefined && id !== null && messageIn(context, id) !== null;
  },
  'a jump is under way': (app: App) => {
    const sought = conversationIn(app)?.sought;
    return sought?.pending === true && sought.isPlace !== true;
  },
  'an old message is still sought': (app: App) => {
    const { sought, past } = conversationIn(app) ?? {};
    return sought !== undefined && sought !== null && (sought.pending || Boolean(past)) && sought.messageId !== '802';
  },
  'there is a way back to the newest': (app: App) => {
    const context = conversationIn(app);
    return context !== undefined && isInThePast(context);
  },
  'the first attendance is on the screen': (app: App) => isShown(app, '20'),
  'nothing else keeps it': isKeptByTheScreen,
  'that text is written': (app: App, event: AppEvent) => {
    const context = conversationIn(app);
    if (event.type === 'draft.changed' || event.type === 'draft.receivedFromTab') return context?.draft === event.text;
    return false;
  },
  'a note is written': (app: App) => (conversationIn(app)?.noteDraft ?? '') !== '',
  'its history failed': (app: App) => (conversationIn(app)?.historyFailure ?? null) !== null,
  'just this history is held': (app: App, event: AppEvent) => {
    const { history = null } = conversationIn(app) ?? {};
    return event.type === 'history.listed' && isEqual(history, { tickets: event.tickets, total: event.total });
  },
  'a reaction was refused': (app: App) => (conversationIn(app)?.refusedReaction ?? null) !== null,
  'ours is optimistic': (app: App) => isOptimistic(app, 'client-1'),
  'the reaction is optimistic': (app: App) => isOptimistic(app, 'client-2'),
  'ours is being sent': ({ directory }: App) => directory.send('client-1') !== undefined,
  'the reaction is being sent': ({ directory }: App) => directory.send('client-2') !== undefined,
  'the reaction is in flight': ({ directory }: App) => isInFlight(directory.send('client-2')?.getSnapshot()),
  'the server’s message of ours is known': (app: App) => isKnownOf(app, 'client-1'),
  'the server’s reaction is known': (app: App) => isKnownOf(app, 'client-2'),
  'a long text is loading': (app: App) => longTextsOf(app).some(({ loading }) => loading),
  'a long text is open': (app: App) => longTextsOf(app).some(({ open }) => open),
  'a long text has ended': (app: App) => longTextsOf(app).some(({ next }) => next === null),
  'that message is known': isKnownMessage,
  'that ack is known': isKnownAck,
  'that message is held or may come': (app: App, event: AppEvent) => {
    const context = conversationIn(app);
    if (context === undefined || event.type !== 'message.ackChanged') return false;
    return messageIn(context, event.messageId) !== null || context.awaited !== null;
  },
  'that line is held': (app: App, event: AppEvent) =>
    event.type === 'line.changed' &&
    (conversationIn(app)?.chat?.lines ?? []).some(
      ({ id, version }) => id === event.line.id && version >= event.line.version,
    ),
  'the page is as before': (app: App) => {
    const context = conversationIn(app);
    return (
      context !== undefined &&
      context.watchers.length === 0 &&
      context.optimistic.length === 0 &&
      !context.awaited &&
      !isInThePast(context) &&
      context.chatFailure === null &&
      context.draft === '' &&
      (context.noteDraft ?? '') === '' &&
      Object.keys(context.longTexts).length === 0
    );
  },
  'a text is written': (app: App) => (conversationIn(app)?.draft ?? '') !== '',
  'a message is quoted': (app: App) => (conversationIn(app)?.replyTo ?? null) !== null,
  'the greeting is awaited': awaitsGreeting,
};
