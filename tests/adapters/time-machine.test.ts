import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { knownConfig } from '../../src/adapters/backoffice/config.ts';
import { prepareReport } from '../../src/adapters/report.ts';
import { LOG_FORMAT } from '../../src/adapters/storage/log-format.ts';
import { createTimeMachine, readReport } from '../../src/adapters/time-machine.ts';
import { emptyLog } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import { LOG_FILE_MAX_BYTES } from '../../contract/facts/limits.ts';
import { reportOf } from '../../src/machines/log/report.ts';
import { brunoViewing } from '../support/builders.ts';
import { live, messageTo, ticketOf } from '../machines/directory-support.ts';

function aLog(): StoredLog {
  const { app, events, append } = live(brunoViewing, ticketOf(1));
  const begun = { position: app.log.position, snapshots: app.snapshots(), from: events.length };
  append({ type: 'ticket.opened', ticketId: '501' }, messageTo(1, 11));
  return { position: begun.position, snapshots: begun.snapshots, tail: events.slice(begun.from) };
}

/** What “Relatar problema” saves of a log. */
async function saved(log: StoredLog): Promise<string> {
  let file = new Blob();
  prepareReport(reportOf(log), {
    now: () => 0,
    after: () => () => undefined,
    saveFile: (blob: Blob) => {
      file = blob;
    },
  }).save();
  return file.text();
}

describe('a file that is opened in the time machine', () => {
  test('saved as a report -> its log, snapshots and events', async () => {
    const log = aLog();
    const { snapshots, ...report } = reportOf(log);
    const read = await readReport(await saved(log));
    expect(read).toEqual(
      JSON.parse(JSON.stringify({ ...report, snapshots: {} }), (key, value: unknown) =>
        key === 'snapshots' ? expect.any(Map) : value,
      ),
    );
    expect(typeof read === 'string' ? [] : [...read.snapshots.keys()]).toEqual(Object.keys(snapshots));
  });

  test.each([
    ['nothing', ' \n', 'empty'],
    ['no event and no actor', '{"position":0,"snapshots":{},"tail":[]}', 'empty'],
    ['no JSON', 'Oi', 'notALog'],
    ['something else', '{"name":"balcao"}', 'notALog'],
    [
      'an actor without a context',
      '{"position":0,"snapshots":{"auth":{"value":"x","context":1}},"tail":[]}',
      'damaged',
    ],
    [
      'an event without a moment',
      '{"position":0,"snapshots":{},"tail":[{"type":"app.opened","position":1}]}',
      'damaged',
    ],
    [
      'an actor without a context, of today’s version',
      `{"format":${LOG_FORMAT},"position":0,"snapshots":{"auth":{"value":"x","context":1}},"tail":[]}`,
      'damaged',
    ],
    ['of a newer version', `{"format":${LOG_FORMAT + 1},"position":0,"snapshots":{},"tail":[]}`, 'newer'],
  ])('%s -> is refused', async (_, text, reason) => {
    expect(await readReport(text)).toBe(reason);
  });
});

test('a file too large, or one that is gone -> refused, and nothing is thrown', async () => {
  const machine = createTimeMachine({ whole: () => emptyLog }, async () => null);
  const gone = { size: 2, text: () => Promise.reject(new DOMException('gone', 'NotFoundError')) };
  const large = { size: LOG_FILE_MAX_BYTES + 1, text: async () => '' };
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await machine.read(gone)).toBe('unreadable');
  expect(await machine.read(large)).toBe('tooLarge');
});

test.each([
  [true, 'in the demo -> this tab’s own log'],
  [false, 'in production -> no log but a file’s'],
])('%s: %s', async (demo) => {
  const config = knownConfig({ demo } as Parameters<typeof knownConfig>[0]);
  const machine = createTimeMachine({ whole: () => emptyLog }, config);
  expect(await machine.present()).toBe(demo ? emptyLog : null);
});
