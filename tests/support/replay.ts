import { isDeepStrictEqual } from 'node:util';
import { ADMIN_ROLE } from '../../contract/facts/roles.ts';
import { emptyLog, replayApp } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import type { Snapshots } from '../../src/machines/directory/stored.ts';
import { laterParts } from './later-parts.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { reportOf } from '../../src/machines/log/report.ts';
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
 * The same of the session's report: replayed, what it comes to is what the session came to, with placeholders. Which
 * rows a search finds is another matter among placeholders, so here it finds none on either side.
 */
export function differenceOfReport(events: readonly Logged[], snapshots: Snapshots, stored = emptyLog): string | null {
  const tail = [...stored.tail, ...events];
  const report: Report = JSON.parse(JSON.stringify(reportOf({ ...stored, tail })));
  const [leak] = leaksOf(JSON.stringify(report), [...stored.snapshots.values(), tail]);
  if (leak !== undefined) return `report: it tells “${leak}”`;
  return differenceOfReplayed(report, tail, snapshots, stored);
}

/** The same without looking for what the report tells. */
export function differenceFromReport(
  events: readonly Logged[],
  snapshots: Snapshots,
  stored: StoredLog,
): string | null {
  const tail = [...stored.tail, ...events];
  return differenceOfReplayed(JSON.parse(JSON.stringify(reportOf({ ...stored, tail }))), tail, snapshots, stored);
}

function differenceOfReplayed(
  report: Report,
  tail: readonly Logged[],
  snapshots: Snapshots,
  stored: StoredLog,
): string | null {
  const isSearch = tail.some((event) => event.type === 'inbox.searched');
  const came = isSearch ? replayApp([], laterParts, findingNothing({ ...stored, tail })) : snapshots;
  const reported = { ...report, snapshots: new Map(Object.entries(report.snapshots)) };
  return differenceOfStates(came, replayApp([], laterParts, isSearch ? findingNothing(reported) : reported));
}

/** Where what a report comes to is not what its session came to, with placeholders for what both say of people. */
export function differenceOfStates(session: Snapshots, reported: Snapshots): string | null {
  const [was, is] = [session, reported].map((all) => reportOf({ position: 0, snapshots: all, tail: [] }).snapshots);
  for (const key of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [before, after] = [comparable(was?.[key]), comparable(is?.[key])];
    if (!isDeepStrictEqual(before, after)) return `report: ${key} differs: ${firstDifference(before, after, '')}`;
  }
  return null;
}

/** The log with searches that no row matches: as many of them, and equal where they were. */
function findingNothing({ position, snapshots, tail }: StoredLog): StoredLog {
  return {
    position,
    snapshots: new Map(JSON.parse(JSON.stringify([...snapshots]), markedSearch)),
    tail: JSON.parse(JSON.stringify(tail), markedSearch),
  };
}

/** A character of no name, number or protocol. */
const NO_ROW = '\uE000';

function markedSearch(name: string, value: unknown): unknown {
  return name === 'search' && typeof value === 'string' && value.trim() !== '' ? NO_ROW + value.trim() : value;
}

/** Fields that hold what a person is called, is reached by, or typed. */
const PERSONAL =
  /^(?:.*[nN]ame|username|roleLabel|department|outcome|emails?|phones?|numbers|toNumber|protocol|tenant|supportFrom|supportIn|image|imageUrl|text|parts|draft|title|label|note|search|excerpt|organization|address|description|button|sample)$/u;
/** All that is in these is a person's, numbers too. */
const WHOLLY_PERSONAL = /^(?:latitude|longitude|contacts?|choices|values|initial)$/u;
const ID_FIELD = /^(?:id|.+(?:_id|Id))$/u;
const ID_OF_OURS = /^\d{1,9}$/u;
/** But for what holds a flow together: ids of its steps, how long they wait, where they are drawn. */
const OF_FLOW = /^(?:flow|places)$/u;
/** Where a flow or a change of it stands, and what is said in these by other names than elsewhere. */
const FLOWS = /^(?:flow|edit|past|future)$/u;
const SAID_IN_FLOW = /^(?:again|caption|url|when|path|value|saves|key)$/u;
/** Forms whose key is a number or a company's address. */
const KEYED_BY_TEXT = /^(?:blockedContacts\.unblock|tenant\.(?:enter|features)|connection\.replay)$/u;

/** What a report, as it is saved, tells of a session's people. */
export function leaksOf(report: string, session: unknown): (string | number)[] {
  const told = toldIn(report, [...ofPeople(session)]);
  return told.length === 0 ? [] : told.filter((part) => !ownWordsIn(session).has(part));
}

