import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot } from 'xstate';
import type { Lead, MachineModel, Moment, Outcome } from '../../models/model.ts';
import { isEqual } from '../../models/reference.ts';
import { leavesOf } from '../../models/state-key.ts';
import type { Problem } from './paths-findings.ts';
import { stepProblem } from './paths-problem.ts';
import type { Observed } from './paths-watch.ts';
import type { Happening } from './paths-world.ts';

/** What the model expects of a region. */
interface Row {
  readonly leaf: string;
  readonly outcome: Outcome<string>;
}

const wanted = {
  stays: 'change the context',
  acts: 'give commands and change nothing',
  ignored: 'change nothing',
  removed: 'remove the actor',
} as const;
const seen = { stays: 'changed the context', acts: 'gave commands', ignored: 'changed nothing' } as const;

/** What was wrong with what the actor did at a sample; nothing when all was as the model expects. */
export function judge(model: MachineModel, sample: string, { moment, observed }: Happening): readonly Problem[] {
  const { before, facts } = observed;
  const rows = leaves(before).map((leaf): Row => ({ leaf, outcome: outcomeOf(leadOf(model, leaf, sample), facts) }));
  return [
    ...observed.problems.map((text) => stepProblem(text)),
    ...judgeStates(model, sample, rows, observed),
    ...[...judgeContext(rows, observed), ...judgeRemoval(rows, observed)].map(([expected, came, words]) =>
      rowProblem(sample, leaves(before), expected, came, words),
    ),
    ...judgeSights(sample, leaves(before), observed, moment),
  ];
}

/** Whether all is seen that the oracles foretold, and nothing else. */
function judgeSights(
  sample: string,
  states: readonly string[],
  { foretold }: Observed,
  moment: Moment,
): readonly Problem[] {
  return foretold.flatMap(({ name, see }) => {
    const sight = see(moment);
    // Nearly always they are the same, down to their parts.
    if (sight === null || isDeepStrictEqual(sight.expected, sight.came)) return [];
    const [wanted, seen] = [asStored(sight.expected), asStored(sight.came)];
    if (isEqual(wanted, seen)) return [];
    const [expected, came] = difference(wanted, seen);
    const text = `${sample} in ${states.join(' ')}: ${name}: expected ${expected}, and came ${came}`;
    return [{ text, kind: 'row' as const, cause: `${name} · ${sample}`, row: { states, sample }, expected, came }];
  });
}

/** As storage would give it back: what is undefined is missing. */
function asStored(value: unknown): unknown {
  const stored: { readonly value?: unknown } = JSON.parse(JSON.stringify({ value }));
  return stored.value;
}

/** Of two values in words only the parts that differ. */
function difference(expected: unknown, came: unknown, at = ''): readonly [string, string] {
  if (isPlainObject(expected) && isPlainObject(came)) {
    const names = Object.keys({ ...expected, ...came });
    const parts = names
      .filter((name) => !isEqual(expected[name], came[name]))
      .map((name) => difference(expected[name], came[name], at === '' ? name : `${at}.${name}`));
    return [parts.map(([one]) => one).join(', '), parts.map(([, other]) => other).join(', ')];
  }
  const words = (value: unknown): string => `${at === '' ? '' : `${at} = `}${JSON.stringify(value) ?? 'nothing'}`;
  return [words(expected), words(came)];
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What was expected, what came, and both in words. */
type Wrong = readonly [expected: string, came: string, words: string];

function rowProblem(sample: string, states: readonly string[], expected: string, came: string, words: string): Problem {
  const from = states.join(' ');
  return {
    text: `${sample} in ${from} ${words}`,
    kind: 'row',
    cause: `${from} · ${sample}`,
    row: { states, sample },
    expected,
    came,
  };
}

/** Whether every region is where its row leads. */
function judgeStates(
  model: MachineModel,
  sample: string,
  rows: readonly Row[],
  { after }: Observed,
): readonly Problem[] {
  return leaves(after).flatMap((leaf) => {
    const own = rows.find((row) => row.leaf === 'none' || region(model, row.leaf) === region(model, leaf));
    const { leaf: start, outcome } = own ?? { leaf: 'none', outcome: 'ignored' };
    const names = statesOf(outcome);
    if (names.length === 0 ? leaf === start : leaf !== start && names.includes(leaf)) return [];
    return [rowProblem(sample, [start], outcome, leaf, `should ${inWords(outcome)}, and led to ${leaf}`)];
  });
}

/** Whether the context changed as the rows say: it is judged once for all regions. */
function judgeContext(rows: readonly Row[], { before, after, acted }: Observed): readonly Wrong[] {
  const outcomes = rows.map(({ outcome }) => outcome);
  const came = !hasSameContext(before, after) ? 'stays' : acted ? 'acts' : 'ignored';
  const expected = (['stays', 'acts'] as const).find((one) => outcomes.includes(one)) ?? 'ignored';
  const isMoved = !isDeepStrictEqual(leaves(before), leaves(after));
  if (outcomes.some(isRemoval) || (isMoved && expected !== 'stays')) return [];
  if (came !== expected && !(isMoved && came === 'stays')) {
    return [[expected, came, `should ${wanted[expected]}, and ${seen[came]}`]];
  }
  return came === 'ignored' && before !== after && !isMoved
    ? [['ignored', 'copied', 'changed nothing, and yet gave a new snapshot']]
    : [];
}

function judgeRemoval(rows: readonly Row[], { before, after, lives }: Observed): readonly Wrong[] {
  const isRemoved = !lives && (before ?? after) !== undefined;
  if (isRemoved === rows.some(({ outcome }) => isRemoval(outcome))) return [];
  return isRemoved
    ? [['kept', 'removed', 'removed the actor, which should be there']]
    : [['removed', 'kept', 'should remove the actor, and it is still there']];
}

function inWords(outcome: string): string {
  return statesOf(outcome).length > 0 ? `lead to ${outcome}` : wanted[isPlain(outcome) ? outcome : 'ignored'];
}

function isPlain(outcome: string): outcome is keyof typeof wanted {
  return outcome in wanted;
}

function isRemoval(outcome: string): boolean {
  return outcome.split(' ').includes('removed');
}

/** The states that an outcome names. */
function statesOf(outcome: string): readonly string[] {
  return isPlain(outcome) ? [] : outcome.split(' ').filter((name) => name !== 'removed');
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

/** Both by value: a snapshot may be new and hold the same. */
function hasSameContext(before: AnyMachineSnapshot | undefined, after: AnyMachineSnapshot | undefined): boolean {
  return before === after || isDeepStrictEqual(before?.context, after?.context);
}
