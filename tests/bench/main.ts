import { isWithin, type BenchRow } from './row.ts';

/* `npm run bench [name]`: prints each measurement beside its budget; exits with 1 when one is missed. */

/** Each is read when its turn comes: the page that folds holds nothing of the server. */
const benches: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  fold: async () => (await import('./fold.ts')).benchFold(),
  scale: async () => (await import('./fold.ts')).benchScale(),
  replay: async () => (await import('./time-machine.ts')).benchTimeMachine(),
  flows: async () => [
    ...(await import('./flows.ts')).benchFlows(),
    ...(await (await import('./flows-running.ts')).benchFlowsRunning()),
  ],
  text: async () => (await import('./text.ts')).benchText(),
  answer: async () => (await import('./first-answer.ts')).benchFirstAnswer(),
  page: async () => (await import('./page.ts')).benchPage(),
  thread: async () => (await import('./thread.ts')).benchThread(),
  reopening: async () => (await import('./reopening.ts')).benchReopening(),
  canvas: async () => (await import('./canvas.ts')).benchCanvas(),
  delivery: async () => (await import('./delivery.ts')).benchDelivery(),
  storm: async () => (await import('./storm.ts')).benchStorm(),
  return: async () => (await import('./return.ts')).benchReturn(),
  start: async () => (await import('./start.ts')).benchStart(),
  reports: async () => (await import('./reports.ts')).benchReports(),
  search: async () => (await import('./search.ts')).benchSearch(),
  customers: async () => (await import('./customers.ts')).benchCustomers(),
  import: async () => (await import('./import.ts')).benchImport(),
  campaign: async () => (await import('./campaign.ts')).benchCampaign(),
  faults: async () => (await import('./faults.ts')).benchFaults(),
  login: async () => (await import('./login.ts')).benchLogin(),
  fairness: async () => (await import('./fairness.ts')).benchFairness(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`No bench called ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

let missed = 0;
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const row of await bench()) {
    const within = isWithin(row);
    if (!within) missed += 1;
    console.log(
      `${within ? 'within' : 'MISSED'}  ${name.padEnd(9)} ${amount(row.value, row.unit).padStart(14)}  budget ${amount(row.budget, row.unit).padStart(12)}  ${row.what}`,
    );
  }
}
process.exit(missed === 0 ? 0 : 1);

function amount(value: number, unit: string): string {
  const digits = Math.abs(value) < 100 && !Number.isInteger(value) ? 2 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.trim();
}
