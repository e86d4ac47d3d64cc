import { isDeepStrictEqual } from 'node:util';
import { replayApp } from '../../src/machines/app.ts';
import type { Snapshots } from '../../src/machines/app.ts';
import { createScreens } from '../../src/machines/directory/screens.ts';
import type { Logged } from '../../src/machines/log/event.ts';

/**
 * Folds a recorded log with no adapter attached. The snapshots have to come out as they were; the
 * answer says where they did not. The log goes through JSON first, as storage would take it.
 */
export function differenceAfterReplay(events: readonly Logged[], snapshots: Snapshots): string | null {
  const stored: readonly Logged[] = JSON.parse(JSON.stringify(events));
  const replayed = replayApp(stored, createScreens);
  const keys = new Set([...Object.keys(snapshots), ...Object.keys(replayed)]);
  for (const key of keys) {
    const was = snapshots[key];
    const is = replayed[key];
    if (was === undefined) return `replay: ${key} is there only after the replay`;
    if (is === undefined) return `replay: ${key} is gone after the replay`;
    if (!isDeepStrictEqual(was, is)) return `replay: ${key} differs: ${firstDifference(was, is, '')}`;
  }
  return null;
}

function firstDifference(was: unknown, is: unknown, at: string): string {
  if (isRecord(was) && isRecord(is)) {
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (!isDeepStrictEqual(was[name], is[name])) return firstDifference(was[name], is[name], `${at}.${name}`);
    }
  }
  return `${at} was ${text(was)}, and is ${text(is)}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 200);
}
