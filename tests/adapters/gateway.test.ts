import { describe, expect, test } from 'vitest';
import type { CallResult, Outcome } from '../../src/adapters/calls/call.ts';
import { NO_ANSWER, SESSION_OVER } from '../../src/adapters/calls/failure.ts';
import { createGateway } from '../../src/adapters/calls/gateway.ts';
import { createVault } from '../../src/adapters/calls/vault.ts';
import type { CommandType } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { manualClock, nodeEnvironment } from '../support/node-environment.ts';

const CONFIG = { backoffice: '', graphql: '', realtime: '', ip_lookup: null, demo: false };

/** A gateway over calls whose answers the test gives, even to a call that was cancelled. */
function start(random = 0) {
  const events: AppEvent[] = [];
  const results: CallResult<string>[] = [];
  const tokens: (string | null)[] = [];
  const answers: ((outcome: Outcome<string>) => void)[] = [];
  const clock = manualClock();
  const network = { online: true };
  let count = 0;
  const uuid = (): string => `id-${(count += 1)}`;
  const vault = createVault(uuid);
  const gateway = createGateway({
    append: (event) => events.push(event),
    configOf: async () => CONFIG,
    environment: {
      after: clock.after,
      uuid,
      random: () => random,
      page: { ...nodeEnvironment({ url: '' }).page, online: () => network.online },
    },
    vault,
  });

  /** Makes a call and waits until it is on its way. */
  async function call(command: CommandType = 'instances.fetch', leaves = true): Promise<void> {
    const sent = answers.length + (leaves ? 1 : 0);
    gateway.call<string>(
      {
        command,
        source: 'graphql',
        bearer: 'session',
        send: ({ token }) => {
          tokens.push(token);
          return new Promise<Outcome<string>>((resolve) => answers.push(resolve));
        },
      },
      (result) => results.push(result),
    );
    await turns();
    expect(answers).toHaveLength(sent);
  }

  /** Answers the call under way and lets what waits for it run. */
  async function answer(outcome: Outcome<string>): Promise<void> {
    answers.at(-1)?.(outcome);
    await turns();
  }

  function adopt(token: string, generation: number): string {
    const ref = vault.keep(token);
    gateway.adopt(ref, generation);
    return ref;
  }

  return { events, results, tokens, answers, clock, network, vault, gateway, call, answer, adopt };
}

