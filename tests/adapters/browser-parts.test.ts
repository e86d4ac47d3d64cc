import { describe, expect, test } from 'vitest';
import { correctedClock } from '../../src/adapters/clock/corrected-clock.ts';
import { createSound } from '../../src/adapters/desktop/sound.ts';
import { randomUuid } from '../../src/adapters/environment.ts';
import { servedConfig } from '../../src/adapters/backoffice/config.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { manualClock, nodeEnvironment } from '../support/node-environment.ts';
import { ok, startScriptedServer } from '../support/scripted-server.ts';
import { startBench } from './harness.ts';
import { eventually } from '../support/expect-eventually.ts';

describe('timers', () => {
  test('started -> fired once, at its time', async () => {
    const clock = manualClock();
    const bench = await startBench({ after: clock.after });
    bench.adapters.run({ type: 'timer.start', timer: 'socket:ping', ms: 300 });
    clock.advance(299);
    expect(bench.events.items).toEqual([]);
    clock.advance(1);
    clock.advance(1000);
    expect(bench.events.items).toEqual([{ type: 'timer.fired', timer: 'socket:ping' }]);
  });

  test('started again -> only the second counts', async () => {
    const clock = manualClock();
    const bench = await startBench({ after: clock.after });
    bench.adapters.run({ type: 'timer.start', timer: 'a', ms: 300 });
    clock.advance(200);
    bench.adapters.run({ type: 'timer.start', timer: 'a', ms: 300 });
    clock.advance(299);
    expect(bench.events.items).toEqual([]);
    clock.advance(1);
    expect(bench.events.items).toHaveLength(1);
  });

  test('cancelled -> never fires; one of another name does', async () => {
    const clock = manualClock();
    const bench = await startBench({ after: clock.after });
    bench.adapters.run({ type: 'timer.start', timer: 'a', ms: 10 });
    bench.adapters.run({ type: 'timer.start', timer: 'b', ms: 10 });
    bench.adapters.run({ type: 'timer.cancel', timer: 'a' });
    bench.adapters.run({ type: 'timer.cancel', timer: 'unknown' });
    clock.advance(10);
    expect(bench.events.items).toEqual([{ type: 'timer.fired', timer: 'b' }]);
  });

  test('stopped -> nothing fires', async () => {
    const clock = manualClock();
    const bench = await startBench({ after: clock.after });
    bench.adapters.run({ type: 'timer.start', timer: 'a', ms: 10 });
    bench.adapters.stop();
    expect(clock.pending()).toBe(0);
  });
});

describe('the clock', () => {
  test('days off -> the server’s; back, or off by the way an answer takes -> the computer’s', () => {
    const at = Date.parse('2026-03-12T12:00:00Z');
    let own = at + 3 * 86_400_000;
    const clock = correctedClock(() => own);
    clock.sync(null, own);
    clock.sync('gestern', own);
    expect(clock.now()).toBe(own);
    clock.sync(new Date(at).toUTCString(), own);
    expect(clock.now()).toBe(at);
    own += 5_000;
    clock.sync(new Date(at + 4_000).toUTCString(), own);
    expect(clock.now()).toBe(at + 5_000);
    own = at + 20_000;
    clock.sync(new Date(at + 19_000).toUTCString(), own);
    expect(clock.now()).toBe(own);
  });

  test('an answer that met a computer asleep, or whose clock was set meanwhile -> says nothing', () => {
    const at = Date.parse('2026-03-12T12:00:00Z');
    let own = at;
    const clock = correctedClock(() => own);
    own = at + 8 * 3_600_000;
    clock.sync(new Date(at).toUTCString(), at);
    expect(clock.now()).toBe(own);
    clock.sync(new Date(at).toUTCString(), own + 3_600_000);
    expect(clock.now()).toBe(own);
  });

  test('given somewhere on the way -> taken for its middle', () => {
    const at = Date.parse('2026-03-12T12:00:00Z');
    const own = at + 86_400_000;
    const clock = correctedClock(() => own);
    clock.sync(new Date(at).toUTCString(), own - 8_000);
    expect(clock.now()).toBe(at + 4_000);
  });
});

