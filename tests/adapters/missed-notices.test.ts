import { expect, test } from 'vitest';
import { data } from '../support/scripted-server.ts';
import { AT, wireTicket, wireTransfer } from '../support/wire.ts';
import { startBench } from './harness.ts';

const QUERY = { page: 1, limit: 100, search: '', sort: { by: 'name', descending: false }, filters: {} };

test('what was missed is what the frames would have told; one of another version is left out', async () => {
  const bench = await startBench();
  bench.adopt('token', 1);
  const at = { id: 'e:7', epoch: 'e', seq: 7, prev: 6 };
  const frames = [
    { event: 'Unheard', data: {}, ...at },
    {
      event: 'ChatTicketTransfer',
      data: { ticketTransfer: wireTransfer(), chatTicket: { ...wireTicket(), pinned: null }, user: null },
      ...at,
    },
  ].map((frame) => ({ at: AT, frame: JSON.stringify(frame) }));
  bench.server.on('missedNotices', data({ missedNotices: [{ at: AT, frame: 'no JSON' }, ...frames] }));
  bench.adapters.run({ type: 'list.fetch', list: 'missedNotices', request: 1, query: QUERY });
  const { page } = await bench.next('list.answered');
  expect(page).toMatchObject({
    list: 'missedNotices',
    total: 1,
    rows: [
      {
        at: Date.parse(AT),
        frame: { type: 'transfer.arrived', transfer: { id: wireTransfer().id }, stream: { seq: 7 } },
      },
    ],
  });
});
