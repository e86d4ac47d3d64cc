import { live } from './connection.ts';
import { visibleScenes } from './conversation.visible.ts';
import type { Name } from './conversation.visible.ts';
import type { Sample, Scene } from './model.ts';
import { ana, line, message } from './samples.ts';
import { OLD, ticketSamples as samples } from './ticket.samples.ts';
import { begun, looking, ofConnection, open, unknownTicketScenes } from './ticket.scenes.ts';

const reading = [
  'chat.listed',
  'chat.listed: all there is',
  'chat.listFailed',
  'chat.olderRequested',
  'chat.retried',
] as const;

const seeking = [
  'chat.sought',
  'chat.sought: an even older one',
  'chat.sought: one of the newest',
  'chat.sought: by a search',
  'chat.newerRequested',
  'chat.latestRequested',
] as const;

/** An old message is shown. */
const toOld = [samples['chat.sought'], samples['chat.listed']];

/** The connection broke, and frames were lost. */
const lost = [
  samples['socket.closed'],
  samples['timer.fired: reconnect'],
  samples['socket.ticketIssued'],
  samples['socket.opened'],
  samples['socket.greeted: something was lost'],
];

/** The next attendance has begun. */
const inBoth = [...open, samples['message.arrived: in the next attendance'], samples['chat.listed']];

/** Where the old message is of the next attendance. */
const inTheNext: Sample = (app) => ({
  ...samples['chat.listed'](app),
  items: [message(OLD, { ticketId: '21' })],
  lines: [],
});

/** More than a page holds. */
const farBack: Sample = (app) => {
  const items = Array.from({ length: 60 }, (_, at) => message(String(740 + at)));
  const lines = [line('290', { afterId: '741' }), line('295', { afterId: '796' })];
  return { ...samples['chat.listed'](app), items, lines };
};