/** The program's own words, fields' names, numbers and ids where they stand for themselves: one may be the value of a form's field too. */
const OWN = /^(?:[a-z]+(?:[._-][a-z]+)*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/u;

function ownWordsIn(value: unknown): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  function find(part: unknown, isPersonal: boolean, isFlow: boolean): void {
    if (!isPersonal && (typeof part === 'number' || (typeof part === 'string' && OWN.test(part)))) found.add(part);
    else if (Array.isArray(part)) for (const each of part) find(each, isPersonal, isFlow);
    else if (isRecord(part))
      for (const [name, each] of Object.entries(part)) {
        if (!isPersonal && OWN.test(name)) found.add(name);
        const isOfPeople = isPersonal || WHOLLY_PERSONAL.test(name) || isSaid(name, part, isFlow);
        find(each, isOfPeople, isFlow || FLOWS.test(name));
      }
  }
  find(value, false, false);
  return found;
}

function isSaid(name: string, { form }: Readonly<Record<string, unknown>>, isFlow: boolean): boolean {
  if (name === 'key' && typeof form === 'string' && KEYED_BY_TEXT.test(form)) return true;
  return PERSONAL.test(name) || (isFlow && SAID_IN_FLOW.test(name));
}

/** Which of these a report tells: as a whole text, or within a longer one. */
export function toldIn(report: string, parts: readonly (string | number)[]): (string | number)[] {
  const numbers = new Set(report.match(/(?<=[:[,])-?\d+(?:\.\d+)?(?=[,}\]])/gu));
  const texts = new Set(textsOf(report));
  // Event types, fields and the like say nothing of anybody, though they may hold a word that somebody wrote.
  const longer = [...texts].filter((text) => !/^[a-z]+(?:[.:]?[A-Za-z]+)*$/u.test(text)).join('\0');
  return parts.filter((part) =>
    typeof part === 'number' ? numbers.has(String(part)) : texts.has(part) || standsIn(longer, part),
  );
}

/** The texts of a report that aren't placeholders, each once. */
function textsOf(report: string): readonly string[] {
  const quoted = new Set(report.match(/"(?:[^"\\]|\\.)*"/gu));
  return [...quoted].filter(isTelling).map((text) => String(JSON.parse(text)));
}

/** Whether a text stands in a longer one, not within a word. Ids are numbers too, so a short number says nothing. */
function standsIn(longer: string, text: string): boolean {
  if (/^\d{1,5}$/u.test(text)) return false;
  for (let at = longer.indexOf(text); at >= 0; at = longer.indexOf(text, at + 1)) {
    const around = [longer.slice(0, at).at(-1) ?? '', longer.at(at + text.length) ?? ''];
    const isApart = ([edge, next]: readonly [string, string]) => !isOfWord(edge) || !isOfWord(next);
    if (isApart([text.at(0) ?? '', around[0] ?? '']) && isApart([text.at(-1) ?? '', around[1] ?? ''])) return true;
  }
  return false;
}

function isOfWord(letter: string): boolean {
  return /[\p{L}\p{N}_]/u.test(letter);
}

/** What a session says of people and of what they wrote and shared. */
function ofPeople(value: unknown) {
  const found = new Set<string | number>();
  function find(part: unknown, isPersonal: boolean, isWhole: boolean, isFlow: boolean): void {
    if (typeof part === 'string' && isPersonal && isTelling(part)) found.add(part);
    if (typeof part === 'number' && isWhole && Math.abs(part) > 9) found.add(part);
    if (Array.isArray(part)) for (const each of part) find(each, isPersonal, isWhole, isFlow);
    else if (isRecord(part))
      for (const [name, each] of Object.entries(part)) {
        // The role that sees all is named, and no other; what is wrong with a field is told by a text's id.
        if (each === ADMIN_ROLE || name === 'fields' || isId(name, each) || isReason(name, part)) continue;
        const whole = (isWhole && !OF_FLOW.test(name)) || WHOLLY_PERSONAL.test(name);
        find(each, whole || isSaid(name, part, isFlow), whole, isFlow || FLOWS.test(name));
      }
  }
  find(value, false, false, false);
  return found;
}

/** A row's own or another's: the report has it as it is. A longer number may be a telephone's. */
function isId(name: string, value: unknown): boolean {
  return ID_FIELD.test(name) && typeof value === 'string' && ID_OF_OURS.test(value);
}

/** Why a scheduled message wasn't sent: a word of ours, or hidden by the report. */
function isReason(name: string, { kind }: Readonly<Record<string, unknown>>): boolean {
  return name === 'text' && kind === 'schedule_refused';
}

/** Some tests write what looks like a placeholder. */
function isTelling(text: string): boolean {
  return /[\p{L}\d]{3}/u.test(text) && /[^xX0\s]/u.test(text);
}

/** Instances, and who has a conversation open, stand in the order of their names, which are hidden. */
function comparable(actor: unknown): unknown {
  const isSorted = (name: string, value: unknown): value is unknown[] =>
    Array.isArray(value) && (name === 'instances' || name.includes('@'));
  return JSON.parse(JSON.stringify(actor ?? null), (name, value: unknown) =>
    isSorted(name, value) ? value.map((one) => JSON.stringify(one)).toSorted() : value,
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
