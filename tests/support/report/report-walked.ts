import { everythingToWalk } from '../journeys-product.ts';
import { notWalked } from '../journeys-unwalked.ts';
import { WALKED_KINDS } from '../journeys-walked.ts';
import type { Walked } from '../journeys-walked.ts';
import type { WalkedRow } from './report-model.ts';

/** A row for whatever the product has, what no journey came to first. */
export function walkedData(walked: Readonly<Record<string, Walked>>): readonly WalkedRow[] {
  const everything = everythingToWalk();
  const rows = WALKED_KINDS.flatMap((kind) =>
    everything[kind].map((name) => ({
      kind,
      name,
      journeys: Object.entries(walked).flatMap(([journey, came]) => (came[kind].includes(name) ? [journey] : [])),
      reason: notWalked[kind][name] ?? null,
    })),
  );
  return rows.toSorted((one, other) => rank(one) - rank(other));
}

function rank(row: WalkedRow): number {
  if (row.journeys.length > 0) return 2;
  return row.reason === null ? 0 : 1;
}

/** Whatever no journey came to although one has to, and exceptions that are none. */
export function gapsOf(walked: Readonly<Record<string, Walked>>): readonly string[] {
  const rows = walkedData(walked);
  const exceptions = WALKED_KINDS.flatMap((kind) => Object.keys(notWalked[kind]).map((name) => `${kind} ${name}`));
  return [
    ...rows.flatMap((row) => (rank(row) === 0 ? [`${row.kind} ${row.name}: no journey comes to it`] : [])),
    ...rows.flatMap((row) =>
      row.journeys.length > 0 && row.reason !== null ? [`${row.kind} ${row.name}: an exception, and walked`] : [],
    ),
    ...exceptions.flatMap((name) =>
      rows.some((row) => `${row.kind} ${row.name}` === name) ? [] : [`${name}: an exception of what isn’t there`],
    ),
  ];
}