describe('the browser’s own notices', () => {
  const SHOW = {
    type: 'desktop.show',
    noticeId: 'n1',
    title: { kind: 'message', id: 'notices.received.title', values: {} },
    body: { kind: 'words', words: 'Bom dia' },
  } as const;

  test('shown in words -> clicked -> the window comes to the front', async () => {
    const bench = await startBench();
    bench.adapters.run(SHOW);
    await eventually(() => expect(bench.environment.notices).toHaveLength(1));
    const [notice] = bench.environment.notices;
    expect(notice).toMatchObject({ title: 'notices.received.title', body: 'Bom dia' });
    notice?.click();
    expect(bench.events.items).toEqual([{ type: 'notice.desktopClicked', noticeId: 'n1' }]);
    expect(bench.environment.pageControl.focused()).toBe(1);
    expect(notice?.closed()).toBe(true);
  });

  test('a logout -> none is left on the desktop', async () => {
    const bench = await startBench();
    bench.adapters.run(SHOW);
    bench.adapters.run({ ...SHOW, noticeId: 'n2' });
    bench.adapters.run({ type: 'storage.erase' });
    await eventually(() => expect(bench.environment.notices.map((notice) => notice.closed())).toEqual([true, true]));
  });

  test('hidden', async () => {
    const bench = await startBench();
    bench.adapters.run(SHOW);
    bench.adapters.run({ type: 'desktop.hide', noticeId: 'n1' });
    bench.adapters.run({ type: 'desktop.hide', noticeId: 'n1' });
    await eventually(() => expect(bench.environment.notices[0]?.closed()).toBe(true));
  });

  test.each(['default', 'denied'] as const)('permission is asked when %s', async (permission) => {
    const bench = await startBench({ permission });
    bench.adapters.run({ type: 'desktop.askPermission' });
    expect(await bench.next('desktop.permissionChanged')).toEqual({
      type: 'desktop.permissionChanged',
      permission: permission === 'default' ? 'granted' : 'denied',
    });
  });

  test('unsupported -> said in the browser’s log, in the specification’s words', async () => {
    const bench = await startBench({ permission: 'unsupported' });
    bench.adapters.start();
    expect((await bench.next('app.opened')).desktop).toBe('unsupported');
    bench.adapters.run({ type: 'desktop.askPermission' });
    bench.adapters.run(SHOW);
    expect(await bench.all('desktop.permissionChanged', 2)).toMatchObject([
      { permission: 'unsupported' },
      { permission: 'unsupported' },
    ]);
    const line = 'O browser não suporta notificações desktop';
    expect(bench.environment.lines.items).toEqual([line, line]);
  });
});

