import { describe, expect, test } from 'vitest';
import type { TransferState } from '../../src/machines/transfer/transfer.selectors.ts';
import { keysOf } from '../support/builders-actor.ts';
import { events, starts } from './transfer-support.ts';
import type { EventName, Start } from './transfer-support.ts';

/** The server's word, whatever we asked for. */
const words = {
  confirmed: 'confirmed',
  transferred: 'confirmed',
  deleted: 'deleted',
  removed: 'deleted',
  createdNext: 'deleted',
} as const;

/** What each state does on an event. What isn't named changes nothing: the snapshot is the same one. */
const table: Record<Start, Partial<Record<EventName, TransferState>>> = {
  draftLoading: { candidates: 'draft', candidatesFailed: 'draft', dismissed: 'dismissed', ticketClosed: 'failed' },
  draftReady: { drafted: 'draft', submitted: 'waiting', dismissed: 'dismissed', ticketClosed: 'failed' },
  draftFailed: {
    drafted: 'draft',
    networkBack: 'draft',
    greeted: 'draft',
    dismissed: 'dismissed',
    ticketClosed: 'failed',
  },
  waiting: { released: 'creating', releasedLate: 'creating', withdrawn: 'dismissed' },
  waitingAgain: { released: 'creating', releasedLate: 'creating', withdrawn: 'dismissed', arrived: 'pending' },
  backingOff: { backoffOver: 'waiting', greeted: 'waiting', withdrawn: 'dismissed', arrived: 'pending' },
  creating: {
    created: 'pending',
    createdNext: 'pending',
    arrived: 'pending',
    createFailed: 'draft',
    createHopeless: 'failed',
    createLost: 'waiting',
    createAbandoned: 'waiting',
    createSettled: 'dismissed',
    dismissed: 'creating',
  },
  failed: { drafted: 'draft', dismissed: 'dismissed' },
  pending: { ...words, confirmRequested: 'confirming', deleteRequested: 'deleting', ticketClosed: 'deleted' },
  confirming: {
    ...words,
    confirmFailed: 'pending',
    confirmTooLate: 'deleted',
    confirmAgain: 'confirmed',
    ticketClosed: 'confirming',
  },
  deleting: {
    ...words,
    deleteFailed: 'pending',
    deleteTooLate: 'confirmed',
    deleteAgain: 'deleted',
    ticketClosed: 'deleted',
  },
};

describe.each(keysOf(table))('%s', (start) => {
  test.each(keysOf(events))('on %s', (name) => {
    const expected = table[start][name];
    const transfer = starts[start]();
    const before = transfer.snapshot();
    const given = transfer.commands.length;
    transfer.send(events[name]);
    if (expected === undefined) {
      expect(transfer.snapshot()).toBe(before);
      expect(transfer.commands).toHaveLength(given);
    } else {
      expect(transfer.state()).toBe(expected);
      expect(transfer.snapshot()).not.toBe(before);
    }
  });
});