/** Lets all promises that are settled already be heard. */
function turns(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe('a call of a session that was cleared', () => {
  test.each<Outcome<string>>([
    { kind: 'answered', answer: 'yes' },
    { kind: 'refused', failure: NO_ANSWER },
    { kind: 'expired', failure: SESSION_OVER },
    { kind: 'unauthorized', status: 'Unauthorized', failure: SESSION_OVER },
    { kind: 'lost' },
    { kind: 'unreadable', status: 200, reason: 'x', sample: '' },
  ])('answered late ($kind) -> nothing is said of it', async (outcome) => {
    const { adopt, call, gateway, answer, events, results } = start();
    adopt('token', 1);
    await call();
    gateway.clear();
    expect(results).toMatchObject([{ ok: false, failure: { code: 'ABANDONED' }, inDoubt: true }]);
    const said = events.length;
    await answer(outcome);
    expect(events).toHaveLength(said);
    expect(results).toHaveLength(1);
  });
});

test('a retry of a call that isn’t held does not send it twice', async () => {
  const { adopt, call, gateway, answers, answer, results } = start();
  adopt('token', 1);
  await call();
  gateway.retry('id-2');
  gateway.abandon('id-2');
  await turns();
  expect(answers).toHaveLength(1);
  await answer({ kind: 'answered', answer: 'yes' });
  expect(results).toEqual([{ ok: true, answer: 'yes' }]);
});

test('turned away for a while -> what asks by itself waits so long, other calls do not', async () => {
  const { adopt, call, answer, answers, clock, results } = start();
  adopt('token', 1);
  await call('socket.fetchTicket');
  const failure = { code: 'UNAVAILABLE', key: 'error.maintenance', params: {}, fields: {}, requestId: null } as const;
  await answer({ kind: 'refused', failure, retryAfterMs: 15_000 });
  // The machines are told at once.
  expect(results).toHaveLength(1);
  await call('socket.fetchTicket', false);
  await call('instances.fetch');
  clock.advance(14_999);
  await turns();
  expect(answers).toHaveLength(2);
  clock.advance(15_000);
  await turns();
  expect(answers).toHaveLength(3);
  await answer({ kind: 'answered', answer: 'ticket' });
  await call('socket.fetchTicket');
});

test('turned away again while others wait already -> they leave once, as soon as the first time is over', async () => {
  const { adopt, call, answers, clock, results } = start();
  adopt('token', 1);
  await call('socket.fetchTicket');
  await call('tickets.fetch');
  const failure = { code: 'UNAVAILABLE', key: 'error.maintenance', params: {}, fields: {}, requestId: null } as const;
  answers[0]?.({ kind: 'refused', failure, retryAfterMs: 15_000 });
  await turns();
  await call('socket.fetchTicket', false);
  answers[1]?.({ kind: 'refused', failure, retryAfterMs: 15_000 });
  await turns();
  expect(results).toHaveLength(2);
  clock.advance(15_000);
  clock.advance(60_000);
  await turns();
  expect(answers).toHaveLength(3);
});

describe('too many calls', () => {
  const failure = {
    code: 'TOO_MANY',
    key: 'error.tooMany',
    params: { seconds: 8, minutes: 0 },
    fields: {},
    requestId: null,
  } as const;

  test('of a socket ticket -> the next one leaves only after Retry-After, other calls at once', async () => {
    const { adopt, call, answer, answers, clock } = start();
    adopt('token', 1);
    await call('socket.fetchTicket');
    await answer({ kind: 'refused', failure, retryAfterMs: 8_000 });
    await call('socket.fetchTicket', false);
    await call('instances.fetch');
    clock.advance(7_999);
    await turns();
    expect(answers).toHaveLength(2);
    clock.advance(8_000);
    await turns();
    expect(answers).toHaveLength(3);
  });

  test('of several pages at once -> they come back apart, by half of it at most', async () => {
    for (const [random, after] of [
      [0, 8_000],
      [0.5, 10_000],
      [0.99, 11_960],
    ] as const) {
      const { adopt, call, answer, answers, clock } = start(random);
      adopt('token', 1);
      await call('socket.fetchTicket');
      await answer({ kind: 'refused', failure, retryAfterMs: 8_000 });
      await call('socket.fetchTicket', false);
      clock.advance(after - 1);
      await turns();
      expect(answers).toHaveLength(1);
      clock.advance(1);
      await turns();
      expect(answers).toHaveLength(2);
    }
  });

  test('of something a person tried -> socket tickets leave at once', async () => {
    const { adopt, call, answer, answers } = start();
    adopt('token', 1);
    await call('instances.fetch');
    await answer({ kind: 'refused', failure, retryAfterMs: 900_000 });
    await call('socket.fetchTicket');
    expect(answers).toHaveLength(2);
  });
});

test('an answered call leaves no timer', async () => {
  const { adopt, call, answer, clock } = start();
  adopt('token', 1);
  await call();
  expect(clock.pending()).toBe(1);
  await answer({ kind: 'answered', answer: 'yes' });
  expect(clock.pending()).toBe(0);
});

test('a token that is replaced or cleared leaves the vault', () => {
  const { adopt, gateway, vault } = start();
  const first = adopt('one', 1);
  const second = adopt('two', 2);
  expect(vault.read(first)).toBeUndefined();
  expect(vault.read(second)).toBe('two');
  gateway.adopt(second, 3);
  expect(vault.read(second)).toBe('two');
  gateway.clear();
  expect(vault.read(second)).toBeUndefined();
});

test('a call bears the token there is when it leaves', async () => {
  const { adopt, call, tokens } = start();
  adopt('one', 1);
  await call();
  adopt('two', 2);
  await call();
  expect(tokens).toEqual(['one', 'two']);
});

describe('without a network', () => {
  test('a finish and a transfer wait, and go in that order when it is back; a list fails', async () => {
    const { adopt, call, answer, answers, gateway, network, results } = start();
    adopt('token', 1);
    network.online = false;
    await call('ticket.finish', false);
    await call('transfer.confirm', false);
    await call('instances.fetch');
    await answer({ kind: 'lost' });
    expect(results).toMatchObject([{ ok: false, failure: NO_ANSWER }]);
    network.online = true;
    // The browser says so, and then the socket: neither is answered yet.
    gateway.networkBack();
    gateway.socketLive(true);
    await turns();
    expect(answers).toHaveLength(3);
    answers[1]?.({ kind: 'answered', answer: 'finished' });
    answers[2]?.({ kind: 'answered', answer: 'confirmed' });
    await turns();
    expect(results.slice(1)).toEqual([
      { ok: true, answer: 'finished' },
      { ok: true, answer: 'confirmed' },
    ]);
  });

  test('one that was on its way as it went is asked again; with a network its loss is told', async () => {
    const { adopt, call, answer, answers, gateway, network, results } = start();
    adopt('token', 1);
    await call('ticket.finish');
    network.online = false;
    await answer({ kind: 'lost' });
    expect(results).toEqual([]);
    network.online = true;
    gateway.networkBack();
    await turns();
    expect(answers).toHaveLength(2);
    await answer({ kind: 'lost' });
    expect(results).toMatchObject([{ ok: false, failure: NO_ANSWER, inDoubt: true }]);
  });

  test('what waits is given up with its session', async () => {
    const { adopt, call, answers, gateway, network, results } = start();
    adopt('token', 1);
    network.online = false;
    await call('ticket.finish', false);
    gateway.clear();
    network.online = true;
    gateway.networkBack();
    await turns();
    expect(results).toMatchObject([{ ok: false, failure: { code: 'ABANDONED' } }]);
    expect(answers).toEqual([]);
  });
});
