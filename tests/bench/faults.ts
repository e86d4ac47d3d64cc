import { runFaults } from '../support/faults-run.ts';
import { startFaultWorld } from '../support/faults-world.ts';
import type { BenchRow } from './row.ts';

/* What is asked for is not speed but a ledger: every webhook that was answered 200 is in its conversation once, in order. */

const MINUTES = Number(process.env['BALCAO_BENCH_MINUTES'] ?? 1);
const SEED = Number(process.env['BALCAO_SEED'] ?? Date.now() % 1_000_000);
const PER_SECOND = 50;
/** Enough that some are never waiting for an answer. */
const CUSTOMERS = 1_000;
const FAULT_MS = 6_000;

export async function benchFaults(): Promise<BenchRow[]> {
  console.log(`seed ${SEED}, ${MINUTES} minutes, ${PER_SECOND} webhooks a second`);
  const world = await startFaultWorld({ durable: true });
  try {
    const outcome = await runFaults(world, {
      seed: SEED,
      seconds: MINUTES * 60,
      perSecond: PER_SECOND,
      customers: CUSTOMERS,
      faultMs: FAULT_MS,
      say: (text) => console.log(`  ${text}`),
    });
    const { taken, missing, twice, outOfOrder, aside, waited, skipped } = outcome;
    for (const [name, times] of outcome.faults) console.log(`${String(times).padStart(6)} × ${name}`);
    const answers = [...outcome.answers].toSorted(([a], [b]) => a - b);
    console.log(`answers: ${answers.map(([status, times]) => `${times} × ${status || 'none'}`).join(', ')}`);
    console.log(`stood aside for a while: ${waited}; nobody free to write: ${skipped}`);
    for (const line of [...missing, ...twice, ...outOfOrder, ...aside]) console.log(`  ${line}`);
    const row = (what: string, found: readonly string[]): BenchRow => ({
      what,
      value: found.length,
      unit: '',
      budget: 0,
      better: 'less',
    });
    return [
      { what: 'webhooks answered 200 under random faults', value: taken, unit: '', budget: 1, better: 'more' },
      row('of these, missing in their conversation', missing),
      row('customers with a message twice', twice),
      row('customers with messages out of order', outOfOrder),
      row('parts left aside in the end', aside),
    ];
  } finally {
    await world.stop();
  }
}