/** The scenes of the conversation's model. */
export const conversationScenes: Readonly<Record<string, Scene<Name>>> = {
  'reading the conversation': {
    given: begun,
    only: [...looking, ...reading, 'chat.listed: of an earlier call', 'message.ackChanged: lower than known'],
  },
  'a jump to an old message': {
    given: open,
    only: [...reading, ...seeking],
  },
  'a message arrives while the newest ones are fetched again': {
    given: [...open, samples['message.arrived'], ...lost, samples['message.arrived']],
    only: ['message.arrived', 'chat.listed', 'chat.listed: all there is', 'chat.listFailed', 'chat.retried'],
  },
  'a reply to an old message': {
    given: [...open, ...toOld],
    only: ['reply.chosen: an old one', 'chat.latestRequested', 'chat.sought', 'ticket.left', 'ticket.opened'],
  },
  'a reply to an old message of an earlier attendance than the one that somebody takes': {
    given: [...inBoth, ...toOld, samples['reply.chosen: an old one']],
    only: ['ticket.transferred: the next attendance', 'chat.latestRequested', 'chat.listed'],
  },
  'a reply to an old message of the attendance that somebody takes': {
    given: [...inBoth, samples['chat.sought'], inTheNext, samples['reply.chosen: an old one']],
    only: ['ticket.transferred: the next attendance', 'chat.latestRequested', 'chat.listed'],
  },
  'forwarding while an old message is shown': {
    given: [...open, ...toOld],
    only: ['message.submitted: a forwarded one', 'message.submitted: a reaction', 'message.submitted: a template'],
  },
  'a jump while the conversation is loading': {
    given: begun,
    only: ['chat.listed', 'chat.listFailed', 'chat.retried', 'ticket.opened', 'ticket.left', ...seeking],
  },
  'news while an old message is shown': {
    given: [...open, ...toOld],
    only: [
      'message.arrived',
      'message.arrived: a reaction to an old one',
      'message.ackChanged: an old one is read',
      'line.changed',
      'message.submitted',
      'message.submitted: a resend',
      'message.accepted',
      'chat.latestRequested',
      'chat.newerRequested',
      'chat.listed: all there is',
    ],
  },
  'the connection breaks while an old message is shown': {
    given: [...open, ...toOld],
    only: [...looking, 'chat.newerRequested', 'chat.listed', 'chat.listFailed', 'chat.retried', ...ofConnection],
  },
  'after lost frames what the reader has before their eyes stays': {
    given: [...open, ...toOld, ...lost],
    only: [
      'chat.sought: what the reader has before their eyes',
      'chat.sought: an even older one',
      'chat.latestRequested',
      'chat.newerRequested',
      'chat.listed',
      'chat.listed: all there is',
      'chat.listFailed',
      'chat.retried',
      'ticket.left',
    ],
  },
  'the attendance after it, while an old message is sought': {
    given: [...open, samples['chat.sought']],
    only: [
      'chat.listed',
      'chat.newerRequested',
      'chat.olderRequested',
      'message.arrived: in the next attendance',
      'ticket.transferred: the next attendance',
      'ticket.opened: the next attendance',
      'ticket.left',
    ],
  },
  'the page is reloaded while an old message is shown': {
    given: [...open, samples['history.listed'], ...toOld],
    only: [
      ...looking,
      'chat.listed',
      'chat.sought: an even older one',
      'chat.newerRequested',
      'app.opened: its history is loaded',
    ],
  },
  ...unknownTicketScenes,
  'after reading a long way back': {
    given: [...open, samples['history.listed'], samples['chat.olderRequested'], farBack, samples['line.changed']],
    only: ['ticket.left', 'ticket.opened', 'app.opened: its history is loaded'],
  },
  'reactions out of order': {
    given: [...open, samples['message.accepted: the reaction']],
    only: ['message.arrived: an earlier reaction'],
  },
  'a reaction to what isn’t loaded yet': {
    given: [...open, samples['message.arrived: a reaction to one of the page before']],
    only: ['chat.olderRequested', 'chat.listed'],
  },
  'a reaction in an attendance that somebody takes': {
    given: [...open, samples['message.arrived: a reaction in the next attendance']],
    only: ['ticket.transferred: the next attendance'],
  },
  'what is on its way shows what it is': {
    given: open,
    only: [
      'message.submitted: a reply',
      'message.submitted: a file',
      'message.submitted: an image’s address',
      'message.submitted: a forwarded one',
      'message.submitted: a template',
      'outbox.restored: with one of another conversation',
    ],
  },
  'a draft of a conversation that isn’t known': {
    given: live(ana, 'atendente', []),
    only: ['drafts.restored', 'drafts.restored: with one of another conversation', 'draft.receivedFromTab'],
  },
  'a message of ours in a page': {
    given: [...begun, samples['ticket.opened']],
    only: ['message.submitted', 'chat.listed: with ours', 'message.discarded'],
  },
  'what stands among the messages': {
    given: open,
    only: ['line.changed', 'line.changed: a later version', 'line.changed: an earlier version', 'ticket.left'],
  },
  'a message of ours': {
    given: open,
    only: [
      'message.submitted',
      'message.accepted',
      'message.resolved',
      'message.discarded',
      'message.arrived: ours',
      'message.arrived: seen already',
      'message.ackChanged: ours is read',
      'message.ackChanged: ours is delivered',
      'message.ackChanged: ours failed',
      'message.ackChanged: lower than known',
      'outbox.restored',
    ],
  },
  'a message of ours in a conversation that is not open': {
    given: begun,
    only: [
      'message.submitted',
      'message.accepted',
      'message.resolved',
      'message.discarded',
      'message.arrived: ours',
      'outbox.restored',
      'ticket.loaded: the last message is ours',
    ],
  },
  'a message of ours, sent': {
    given: [...open, samples['message.submitted'], { type: 'outbox.stored', clientId: 'client-1' }],
    only: ['message.accepted'],
  },
  'a message of ours, uncertain': {
    given: [
      ...open,
      samples['message.submitted'],
      { type: 'outbox.stored', clientId: 'client-1' },
      { type: 'message.answerLost', clientId: 'client-1' },
    ],
    only: ['message.resolved'],
  },
  'a reaction of ours': {
    given: open,
    only: [
      'message.submitted: a reaction',
      'outbox.stored: the reaction',
      'message.accepted: the reaction',
      'message.refused: the reaction',
      'message.discarded: the reaction',
      'message.ackChanged: the reaction failed',
      'reaction.refusalRead',
      'draft.changed: a text',
    ],
  },
  writing: {
    given: open,
    only: [
      'draft.changed: a text',
      'draft.changed: nothing',
      'draft.discarded',
      'draft.receivedFromTab',
      'drafts.restored',
      'reply.chosen',
      'reply.chosen: none',
      'reply.chosen: one that is not held',
      'message.submitted',
      'message.submitted: a resend',
      'ticket.left',
    ],
  },
  'its owner': {
    given: open,
    only: ['transfer.arrived', 'transfer.removed', 'ticket.transferred', 'ticket.loaded', 'ticket.left'],
  },
  'somebody else’s for a while': {
    given: begun,
    only: [...looking, ...reading, 'ticket.transferred', 'ticket.transferred: to us'],
  },
  'the attendance after it': {
    given: [...begun, { type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'all' }],
    only: [
      ...looking,
      'chat.listed',
      'chat.listFailed',
      'chat.olderRequested',
      'ticket.opened: the next attendance',
      'ticket.left: the next attendance',
      'ticket.closed',
      'message.arrived: in the next attendance',
      'ticket.transferred: the next attendance',
    ],
  },
  'a long text': {
    given: open,
    only: [
      'text.requested',
      'text.requested: of one that is whole',
      'text.loaded: its beginning',
      'text.loaded: its end',
      'text.loaded: a part that was not asked for',
      'text.loadFailed',
      'text.folded',
      'ticket.left',
    ],
  },
  'earlier attendances': {
    given: open,
    only: [
      'history.listed',
      'history.listed: several',
      'history.listed: with this one',
      'history.failed',
      'history.retried',
    ],
  },
  'what was read stays read': {
    given: open,
    only: ['message.arrived: it was read', 'message.arrived: reported unread again'],
  },
  'an image’s address while a reply is chosen': {
    given: [...open, samples['reply.chosen']],
    only: ['draft.changed: a text', 'message.submitted: an image’s address'],
  },
  'a colleague answers while something is written': {
    given: [...open, samples['draft.changed: a text']],
    only: ['message.arrived: a colleague’s', 'message.arrived: of a bot', 'message.arrived: ours'],
  },
  'it is given away while something is written': {
    given: [...open, samples['draft.changed: a text']],
    only: ['ticket.transferred'],
  },
  'the connection breaks': {
    given: begun,
    only: [
      ...looking,
      'chat.listed',
      'chat.listFailed',
      'chat.olderRequested',
      'chat.retried',
      'ticket.loadFailed',
      'tickets.listed: after the break',
      ...ofConnection,
    ],
  },
  'the page is reloaded': {
    given: [...open, samples['history.listed']],
    only: [
      ...looking,
      ...reading,
      'app.opened: its history is loaded',
      'socket.ticketIssued',
      'socket.opened',
      'socket.greeted: something was lost',
    ],
  },
  'the page is reloaded before the history is loaded': {
    given: begun,
    only: [
      'ticket.opened',
      'ticket.left',
      'chat.listed',
      'chat.listFailed',
      'chat.olderRequested',
      'chat.sought',
      'chat.newerRequested',
      'app.opened: its history is not loaded',
      'history.failed',
      'history.retried',
    ],
  },
  'the page is reloaded with the conversation closed': {
    given: begun,
    only: [
      'app.opened: its history is not loaded',
      'drafts.restored: what was being written',
      'message.submitted',
      'outbox.restored: an uncertain one',
    ],
  },
  'the page is reloaded with a draft': {
    given: [...open, samples['history.listed']],
    only: [
      'app.opened: its history is loaded',
      'draft.changed: a text',
      'drafts.restored: what was being written',
      'message.submitted',
      'outbox.restored: an uncertain one',
      'ticket.opened',
    ],
  },
  'a note is written': {
    given: [...open, samples['history.listed']],
    only: [
      'app.opened: its history is loaded',
      'draft.changed: a text',
      'noteDraft.changed: a text',
      'noteDraft.changed: nothing',
      'draft.discarded: a note',
      'form.saved: the note',
      'draft.receivedFromTab: a note',
      'drafts.restored: a note',
      'ticket.left',
    ],
  },
  'the page is reloaded with a reply chosen': {
    given: [...open, samples['history.listed'], samples['reply.chosen']],
    only: ['app.opened: a message is quoted', 'draft.changed: a text', 'ticket.opened', 'chat.olderRequested'],
  },
  'the page is reloaded with a long text expanded': {
    given: [...open, samples['history.listed']],
    only: [
      'app.opened: its history is loaded',
      'text.requested',
      'text.loaded: its beginning',
      'text.loadFailed',
      'ticket.opened',
    ],
  },
  ...visibleScenes,
};