describe('sound', () => {
  function fakeAudio(state: 'running' | 'suspended', resumes: boolean) {
    const started: number[] = [];
    const parameter = { value: 0, setValueAtTime: () => parameter, exponentialRampToValueAtTime: () => parameter };
    class FakeAudio {
      state = state;
      currentTime = 2;
      destination = {};
      resume(): Promise<void> {
        if (!resumes) return new Promise(() => undefined);
        this.state = 'running';
        return Promise.resolve();
      }
      close = async (): Promise<void> => undefined;
      createOscillator = () => ({
        frequency: { value: 0 },
        connect: (to: unknown) => to,
        start: (at: number) => started.push(at),
        stop: () => undefined,
      });
      createGain = () => ({ gain: parameter, connect: () => undefined });
    }
    return { AudioContext: FakeAudio as unknown as new () => AudioContext, started };
  }

  test.each(['running', 'suspended'] as const)('%s -> two notes', async (state) => {
    const events: AppEvent[] = [];
    const { AudioContext, started } = fakeAudio(state, true);
    await createSound((event) => events.push(event), { AudioContext, after: manualClock().after }).play({
      type: 'sound.play',
      sound: 'mine',
      volume: 0.5,
    });
    expect(started).toEqual([2, 2.12]);
    expect(events).toEqual([]);
  });

  test('many notices at once -> one sound', async () => {
    const { AudioContext, started } = fakeAudio('running', true);
    const sound = createSound(() => undefined, { AudioContext, after: manualClock().after });
    await Promise.all([
      sound.play({ type: 'sound.play', sound: 'mine', volume: 0.5 }),
      sound.play({ type: 'sound.play', sound: 'mine', volume: 0.5 }),
      sound.play({ type: 'sound.play', sound: 'mine', volume: 0.5 }),
    ]);
    expect(started).toEqual([2, 2.12]);
  });

  test('nobody has touched the page yet -> sound.refused', async () => {
    const events: AppEvent[] = [];
    const clock = manualClock();
    const { AudioContext, started } = fakeAudio('suspended', false);
    const playing = createSound((event) => events.push(event), { AudioContext, after: clock.after }).play({
      type: 'sound.play',
      sound: 'mine',
      volume: 0.5,
    });
    clock.advance(500);
    await playing;
    expect(events).toEqual([{ type: 'sound.refused', reason: 'suspended' }]);
    expect(started).toEqual([]);
  });

  test('no audio at all -> sound.refused', async () => {
    const bench = await startBench();
    bench.adapters.run({ type: 'sound.play', sound: 'mine', volume: 0.5 });
    expect(await bench.next('sound.refused')).toEqual({ type: 'sound.refused', reason: 'no audio' });
  });
});

describe('the page', () => {
  test('tells what becomes of it, until stopped', async () => {
    const bench = await startBench();
    const { pageControl } = bench.environment;
    bench.adapters.start();
    pageControl.setOnline(false);
    pageControl.setVisible(false);
    pageControl.setVisible(true);
    pageControl.close();
    expect(bench.events.items.slice(1)).toEqual([
      { type: 'network.changed', online: false },
      { type: 'page.visibilityChanged', visible: false },
      { type: 'page.visibilityChanged', visible: true },
      { type: 'page.closing' },
    ]);
    bench.adapters.stop();
    pageControl.setOnline(true);
    expect(bench.events.items).toHaveLength(5);
  });

  test('back out of the browser’s cache -> opens afresh', async () => {
    const bench = await startBench();
    bench.adapters.start();
    bench.environment.pageControl.restore();
    expect(bench.environment.pageControl.reloaded()).toBe(1);
  });

  test('goes where it was last told once there is a router, then at once', async () => {
    const bench = await startBench();
    const gone: string[] = [];
    const navigate = { type: 'page.navigate', replace: true, returnHere: false } as const;
    bench.adapters.run({ ...navigate, to: '/a' });
    bench.adapters.run({ ...navigate, to: '/b' });
    bench.adapters.useNavigate(({ to }) => gone.push(to));
    bench.adapters.run({ ...navigate, to: '/c' });
    expect(gone).toEqual(['/b', '/c']);
  });

  test('writes to the browser’s log in the words of the catalogue', async () => {
    const bench = await startBench();
    bench.adapters.run({ type: 'console.note', key: 'notice.session.notRenewed' });
    expect(bench.environment.lines.items).toEqual(['notice.session.notRenewed']);
  });
});

describe('where the backend is', () => {
  test('no answer -> asked again; once known, not asked any more', async () => {
    const server = await startScriptedServer();
    const config = { backoffice: '', graphql: '', realtime: '', ip_lookup: null, demo: true };
    const configOf = servedConfig(nodeEnvironment({ url: server.url }));
    server.on('GET /config.json', 'drop');
    expect(await configOf()).toBeNull();
    server.on('GET /config.json', ok({ demo: 'yes' }));
    expect(await configOf()).toBeNull();
    server.on('GET /config.json', ok(config));
    expect(await Promise.all([configOf(), configOf()])).toEqual([config, config]);
    expect(await configOf()).toEqual(config);
    expect(server.requests.items).toHaveLength(3);
    await server.close();
  });
});

test('a random UUID is one of version 4, and never the same', () => {
  const made = Array.from({ length: 50 }, randomUuid);
  for (const uuid of made) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(made).size).toBe(made.length);
});
