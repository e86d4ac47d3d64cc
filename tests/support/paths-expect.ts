import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot } from 'xstate';
import type { Lead, MachineModel, Outcome } from '../../models/model.ts';
import { leavesOf } from '../../models/state-key.ts';
import type { Observed } from './paths-watch.ts';
import type { Happening } from './paths-world.ts';

/** What was wrong with what the actor did at a sample; nothing when all was as the model expects. */
export function judge(model: MachineModel, sample: string, { moment, observed }: Happening): readonly string[] {
  const { before, after } = observed;
  const problems = [...observed.problems, ...judgeLead(model, sample, observed)];
  const isIdle = before !== undefined && after !== undefined && moment.commands.length === 0;
  if (isIdle && before !== after && isSame(before, after)) {
    problems.push(`${sample} changed nothing in ${leaves(before).join(' ')}, and yet gave a new snapshot`);
  }
  return problems;
}

function judgeLead(model: MachineModel, sample: string, { before, after, facts, lives }: Observed): readonly string[] {
  const from = leaves(before);
  const rows = from.map((leaf) => ({ leaf, outcome: outcomeOf(leadOf(model, leaf, sample), facts) }));
  if (rows.every(({ outcome }) => outcome === 'ignored')) {
    if (before === after) return [];
    return [`${sample} should change nothing in ${from.join(' ')}, and ${changeOf(before, after, lives)}`];
  }
  const problems: string[] = [];
  for (const leaf of leaves(after)) {
    const own = rows.find((row) => row.leaf === 'none' || region(model, row.leaf) === region(model, leaf));
    const start = own?.leaf ?? 'none';
    const outcome = own === undefined || own.outcome === 'ignored' ? 'stays' : own.outcome;
    const isExpected = outcome === 'stays' ? leaf === start : outcome.split(' ').includes(leaf);
    if (!isExpected) problems.push(`${sample} in ${start} should lead to ${outcome}, and led to ${leaf}`);
  }
  return problems;
}

function outcomeOf(lead: Lead<string, string>, facts: ReadonlySet<string>): Outcome<string> {
  if (typeof lead === 'string') return lead;
  return outcomeOf(facts.has(lead.fact) ? lead.holds : lead.otherwise, facts);
}

function leadOf({ expected }: MachineModel, leaf: string, sample: string): Lead<string, string> {
  for (let path = leaf; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const lead = expected.states[path]?.[sample];
    if (lead !== undefined) return lead;
  }
  return expected.anywhere[sample] ?? 'ignored';
}

export function leaves(snapshot: AnyMachineSnapshot | undefined): readonly string[] {
  return snapshot === undefined ? ['none'] : leavesOf(snapshot.value);
}

/** Of a machine with parallel regions the state's region, else the same for all states. */
function region({ machine }: MachineModel, leaf: string): string {
  return machine.root.type === 'parallel' ? leaf.slice(0, leaf.indexOf('.')) : '';
}

function isSame(a: AnyMachineSnapshot, b: AnyMachineSnapshot): boolean {
  return isDeepStrictEqual([a.status, a.value, a.context], [b.status, b.value, b.context]);
}

function changeOf(
  before: AnyMachineSnapshot | undefined,
  after: AnyMachineSnapshot | undefined,
  lives: boolean,
): string {
  const gone = lives ? '' : ', and is gone';
  if (before === undefined) return `made an actor in ${leaves(after).join(' ')}${gone}`;
  if (after === undefined) return 'the actor is gone';
  if (!isDeepStrictEqual(before.value, after.value)) return `led to ${leaves(after).join(' ')}${gone}`;
  return isSame(before, after) ? `gave a new snapshot that holds the same${gone}` : `changed its context${gone}`;
}
