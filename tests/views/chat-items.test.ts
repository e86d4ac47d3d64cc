import { describe, expect, it } from 'vitest';
import { firstUnread } from '../../src/views/attendance/chat/use-unread.ts';
import { layOut, type Surroundings } from '../../src/views/attendance/chat/chat-items.ts';
import type { ThreadLine } from '../../src/machines/entities/entities.ts';
import type { ChatEntry } from '../../src/machines/conversation/conversation.selectors.ts';
import { aMessage, anOutgoing, aSentMessage, START } from '../support/builders.ts';
import { line } from '../../models/samples.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const dayKey = (at: number) => new Date(at).toISOString().slice(0, 10);
const entry = (message: ReturnType<typeof aMessage>): ChatEntry => ({ kind: 'message', message });

describe('the conversation’s layout', () => {
  const shape = (entries: readonly ChatEntry[], ticketId?: string, surroundings: Surroundings = {}) =>
    layOut(entries, dayKey, { ...surroundings, ...(ticketId !== undefined && { ticketId }) }).map((item) =>
      item.kind === 'day'
        ? 'day'
        : item.kind === 'mark'
          ? item.mark
          : item.kind === 'line'
            ? `-${item.line.id}`
            : item.kind === 'album'
              ? item.key
              : `${item.head ? '[' : ''}${item.key}${item.tail ? ']' : ''}`,
    );

  it('one side within five minutes -> one group', () => {
    expect(shape([entry(aMessage({ id: '1', at: START })), entry(aMessage({ id: '2', at: START + MINUTE }))])).toEqual([
      'day',
      '[1',
      '2]',
    ]);
  });

  it('the other side, or a pause -> a new group', () => {
    expect(
      shape([
        entry(aMessage({ id: '1', at: START })),
        entry(aSentMessage({ id: '2', at: START + MINUTE, clientId: null })),
        entry(aSentMessage({ id: '3', at: START + 9 * MINUTE, clientId: null })),
      ]),
    ).toEqual(['day', '[1]', '[2]', '[3]']);
  });

  it('midnight -> a day of its own', () => {
    expect(
      shape([entry(aMessage({ id: '1', at: START })), entry(aMessage({ id: '2', at: START + 24 * HOUR }))]),
    ).toEqual(['day', '[1]', 'day', '[2]']);
  });

  it('one that comes late stands under the day it came, and no day is headed twice', () => {
    const at = [START, START - 48 * HOUR, START + MINUTE];
    expect(shape(at.map((moment, index) => entry(aMessage({ id: String(index), at: moment }))))).toEqual([
      'day',
      '[0]',
      '[1]',
      '[2]',
    ]);
  });

  it('a reaction stands on its message, not in a line of its own', () => {
    expect(
      shape([entry(aMessage({ id: '1', at: START })), entry(aMessage({ id: '2', at: START, tag: 'reaction' }))]),
    ).toEqual(['day', '[1]']);
  });

  it('among the customer’s other attendances it says where this one begins and ends', () => {
    const entries = ['497', '500', '502'].map((ticketId, index) =>
      entry(aMessage({ id: String(index), at: START + index * MINUTE, ticketId })),
    );
    expect(shape(entries, '500')).toEqual(['day', '[0]', 'start', '[1]', 'end', '[2]']);
    expect(shape(entries.slice(1, 2), '500')).toEqual(['day', '[1]']);
  });

  const happened = (id: string, afterId: string, changes: Partial<ThreadLine> = {}): ThreadLine =>
    line(id, { afterId, at: START, ticketId: '500', ...changes });

  it('what happened stands behind its message, and parts groups', () => {
    const entries = ['10', '11', '13'].map((id) => entry(aMessage({ id, at: START })));
    const lines = [happened('1', '10'), happened('2', '10'), happened('3', '12'), happened('4', '13')];
    expect(shape(entries, undefined, { lines })).toEqual(['day', '[10]', '-1', '-2', '[11]', '-3', '[13]', '-4']);
  });

  it('what stands before the oldest message waits for the page before it, unless there is none', () => {
    const entries = [entry(aMessage({ id: '10', at: START }))];
    const lines = [happened('1', '0'), happened('2', '9'), happened('3', '10')];
    expect(shape(entries, undefined, { lines })).toEqual(['day', '[10]', '-3']);
    expect(shape(entries, undefined, { lines, isComplete: true })).toEqual(['day', '-1', '-2', '[10]', '-3']);
  });

  it('what is deleted, or of an attendance that the viewer does not see, is left out', () => {
    const entries = [entry(aMessage({ id: '10', at: START }))];
    const lines = [
      happened('1', '10', { deleted: true }),
      happened('2', '10', { ticketId: '501' }),
      happened('3', '10'),
    ];
    expect(shape(entries, undefined, { lines, upTo: '500' })).toEqual(['day', '[10]', '-3']);
  });

  it('the first unread message begins a group, behind the divider', () => {
    const entries = ['10', '11', '12'].map((id) => entry(aMessage({ id, at: START })));
    expect(shape(entries, undefined, { unreadId: '11' })).toEqual(['day', '[10', 'unread', '[11', '12]']);
    expect(firstUnread(entries, 2, null)).toBe('11');
    expect(firstUnread(entries, 2, '11')).toBe('10');
    expect(firstUnread(entries, 0, null)).toBeUndefined();
    expect(firstUnread(entries, 4, null)).toBeUndefined();
  });

  it('an optimistic message and its real twin have the same key', () => {
    const sent = anOutgoing();
    const optimistic: ChatEntry = {
      kind: 'optimistic',
      message: {
        id: sent.tempId,
        clientId: sent.clientId,
        userId: sent.userId,
        text: sent.text,
        tag: 'stop_flow',
        quoted: null,
        submittedAt: START,
      },
    };
    const twin = entry(aSentMessage({ id: '9', clientId: sent.clientId, at: START }));
    expect(shape([optimistic])).toEqual(shape([twin]));
  });
});
