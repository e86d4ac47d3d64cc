import { expect, test } from 'vitest';
import { streamFrameSchema } from '../../contract/realtime/server-frame.ts';
import { frameEvent } from '../../src/adapters/realtime/frame-events.ts';
import { AT, STREAM_DATA, frameTicket, streamFrame, wireChat, wireCustomer, wireTransfer } from '../support/wire.ts';

/* What a ticket and a message may also have on the wire, and seldom all at once. */

const MOMENT = Date.parse(AT);
const later = (minutes: number) => new Date(MOMENT + minutes * 60_000).toISOString();
const asked = {
  id: '899',
  type: 1 as const,
  message: 'Qual é o prazo?',
  tag_type: 'text' as const,
  document_name: null,
  is_bot_message: false,
  user: null,
};
const heard = { id: '899', received: true, text: 'Qual é o prazo?', tag: 'text', documentName: null, bot: false };

function arrivedWith(data: object): unknown {
  const frame = { ...(streamFrame('CustomerChatCreated') as object), data };
  return frameEvent(streamFrameSchema.parse(frame));
}

test('a ticket with all that it can have -> none of it is lost', () => {
  const chatTicket = frameTicket({
    finished_at: later(9),
    is_finishing: true,
    outcome: 'Venda',
    isNotResponded: false,
    instance: { id: '5', name: 'Vendas', isOfficial: false, hasGateway: true, channel: 'sms' },
    customer: wireCustomer({ tags: [{ id: '60', name: 'VIP', color: 'purple' }], is_blacklisted: true }),
    last_received_at: later(1),
    in_flow: true,
    waiting_since: later(2),
    owned_since: later(3),
    snoozed_until: later(4),
    woken_at: later(5),
    department_id: '3',
    customerLastReceivedChat: asked,
    pendingTransfer: wireTransfer({ note: 'Quer falar de preços' }),
  });
  const at = (minutes: number) => MOMENT + minutes * 60_000;
  expect(arrivedWith({ ...STREAM_DATA.CustomerChatCreated, chatTicket })).toMatchObject({
    ticket: {
      protocol: '20260302000020',
      finishedAt: at(9),
      finishing: true,
      outcome: 'Venda',
      notResponded: false,
      owner: { id: '7', name: 'Ana Souza', image: null },
      instance: { id: '5', name: 'Vendas', gateway: true, sms: true },
      customer: { id: '40', name: 'Marina Alves', blacklisted: true, tags: [{ id: '60', name: 'VIP' }] },
      lastReceivedAt: at(1),
      inFlow: true,
      waitingSince: at(2),
      ownedSince: at(3),
      snoozedUntil: at(4),
      wokenAt: at(5),
      departmentId: '3',
      words: heard,
      unseen: 1,
      pendingTransfer: {
        previousOwner: { id: '7', name: 'Ana Souza' },
        nextOwner: { id: '8', name: 'Bruno Lima' },
        note: 'Quer falar de preços',
      },
    },
  });
});

test('a message with all that it can have -> none of it is lost', () => {
  const customerChat = wireChat({
    type: 0,
    client_id: 'c-1',
    sent_at: later(1),
    created_at: later(2),
    is_cut: true,
    unseen_msg: false,
    is_bot_message: true,
    user: { id: '8', name: 'Bruno Lima' },
    parent_id: '899',
    parentCustomerChat: asked,
    childCustomerChats: [{ ...asked, message: '👍', tag_type: 'reaction' }],
    document_name: 'tabela.pdf',
    document_mimetype: 'application/pdf',
    is_forwarded: true,
    repeats_id: '850',
    is_template: true,
    image_url: 'https://x.example/a.png',
    recovered: true,
    has_file: false,
    ack: 2,
    error_code: '131047',
    error_key: 'error.window.closed',
  });
  expect(arrivedWith({ ...STREAM_DATA.CustomerChatCreated, customerChat })).toMatchObject({
    message: {
      clientId: 'c-1',
      ticketId: '20',
      received: false,
      at: MOMENT + 60_000,
      takenAt: MOMENT + 120_000,
      cut: true,
      unseen: false,
      bot: true,
      author: { id: '8', name: 'Bruno Lima' },
      quoted: heard,
      parentId: '899',
      reactions: [{ text: '👍', tag: 'reaction', received: true }],
      documentName: 'tabela.pdf',
      documentType: 'application/pdf',
      forwarded: true,
      repeats: '850',
      isTemplate: true,
      imageUrl: 'https://x.example/a.png',
      recovered: true,
      hasFile: false,
      ack: 2,
      errorCode: '131047',
      errorKey: 'error.window.closed',
    },
  });
});
