import { describe, expect, it } from 'vitest';
import type { ThreadLine } from '../../src/machines/entities/entities.ts';
import { lineText } from '../../src/views/attendance/chat/thread/line-text.ts';

const ana = { id: '1', name: 'Ana' };

function line(over: Partial<ThreadLine>): ThreadLine {
  return {
    id: '1',
    kind: 'returned',
    at: 0,
    afterId: '0',
    ticketId: '1',
    protocol: '1',
    by: null,
    from: null,
    to: null,
    text: null,
    mentions: [],
    clientId: null,
    edited: false,
    deleted: false,
    version: 0,
    ...over,
  };
}

describe('what a line among the messages says of a queue', () => {
  it.each([
    ['nobody answered', line({ from: ana }), 'thread.returned'],
    ['a flow or a rule put it there', line({}), 'thread.returned.system'],
    ['somebody put it there', line({ by: ana }), 'thread.returned.by'],
    ['a flow or a rule put it into a department’s', line({ kind: 'queued' }), 'thread.queued'],
    ['somebody put it into a department’s', line({ kind: 'queued', by: ana }), 'thread.queued.by'],
  ])('%s', (_why, given, expected) => {
    expect(lineText(given, 'Alguém')?.id).toBe(expected);
  });
});
