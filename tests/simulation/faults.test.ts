import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { runFaults } from '../support/faults-run.ts';
import { startFaultWorld } from '../support/faults-world.ts';
import type { FaultWorld } from '../support/faults-world.ts';

const SEED = Number(process.env['BALCAO_SEED'] ?? Date.now() % 1_000_000);

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld({ durable: false, statementMs: 3_000 });
}, 120_000);
afterAll(() => world.stop(), 60_000);

test(
  `random faults under webhooks -> every 200 in its conversation once, in order (seed ${SEED})`,
  { timeout: 240_000 },
  async () => {
    const said: string[] = [];
    onTestFailed(() => console.error(said.join('\n')));
    const outcome = await runFaults(world, {
      seed: SEED,
      seconds: 12,
      perSecond: 25,
      customers: 60,
      faultMs: 2_000,
      say: (text) => said.push(text),
    });
    const { missing, twice, outOfOrder, aside } = outcome;
    expect({ missing, twice, outOfOrder, aside }).toEqual({
      missing: [],
      twice: [],
      outOfOrder: [],
      aside: [],
    });
    expect(outcome.taken).toBeGreaterThan(0);
  },
);
