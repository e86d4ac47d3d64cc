import type { FrameEvent } from '../src/machines/log/events-chat.ts';
import type { StreamPosition } from '../src/machines/log/stream.ts';
import type { CampaignNews } from '../src/machines/campaign/campaign.machine.ts';
import { ana, bruno, customer, instance, line, message, framed, transfer } from './samples.ts';

/** A running campaign's state. */
export function campaignNews(version: number, given: Partial<CampaignNews> = {}): CampaignNews {
  const counts = { total: 100, pending: 90, sending: 0, sent: 10, delivered: 0, read: 0, failed: 0 };
  const others = { uncertain: 0, skipped: 0, cancelled: 0, answered: 0 };
  return { name: 'Natal', status: 'running', version, reason: null, counts: { ...counts, ...others }, ...given };
}

/** One frame of each type at a stream position. A new type of frame doesn't compile without one here. */
export const frames: { readonly [Type in FrameEvent['type']]: (stream: StreamPosition) => FrameEvent } = {
  'message.arrived': (stream) => {
    const arrived = message(String(900 + stream.seq));
    return {
      type: 'message.arrived',
      message: arrived,
      ticket: framed({ lastMessage: arrived, unseen: 1 }),
      stream,
    };
  },
  'message.ackChanged': (stream) => ({
    type: 'message.ackChanged',
    messageId: '900',
    clientId: null,
    ticketId: '20',
    customerId: '40',
    instanceId: '5',
    ack: 2,
    errorCode: null,
    errorKey: null,
    stream,
  }),
  'line.changed': (stream) => ({ type: 'line.changed', customerId: '40', instanceId: '5', line: line('300'), stream }),
  'customer.arrived': (stream) => ({ type: 'customer.arrived', ticket: framed(), stream }),
  'customer.blacklisted': (stream) => ({
    type: 'customer.blacklisted',
    customerId: customer().id,
    blacklisted: true,
    stream,
  }),
  'customer.updated': (stream) => ({
    type: 'customer.updated',
    customerId: customer().id,
    name: 'Marina Alves Costa',
    tags: [{ id: '60', name: 'VIP', color: 'purple' }],
    stream,
  }),
  'customers.merged': (stream) => ({
    type: 'customers.merged',
    fromId: '41',
    fromName: 'Marina',
    intoId: customer().id,
    intoName: customer().name,
    stream,
  }),
  'list.updated': (stream) => ({ type: 'list.updated', what: 'tags', stream }),
  'customer.pinned': (stream) => ({ type: 'customer.pinned', customerId: customer().id, pinned: true, stream }),
  'ticket.closed': (stream) => ({
    type: 'ticket.closed',
    ticket: framed({ finishedAt: stream.seq }),
    by: ana,
    stream,
  }),
  'transfer.arrived': (stream) => ({
    type: 'transfer.arrived',
    transfer: transfer(),
    ticket: framed({ pendingTransfer: transfer() }),
    by: ana,
    addressed: false,
    stream,
  }),
  'ticket.transferred': (stream) => ({
    type: 'ticket.transferred',
    transfer: transfer({ confirmedAt: stream.seq }),
    ticket: framed({ owner: { ...bruno, image: null } }),
    by: bruno,
    stream,
  }),
  'transfer.removed': (stream) => ({
    type: 'transfer.removed',
    transfer: transfer({ deletedAt: stream.seq }),
    ticket: framed(),
    by: bruno,
    stream,
  }),
  'notice.arrived': (stream) => ({
    type: 'notice.arrived',
    noticeId: String(1_000 + stream.seq),
    title: 'Marina Alves',
    text: 'Bom dia',
    attendant: ana,
    ticketId: '20',
    customerId: '40',
    customerName: 'Marina Alves',
    instanceId: '5',
    stream,
  }),
  'unseen.wasReset': (stream) => ({
    type: 'unseen.wasReset',
    customerId: '40',
    instanceId: '5',
    upToId: '900',
    unseen: 0,
    stream,
  }),
  'instance.updated': (stream) => ({ type: 'instance.updated', instance: instance({ active: false }), stream }),
  'permissions.outdated': (stream) => ({ type: 'permissions.outdated', stream }),
  'campaign.updated': (stream) => ({
    type: 'campaign.updated',
    campaignId: '70',
    news: campaignNews(stream.seq),
    stream,
  }),
  'customerGroup.updated': (stream) => ({ type: 'customerGroup.updated', groupId: '80', name: 'Vips', stream }),
};
