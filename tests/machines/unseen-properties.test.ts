import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventFrom } from 'xstate';
import { compareIds } from '../../src/machines/entities/ids.ts';
import { unseenMachine } from '../../src/machines/unseen/unseen.machine.ts';
import { selectUnseenCount } from '../../src/machines/unseen/unseen.selectors.ts';
import { started } from '../support/builders-actor.ts';
import {
  conversationHidden,
  conversationShown,
  greeted,
  logged,
  messageArrived,
  resetAnswered,
  ticketListed,
  wasReset,
} from '../support/builders-events.ts';
import { aMessage, aSentMessage, aTicket, networkFailure, brunoViewing } from '../support/builders.ts';

type Sent = EventFrom<typeof unseenMachine>;

/** A naive server: the set of what nobody has seen, and a frame for every change of it. */
function aServer(before: number) {
  const unseen = new Set<string>();
  let nextId = 1001;
  let seq = 100;
  let lastId: string | null = null;
  const frames: Sent[] = [];

  function add(isReceived: boolean): void {
    const id = String(nextId);
    nextId += 1;
    lastId = id;
    if (isReceived) unseen.add(id);
    seq += 1;
    const message = isReceived ? aMessage({ id }) : aSentMessage({ id });
    frames.push(messageArrived(message, seq, { unseen: unseen.size }));
  }

  for (let count = 0; count < before; count += 1) add(true);
  frames.length = 0;

  return {
    frames,
    unseen,
    receive: () => add(true),
    send: () => add(false),
    reset(upToId: string | null): Sent {
      for (const id of unseen) if (upToId === null || compareIds(id, upToId) <= 0) unseen.delete(id);
      seq += 1;
      frames.push(wasReset(upToId, unseen.size, seq));
      return resetAnswered(upToId, unseen.size, seq);
    },
    listing: (): Sent =>
      ticketListed(
        aTicket({ unseen: unseen.size, lastMessage: lastId === null ? null : aMessage({ id: lastId }) }),
        seq,
      ),
    newestId: () => lastId,
  };
}

const change = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'receive' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'send' } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reset' as const), back: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'listing' } as const) },
);

test('any order and repetition of the same frames and listings gives the server’s number, never a negative one', () => {
  const scenario = fc
    .record({ before: fc.nat(4), changes: fc.array(change, { minLength: 1, maxLength: 15 }) })
    .chain(({ before, changes }) => {
      const server = aServer(before);
      const told: Sent[] = [server.listing()];
      for (const { kind, ...rest } of changes) {
        if (kind === 'receive') server.receive();
        else if (kind === 'send') server.send();
        else if (kind === 'listing') told.push(server.listing());
        else {
          const newest = server.newestId();
          const back = 'back' in rest ? rest.back : 0;
          server.reset(newest === null ? null : String(Number(newest) - back));
        }
      }
      told.push(...server.frames);
      const repeated = fc.shuffledSubarray(told);
      const all = fc.shuffledSubarray(told, { minLength: told.length });
      return fc.record({
        order: fc.tuple(all, repeated).map((parts) => parts.flat()),
        size: fc.constant(server.unseen.size),
      });
    });
  fc.assert(
    fc.property(scenario, ({ order, size }) => {
      const { actor } = started(unseenMachine, {
        input: { customerId: '100', instanceId: '10', viewer: brunoViewing },
      });
      for (const event of order) {
        actor.send(event);
        expect(selectUnseenCount(actor.getSnapshot())).toBeGreaterThanOrEqual(0);
      }
      expect(selectUnseenCount(actor.getSnapshot())).toBe(size);
    }),
    { numRuns: 400 },
  );
});

const step = fc.constantFrom(
  'receive' as const,
  'send' as const,
  'show' as const,
  'hide' as const,
  'frame' as const,
  'reset' as const,
  'refuse' as const,
  'answer' as const,
  'otherDevice' as const,
  'relist' as const,
);

test('however resets race with messages, client and server end with the same number, and what is shown with 0', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.array(step, { maxLength: 60 }), (before, steps) => {
      const server = aServer(before);
      const { actor, given } = started(unseenMachine, {
        input: { customerId: '100', instanceId: '10', viewer: brunoViewing },
      });
      const answers: Sent[] = [];
      const late: Sent[] = [];
      let delivered = 0;
      let executed = 0;
      let isShown = false;

      function run(name: (typeof steps)[number]): void {
        const command = given('unseen.reset')[executed];
        if (name === 'receive') server.receive();
        else if (name === 'send') server.send();
        else if (name === 'otherDevice') server.reset(server.newestId());
        else if (name === 'relist') late.push(server.listing());
        else if (name === 'show' || name === 'hide') {
          isShown = name === 'show';
          actor.send(isShown ? conversationShown : conversationHidden);
        } else if (name === 'frame') {
          const frame = server.frames[delivered] ?? late.shift();
          if (frame !== undefined) actor.send(frame);
          if (delivered < server.frames.length) delivered += 1;
        } else if (name === 'answer') {
          const answer = answers.shift();
          if (answer !== undefined) actor.send(answer);
        } else if (command !== undefined) {
          executed += 1;
          if (name === 'reset') answers.push(server.reset(command.upToId));
          else {
            answers.push(
              logged({ type: 'unseen.resetFailed', customerId: '100', instanceId: '10', failure: networkFailure }),
            );
          }
        }
        expect(selectUnseenCount(actor.getSnapshot())).toBeGreaterThanOrEqual(0);
      }

      function settle(): void {
        for (;;) {
          const isQuiet =
            executed === given('unseen.reset').length &&
            answers.length === 0 &&
            delivered === server.frames.length &&
            late.length === 0;
          if (isQuiet) return;
          for (const name of ['frame', 'reset', 'answer'] as const) run(name);
        }
      }

      actor.send(server.listing());
      for (const name of steps) run(name);
      settle();
      actor.send(greeted(true, 0));
      settle();
      expect(selectUnseenCount(actor.getSnapshot())).toBe(server.unseen.size);
      if (isShown) expect(server.unseen.size).toBe(0);
    }),
    { numRuns: 600 },
  );
});
