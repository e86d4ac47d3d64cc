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
  draftReady: { drafted: 'draft', submitted: 'creating', dismissed: 'dismissed', ticketClosed: 'failed' },
  draftFailed: { drafted: 'draft', dismissed: 'dismissed', ticketClosed: 'failed' },
  creating: {
    created: 'pending',
    createdNext: 'pending',
    arrived: 'pending',
    createFailed: 'draft',
    createHopeless: 'failed',
    dismissed: 'dismissed',
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
