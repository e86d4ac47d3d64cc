import { isDeepStrictEqual } from 'node:util';
import { ADMIN_ROLE } from '../../contract/facts/roles.ts';
import { emptyLog, replayApp } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import type { Snapshots } from '../../src/machines/directory/stored.ts';
import { laterParts } from './later-parts.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { isOfOnePage } from '../../src/machines/log/journal.ts';
import { hidden, reportOf } from '../../src/machines/log/report.ts';
import type { Report } from '../../src/machines/log/report.ts';

/**
 * Folds a recorded log with no adapter attached. The snapshots have to come out as they were; the
 * answer says where they did not. The log goes through JSON first, as storage would take it.
 */
export function differenceAfterReplay(
  events: readonly Logged[],
  snapshots: Snapshots,
  stored: StoredLog = emptyLog,
): string | null {
  const recorded: readonly Logged[] = JSON.parse(JSON.stringify(events));
  return differenceBetween(snapshots, replayApp(recorded, laterParts, stored));
}

/** Where the snapshots after a replay are not what they were. */
export function differenceBetween(snapshots: Snapshots, replayed: Snapshots): string | null {
  const keys = new Set([...snapshots.keys(), ...replayed.keys()]);
  for (const key of keys) {
    const was = snapshots.get(key);
    const is = replayed.get(key);
    if (was === undefined) return `replay: ${key} is there only after the replay`;
    if (is === undefined) return `replay: ${key} is gone after the replay`;
    if (!isDeepStrictEqual(was, is)) return `replay: ${key} differs: ${firstDifference(was, is, '')}`;
  }
  return null;
}

/**
 * The same of the session's report: replayed, what it comes to is what the session came to, with placeholders. A
 * search finds other rows among placeholders, so it isn't compared.
 */
export function differenceOfReport(events: readonly Logged[], snapshots: Snapshots, stored = emptyLog): string | null {
  if (events.some((event) => event.type === 'inbox.searched')) return null;
  const report: Report = JSON.parse(
    JSON.stringify(reportOf({ ...stored, tail: [...stored.tail, ...events].filter((event) => !isOfOnePage(event)) })),
  );
  const told = JSON.stringify(report);
  const leak = [...ofPeople(events)].find((text) => told.includes(JSON.stringify(text)));
  if (leak !== undefined) return `report: it tells “${leak}”`;
  // Lists, forms, notices, presence and files are in no report.
  const isCompared = (name: string) => !/^(?:order$|noticeLog$|list:|form:|notice:|media:|presence:)/u.test(name);
  const replayed = replayApp([], laterParts, { ...report, snapshots: new Map(Object.entries(report.snapshots)) });
  for (const key of [...new Set([...snapshots.keys(), ...replayed.keys()])].filter(isCompared)) {
    const { value, context } = snapshots.get(key) ?? {};
    const [was, is] = [comparable({ value, context: hidden(context) }), comparable(replayed.get(key))];
    if (!isDeepStrictEqual(was, is)) return `report: ${key} differs: ${firstDifference(was, is, '')}`;
  }
  return null;
}

/** What a session says of people and of what they wrote. */
function ofPeople(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const part of value) ofPeople(part, found);
  if (!isRecord(value) || Array.isArray(value)) return found;
  for (const [name, part] of Object.entries(value)) {
    const isPersonal = /^(?:name|email|phone|text|draft|title|toNumber|protocol|documentName|image|tenant)$/u.test(
      name,
    );
    // That of the role which sees all is shown, and no other; some tests write what looks like a placeholder.
    const isTold =
      typeof part === 'string' && part !== ADMIN_ROLE && /[\p{L}\d]{3}/u.test(part) && /[^xX0\s]/u.test(part);
    if (isPersonal && isTold) found.add(part);
    else ofPeople(part, found);
  }
  return found;
}

/** Instances stand in the order of their names, which are hidden. */
function comparable(actor: unknown): unknown {
  return JSON.parse(JSON.stringify(actor ?? null), (name, value: unknown) =>
    name === 'instances' && Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value,
  );
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
