import { describe, expect, it } from 'vitest';
import { closedReason, permanentReason, windowLeft } from '../../src/views/attendance/chat/closed-reason.ts';
import { aCustomer, anaViewing, aTicket, brunoViewing, carlaViewing, START } from '../support/builders.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('whether one can write', () => {
  const standing = {
    ticket: aTicket(),
    receivedAt: START,
    lifecycle: 'open',
    now: START,
    viewer: brunoViewing,
    isGone: false,
  } as const;

  it.each([
    ['within 24 hours', { now: START + 23 * HOUR }, undefined],
    ['after 24 hours', { now: START + 24 * HOUR }, 'error.window.closed'],
    ['the customer never wrote', { receivedAt: null }, 'attendance.closed.unanswered'],
    [
      'an instance without a gateway, whatever the window',
      { now: START + 24 * HOUR, ticket: aTicket({ instance: { id: '1', name: 'Vendas', unofficial: true } }) },
      'error.instance.noGateway',
    ],
    [
      'the customer is blocked',
      { ticket: aTicket({ customer: aCustomer({ blacklisted: true }) }) },
      'error.customer.blacklisted',
    ],
    ['its owner', {}, undefined],
    ['somebody else', { viewer: carlaViewing }, 'error.ticket.notYours'],
    ['an administrator', { viewer: anaViewing }, undefined],
    ['anybody, while nobody has it', { viewer: carlaViewing, ticket: aTicket({ owner: null }) }, undefined],
    ['no longer to be seen, whatever is held of it', { isGone: true }, 'error.ticket.passedOn'],
    ['finished, whatever the window', { lifecycle: 'finished' }, 'attendance.closed.finished'],
  ] as const)('%s', (_name, changes, reason) => {
    expect(closedReason({ ...standing, ...changes })).toBe(reason);
  });

  it('the time to answer in doesn’t become less than none', () => {
    expect(windowLeft(START, START + 48 * HOUR)).toBe(0);
    expect(windowLeft(null, START)).toBe(0);
    expect(windowLeft(null, START, { unofficial: true })).toBeNull();
    expect(windowLeft(null, START, { sms: true })).toBeNull();
  });

  it.each([
    ['its owner may', 'error.unknown', undefined, undefined],
    ['somebody else has it', 'error.notFound', 'error.ticket.notYours', 'attendance.passedTo'],
    ['nobody knows who has it', 'error.notFound', 'error.ticket.passedOn', 'error.ticket.passedOn'],
    [
      'finished, and no longer to be seen',
      'error.notFound',
      'attendance.closed.finished',
      'attendance.closed.finished',
    ],
    ['finished, and the next one would take it', 'error.unknown', 'attendance.closed.finished', undefined],
    ['the customer is blocked', 'error.customer.blacklisted', 'error.customer.blacklisted', undefined],
    ['the window is closed', 'error.unknown', 'error.window.closed', 'error.window.closed'],
  ] as const)('a refused message, %s -> whether trying again is of use', (_name, key, closed, reason) => {
    expect(permanentReason(key, closed)).toBe(reason);
  });
});
