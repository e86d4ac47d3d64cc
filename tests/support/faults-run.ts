import { setTimeout as pause } from 'node:timers/promises';
import { Customers } from './faults-customers.ts';
import type { Ledger } from './faults-customers.ts';
import { mendInserts } from './faults-database.ts';
import { FAULTS } from './faults-kinds.ts';
import type { FaultWorld } from './faults-world.ts';
import { createRandom } from './simulation-random.ts';

export type FaultRun = {
  seed: number;
  seconds: number;
  perSecond: number;
  customers: number;
  /** The longest that something stays broken. */
  faultMs: number;
  say?: (text: string) => void;
};

export type FaultOutcome = Ledger & {
  /** How often each fault happened. */
  faults: ReadonlyMap<string, number>;
  answers: ReadonlyMap<number, number>;
  /** How many stood aside for a while. */
  waited: number;
  skipped: number;
};

/**
 * Customers write under one random fault after the other; then all is whole again, what wasn't answered 200 is
 * repeated until it is, and what waits is taken in. The same seed breaks the same things, though never at quite the
 * same moment.
 */
export async function runFaults(world: FaultWorld, run: FaultRun): Promise<FaultOutcome> {
  const random = createRandom(run.seed);
  const customers = new Customers(world, createRandom(run.seed + 1), run.customers);
  const faults = new Map<string, number>();
  const end = performance.now() + run.seconds * 1_000;
  const breakThings = async () => {
    while (performance.now() < end) {
      await pause(100 + random.int(600));
      const fault = random.weighted(FAULTS);
      if (fault === undefined) continue;
      const ms = 300 + random.int(run.faultMs);
      run.say?.(`${fault.name} (${ms} ms; ${customers.taken} taken)`);
      faults.set(fault.name, (faults.get(fault.name) ?? 0) + 1);
      await fault.run(world, random, ms);
    }
  };
  await Promise.all([customers.write(run.perSecond, run.seconds * 1_000), breakThings()]);

  await mendInserts(world.insist, 'message');
  await customers.settle();
  // What meets no fault any more is taken in by itself.
  const until = performance.now() + 120_000;
  while ((await world.insist('select from inbound_waiting')).length > 0 && performance.now() < until) await pause(200);
  const [sequence] = await world.insist<{ value: string | null }>(
    `select pg_sequence_last_value(pg_get_serial_sequence('inbound_waiting', 'id')::regclass)::text as value`,
  );
  return {
    ...(await customers.ledger()),
    faults,
    answers: customers.answers,
    waited: Number(sequence?.value ?? 0),
    skipped: customers.skipped,
  };
}
