import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Invariant } from '../../models/model.ts';
import { presenceInvariants } from '../../models/presence.invariants.ts';
import { shellInvariants } from '../../models/shell.invariants.ts';
import { transferModel } from '../../models/transfer.model.ts';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { reportOf } from '../../src/machines/log/report.ts';
import { laterParts } from '../support/later-parts.ts';
import { openScene, sampleOf } from '../support/paths-explore.ts';
import { allInvariants, machineModels } from '../support/paths-models.ts';
import { firstViolation } from '../support/replay-invariants.ts';
import { main, parseLog, replayLog, told } from '../support/replay-log.ts';

interface EventParts {
  readonly event: { readonly type: 'sound.toggled' | 'desktop.permissionAsked' };
  readonly commands: readonly Command[];
}

/** Bruno is offered a ticket and takes it. */
function aLog(): readonly Logged[] {
  const world = openScene(transferModel, 'Bruno is offered it');
  for (const name of ['transfer.arrived', 'transfer.confirmRequested', 'transfer.confirmed']) {
    world.happen(sampleOf(transferModel, name));
  }
  return world.events;
}

async function aFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-replay-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'log.json');
  await writeFile(file, text);
  return file;
}

/** Runs the command; answers its exit code and what it printed. */
async function replayed(text: string, ...options: string[]): Promise<{ code: number; printed: string }> {
  const lines: string[] = [];
  const print = (line: unknown): void => void lines.push(String(line));
  vi.spyOn(console, 'log').mockImplementation(print);
  vi.spyOn(console, 'error').mockImplementation(print);
  onTestFinished(() => void vi.restoreAllMocks());
  const code = await main([await aFile(text), ...options]);
  return { code, printed: lines.join('\n') };
}

const neverConfirmed: Invariant = {
  name: 'test: nothing is confirmed',
  follow:
    () =>
    ({ event }) =>
      event.type === 'transfer.confirmed' ? `${event.transfer.id} is` : null,
};

describe('a log is read', () => {
  test.each([
    ['as a list', (events: readonly Logged[]) => JSON.stringify(events)],
    ['with its events under a name', (events: readonly Logged[]) => JSON.stringify({ events }, null, 2)],
    ['an event a line', (events: readonly Logged[]) => events.map((event) => JSON.stringify(event)).join('\n')],
  ])('%s', (_, write) => {
    const events = aLog();
    expect(parseLog(write(events))).toEqual({ events, stored: emptyLog });
  });

  test('a report of a problem: from its snapshots on, with what needs only the state', async () => {
    const events = aLog();
    const at = events.length - 2;
    const app = createApp({ now: () => 0, onCommand: () => undefined });
    for (const event of events.slice(0, at)) app.log.take(event);
    const { position } = app.log;
    const report = reportOf({ position, snapshots: app.snapshots(), tail: events.slice(at) });
    const { stored, events: tail } = parseLog(JSON.stringify(report));
    expect([stored.position, tail.length]).toEqual([position, 2]);
    const told = [...replayLog({ stored, events: tail })];
    expect(told.flatMap(({ changes }) => changes).join('\n')).toContain('transfer:60 pending → confirming');
    expect(told.flatMap(({ violations }) => violations)).toEqual([]);
    const checked = [...replayLog({ stored, events: tail }, [neverConfirmed, { ...neverConfirmed, ofState: true }])];
    expect(checked.flatMap(({ violations }) => violations)).toHaveLength(1);
    const { code, printed } = await replayed(JSON.stringify(report), '--quiet');
    expect(code).toBe(0);
    expect(printed).toMatch(
      /2 events from a snapshot on, every invariant held; checked were the \d+ .*, and not the \d+ /u,
    );
  });

  test.each(machineModels.map((model) => [model.name, model] as const))(
    '%s: what needs only the state holds in a report from any event on',
    (_, model) => {
      const invariants = allInvariants.filter(({ ofState }) => ofState === true);
      for (const scene of Object.keys(model.scenes)) {
        const { events } = openScene(model, scene);
        const app = createApp({ now: () => 0, onCommand: () => undefined, later: laterParts });
        for (const [at, event] of events.entries()) {
          const log = { position: app.log.position, snapshots: app.snapshots(), tail: events.slice(at) };
          const report = parseLog(JSON.stringify(reportOf(log)));
          expect([scene, at, firstViolation(report.events, invariants, report.stored)]).toEqual([scene, at, null]);
          app.log.take(event);
        }
      }
    },
  );

  test.each<readonly [string, readonly Invariant[], EventParts]>([
    ['a preference that isn’t taken', shellInvariants, { event: { type: 'sound.toggled' }, commands: [] }],
    [
      'a conversation told of by a hidden page',
      presenceInvariants,
      {
        event: { type: 'desktop.permissionAsked' },
        commands: [{ type: 'presence.tell', customerId: '40', instanceId: '5', typing: false }],
      },
    ],
  ])('from the middle on, %s is found', (_, invariants, { event, commands }) => {
    const app = createApp({ now: () => 0, onCommand: () => undefined, later: laterParts });
    for (const each of aLog()) app.log.take(each);
    app.append({ type: 'page.visibilityChanged', visible: false });
    const checks = invariants.flatMap(({ ofState, follow }) => (ofState === true ? [follow(app)] : []));
    const found = (what: EventParts) =>
      checks.flatMap((check) => check({ app, ...what, event: { ...what.event, position: 0, loggedAt: 0 } }) ?? []);
    expect(found({ event: { type: 'desktop.permissionAsked' }, commands: [] })).toEqual([]);
    expect(found({ event, commands })).toHaveLength(1);
  });

  test('not if an event has no place', () => {
    expect(() => parseLog('[{"type":"app.opened"}]')).toThrow('position');
  });
});

describe('a log is told', () => {
  test('each event with the actors that it changed, made and ended, and with the commands', () => {
    const events = [...replayLog({ events: aLog(), stored: emptyLog })];
    const words = events.map((event) => told(event, events[0]?.event.loggedAt ?? 0));
    expect(words.at(-3)).toMatch(/transfer\.arrived.*\n[^]*\+ transfer:60 pending/);
    expect(words.at(-2)).toMatch(
      /transfer\.confirmRequested[^]*transfer:60 pending → confirming[^]*» transfer\.confirm/,
    );
    expect(words.at(-1)).toContain('− transfer:60, last confirming');
  });

  test('with the invariant that an event broke', () => {
    const broken = [...replayLog({ events: aLog(), stored: emptyLog }, [neverConfirmed])].filter(
      ({ violations }) => violations.length > 0,
    );
    expect(broken.map(({ event, violations }) => [event.type, violations])).toEqual([
      ['transfer.confirmed', ['test: nothing is confirmed: 60 is']],
    ]);
  });
});

describe('npm run replay', () => {
  test('tells a good log, and that every invariant held', async () => {
    const { code, printed } = await replayed(JSON.stringify(aLog()));
    expect(code).toBe(0);
    expect(printed).toContain('every invariant held');
  });

  test('says quietly no more than that', async () => {
    const { printed } = await replayed(JSON.stringify(aLog()), '--quiet');
    expect(printed.trim()).toMatch(/^\d+ events, every invariant held$/);
  });

  test('says what is wrong with a file that is no log', async () => {
    expect(await replayed('{')).toMatchObject({ code: 2, printed: expect.stringContaining("can't be replayed") });
    const unknown = JSON.stringify([{ type: 'nobody.knows', position: 1, loggedAt: 0 }]);
    expect(await replayed(unknown)).toMatchObject({ code: 2, printed: expect.stringContaining('nobody.knows') });
  });
});
