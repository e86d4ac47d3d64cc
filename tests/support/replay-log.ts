import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Invariant } from '../../models/model.ts';
import { emptyLog } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import type { Snapshots } from '../../src/machines/directory/stored.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { changesBetween } from '../../src/machines/replay/changes.ts';
import type { ActorChange } from '../../src/machines/replay/changes.ts';
import { eventText } from '../../src/machines/replay/event-text.ts';
import { allInvariants } from './paths-models.ts';
import { invariantsFor, whatFailed } from './replay-check.ts';
import type { Expected } from './replay-check.ts';
import { checkable, foldLog } from './replay-invariants.ts';
import { writeTest } from './replay-test.ts';

const loggedSchema = z.looseObject({ type: z.string(), position: z.number(), loggedAt: z.number() });
const storedSchema = z.object({ value: z.unknown(), context: z.unknown() });
const expectedSchema = z.object({
  open: z.array(z.string()),
  facts: z.object({
    list: z.array(z.string()),
    unread: z.number(),
    rows: z.record(
      z.string(),
      z.object({
        owner: z.nullable(z.string()),
        notResponded: z.boolean(),
        unseen: z.number(),
        pinned: z.boolean(),
        last: z.nullable(z.string()),
        offer: z.nullable(z.string()),
      }),
    ),
    transfers: z.array(z.string()),
    chats: z.record(z.string(), z.array(z.string())),
    refused: z.array(z.string()),
  }),
});
const reportSchema = z.object({
  position: z.number(),
  snapshots: z.record(z.string(), storedSchema),
  tail: z.array(loggedSchema),
  simulated: z.optional(z.boolean()),
  expected: z.optional(expectedSchema),
});
const fileSchema = z.union([reportSchema, z.array(loggedSchema), z.object({ events: z.array(loggedSchema) })]);

/** What one event of a log did. */
export interface ReplayedEvent {
  readonly event: Logged;
  /** A line for each actor that changed. */
  readonly changes: readonly string[];
  readonly commands: readonly Command[];
  /** Invariants that no longer hold. */
  readonly violations: readonly string[];
}

/** A log to replay: what it had come to, and the events from there. */
export interface ReadLog {
  readonly stored: StoredLog;
  readonly events: readonly Logged[];
  /** It comes from a simulation, whose server is true to its rules. */
  readonly isSimulated?: boolean;
  /** What the page has to show at its end, where that is known. */
  readonly expected?: Expected;
}

/**
 * Reads a log: a report of a problem, a list of events, an object with `events`, or an event a line. Throws with what
 * is wrong with it.
 */
export function parseLog(text: string): ReadLog {
  const lines = text.trim();
  const isOneValue = lines.startsWith('[') || !/\}\s*\n\s*\{/.test(lines);
  const value: unknown = isOneValue ? JSON.parse(lines) : lines.split('\n').map((line): unknown => JSON.parse(line));
  const read = fileSchema.parse(value);
  const isReport = 'tail' in read;
  // Further than its place the directory looks at an event only by its type, and refuses one that it doesn't know.
  const events = (isReport ? read.tail : Array.isArray(read) ? read : read.events) as unknown as readonly Logged[];
  return {
    events,
    ...(isReport && read.simulated === true && { isSimulated: true }),
    ...(isReport && read.expected && { expected: read.expected }),
    stored: isReport
      ? { position: read.position, snapshots: new Map(Object.entries(read.snapshots)), tail: [] }
      : emptyLog,
  };
}

/** Folds a log event by event, with no adapter attached, and tells what each did. */
export function* replayLog(
  log: ReadLog,
  invariants: readonly Invariant[] = invariantsFor(log),
): Generator<ReplayedEvent> {
  const { events, stored } = log;
  let before: Snapshots = stored.snapshots;
  for (const { app, ...folded } of foldLog(events, checkable(invariants, stored), stored)) {
    const after = app.snapshots();
    yield { ...folded, changes: changesBetween(before, after).map(lineOf) };
    before = after;
  }
}

function lineOf({ name, before, after, facts }: ActorChange): string {
  if (before === null) return `+ ${name} ${after}`;
  if (after === null) return `− ${name}, last ${before}`;
  const state = before === after ? '' : `${before} → ${after} `;
  return `  ${name} ${state}${facts.map((fact) => `${fact.name}: ${fact.before} → ${fact.after}`).join(', ')}`.trimEnd();
}

/** The words of an event, as QA reads them. */
export function told({ event, changes, commands, violations }: ReplayedEvent, startedAt: number): string {
  const { position, loggedAt, type } = event;
  const time = `+${((loggedAt - startedAt) / 1000).toFixed(3)} s`;
  return [
    `${String(position).padStart(6)}  ${time.padStart(12)}  ${type}  ${eventText(event)}`.trimEnd(),
    ...changes.map((change) => `          ${change}`),
    ...(commands.length === 0 ? [] : [`          » ${commands.map((command) => command.type).join(', ')}`]),
    ...violations.map((violation) => `        ✗ ${violation}`),
  ].join('\n');
}

/**
 * `npm run replay FILE`: prints a log's events, what each did, where an invariant broke, and what the page shows in the
 * end that it mustn't. With `--test` writes a test that fails as the log did. Answers the exit code.
 */
export async function main(args: readonly string[]): Promise<number> {
  const [file, another] = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--quiet' && arg !== '--test');
  if (file === undefined || another !== undefined || unknown !== undefined) {
    const why = unknown === undefined ? 'Which log?' : `There is no option ${unknown}.`;
    console.error(`${why} npm run replay -- [--quiet | --test] FILE`);
    return 2;
  }
  const isQuiet = args.includes('--quiet');
  let count = 0;
  let violations = 0;
  let startedAt: number | null = null;
  let checked: readonly Invariant[] = allInvariants;
  let problems: readonly string[] = [];
  try {
    const log = parseLog(await readFile(file, 'utf8'));
    if (args.includes('--test')) return await writeTest(file, log);
    checked = invariantsFor(log);
    for (const replayed of replayLog(log)) {
      count += 1;
      violations += replayed.violations.length;
      startedAt ??= replayed.event.loggedAt;
      if (!isQuiet || replayed.violations.length > 0) console.log(told(replayed, startedAt));
    }
    if (violations === 0) problems = whatFailed(log);
    for (const problem of problems) console.log(`        ✗ ${problem}`);
  } catch (error) {
    console.error(
      `${file} can't be replayed after event ${count}: ${error instanceof Error ? error.message : String(error)}`,
    );
    return 2;
  }
  const held = violations === 0 ? 'every invariant held' : `${violations} times an invariant did not hold`;
  const left = allInvariants.length - checked.length;
  const scope = `; checked were the ${checked.length} that look at the state alone, and not the ${left} that follow a log from its beginning`;
  const end = problems.length === 0 ? '' : `, ${problems.length} differences from what has to be there in the end`;
  console.log(`\n${count} events${left <= 0 ? '' : ' from a snapshot on'}, ${held}${end}${left <= 0 ? '' : scope}`);
  return violations + problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
