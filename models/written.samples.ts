import type { AppEvent } from '../src/machines/log/event.ts';
import { ana, failure, message, outgoing } from './samples.ts';

/* What somebody writes in a conversation, and what becomes of it. */

export const ofConversation = { customerId: '40', instanceId: '5' } as const;

/** Client id of our message, and the message as the server has it. */
const ours = 'client-1';
export const real = message('850', {
  clientId: ours,
  received: false,
  author: ana,
  tag: 'stop_flow',
  text: 'texto client-1',
});

/** Client id of our reaction to 802, and the reaction as the server has it. */
const reacting = 'client-2';
export const reaction = message('851', {
  clientId: reacting,
  received: false,
  author: ana,
  tag: 'reaction',
  text: '👍',
  parentId: '802',
});

const ourFinish = {
  kind: 'finish',
  clientId: 'finish:20',
  ticketId: '20',
  outcomeId: null,
  userId: ana.id,
} as const;

export const writtenSamples = {
  'message.submitted': { type: 'message.submitted', message: outgoing(ours) },
  'message.submitted: a resend': { type: 'message.submitted', message: outgoing(ours), isResend: true },
  'message.submitted: a reply': { type: 'message.submitted', message: outgoing(ours, { replyTo: '802' }) },
  'message.submitted: a file': {
    type: 'message.submitted',
    message: outgoing(ours, { file: { name: 'foto.jpg', mimeType: 'image/jpeg', bytes: 1_000, tag: 'image' } }),
  },
  'message.submitted: an image’s address': {
    type: 'message.submitted',
    message: outgoing(ours, { imageUrl: 'https://aurora.example/foto.jpg' }),
  },
  'message.submitted: a forwarded one': {
    type: 'message.submitted',
    message: outgoing(ours, { forwards: { id: '700', tag: 'pdf', documentName: 'nota.pdf' } }),
  },
  'message.submitted: a template': {
    type: 'message.submitted',
    message: outgoing(ours, { template: { id: '90', values: { nome: 'Marina' } } }),
  },
  'message.accepted': { type: 'message.accepted', clientId: ours, message: real },
  'message.resolved': { type: 'message.resolved', clientId: ours, message: real },
  'message.discarded': { type: 'message.discarded', clientId: ours },
  'message.submitted: a reaction': {
    type: 'message.submitted',
    message: outgoing(reacting, { reactsTo: '802', text: '👍' }),
  },
  'outbox.stored: the reaction': { type: 'outbox.stored', clientId: reacting },
  'message.accepted: the reaction': { type: 'message.accepted', clientId: reacting, message: reaction },
  'message.refused: the reaction': { type: 'message.refused', clientId: reacting, failure: failure('INVALID') },
  'message.discarded: the reaction': { type: 'message.discarded', clientId: reacting },
  'reaction.refusalRead': { type: 'reaction.refusalRead', customerId: '40', instanceId: '5' },
  'message.refused': { type: 'message.refused', clientId: ours, failure: failure('INVALID') },
  'message.answerLost': { type: 'message.answerLost', clientId: ours },
  'outbox.stored': { type: 'outbox.stored', clientId: ours },
  'outbox.restored: our finish': { type: 'outbox.restored', messages: [], actions: [ourFinish] },
  'outbox.restored: our finish behind a message': {
    type: 'outbox.restored',
    messages: [{ ...outgoing(ours), failure: null }],
    actions: [ourFinish],
  },
  'outbox.restored: with one of another conversation': {
    type: 'outbox.restored',
    messages: [
      { ...outgoing('client-9', { customerId: '41', ticketId: '29' }), failure: failure('INVALID') },
      { ...outgoing(ours), failure: failure('INVALID') },
    ],
  },
  'outbox.restored: an uncertain one': { type: 'outbox.restored', messages: [{ ...outgoing(ours), failure: null }] },
  'outbox.restored': { type: 'outbox.restored', messages: [{ ...outgoing(ours), failure: failure('INVALID') }] },
  'draft.changed: a text': { type: 'draft.changed', ticketId: '20', text: 'rascunho' },
  'draft.receivedFromTab': { type: 'draft.receivedFromTab', customerId: '40', instanceId: '5', text: 'de outra aba' },
  'draft.changed: nothing': { type: 'draft.changed', ticketId: '20', text: '' },
  'draft.discarded': { type: 'draft.discarded', customerId: '40', instanceId: '5' },
  'draft.discarded: a note': { type: 'draft.discarded', customerId: '40', instanceId: '5', of: 'note' },
  'noteDraft.changed: a text': { type: 'noteDraft.changed', ticketId: '20', text: 'anotação' },
  'noteDraft.changed: nothing': { type: 'noteDraft.changed', ticketId: '20', text: '' },
  'form.saved: the note': {
    type: 'form.saved',
    form: 'note',
    key: '40@5',
    request: 1,
    id: '300',
    version: null,
    lists: [],
  },
  'draft.receivedFromTab: a note': {
    type: 'draft.receivedFromTab',
    customerId: '40',
    instanceId: '5',
    text: 'anotação de outra aba',
    of: 'note',
  },
  'drafts.restored': {
    type: 'drafts.restored',
    drafts: [{ customerId: '40', instanceId: '5', text: 'de antes' }],
  },
  'drafts.restored: with one of another conversation': {
    type: 'drafts.restored',
    drafts: [
      { customerId: '41', instanceId: '5', text: 'de outra' },
      { customerId: '40', instanceId: '5', text: 'de antes' },
    ],
  },
  'drafts.restored: a note': {
    type: 'drafts.restored',
    drafts: [{ customerId: '40', instanceId: '5', text: 'anotação', of: 'note' }],
  },
  'drafts.restored: what was being written': {
    type: 'drafts.restored',
    drafts: [{ customerId: '40', instanceId: '5', text: 'rascunho' }],
  },
  'reply.chosen': { type: 'reply.chosen', ticketId: '20', messageId: '802' },
  'reply.chosen: none': { type: 'reply.chosen', ticketId: '20', messageId: null },
  'reply.chosen: one that is not held': { type: 'reply.chosen', ticketId: '20', messageId: '1' },
} as const satisfies Record<string, AppEvent>;
