import { stripVTControlCharacters } from 'node:util';
import type { TestError } from 'vitest';
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';

/** Counts tests by outcome; a file that failed to load or to set up counts as one failed. */
export function count(modules: readonly TestModule[]): { passed: number; failed: number; skipped: number } {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') total.passed += 1;
      else if (state === 'failed') failedHere += 1;
      else total.skipped += 1;
    }
    if (failedHere === 0 && module.state() === 'failed') failedHere = 1;
    total.failed += failedHere;
  }
  return total;
}

/** The summary line, the same on every machine: `N passed, N failed` and `, N skipped` when there are any. */
export function summary(total: { passed: number; failed: number; skipped: number }): string {
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  return `${total.passed} passed, ${total.failed} failed${skipped}`;
}

/** How many lines of a first try's message, and of its difference, are printed, and how long they are at most. */
const LINES = 20;
const LINE_LENGTH = 400;

/** Tests that passed only when they were tried again, a flake to mend, each with what its first try said. */
function flaky(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests('passed')]
      .filter((test) => test.diagnostic()?.flaky === true)
      .flatMap((test) => [
        `Passed only at the second try: ${module.relativeModuleId} > ${test.fullName}`,
        ...(test.result().errors?.slice(0, 1) ?? []).flatMap(said),
      ]),
  );
}

/** An error's message, where it was thrown, and the difference, indented and cut short. */
function said({ message, stacks = [], diff = '' }: TestError): string[] {
  const places = stacks.slice(0, 3).map(({ file, line, column }) => `at ${file}:${line}:${column}`);
  return [...beginning(message), ...places, ...beginning(diff)].map((line) => `  ${line}`);
}

function beginning(text: string): string[] {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
    .map((line) => line.slice(0, LINE_LENGTH));
}

/** Prints the summary as the run's last line, the flakes before it, and fails a run in which nothing ran. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    _reason: TestRunEndReason,
  ): void {
    const total = count(modules);
    if (total.failed === 0 && unhandledErrors.length > 0) total.failed = unhandledErrors.length;
    if (total.passed + total.failed === 0) process.exitCode = 1;
    const again = flaky(modules).map((line) => `${line}\n`);
    // After the default reporter's own summary, which is written in the same turn.
    setImmediate(() => process.stdout.write(`\n${again.join('')}${summary(total)}\n`));
  }
}
