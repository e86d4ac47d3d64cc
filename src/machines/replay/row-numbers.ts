import type { RecipientStage } from '../../../contract/facts/campaigns.ts';
import type { ListName, ListRows } from '../log/events-administration.ts';

/** Begins the path of a number that stands beside the rows. */
export const FACTS = 'facts.';

/** The name of a number of a list's row: `row:LIST:PATH:ID`. */
export type RowNumber = `row:${string}:${string}:${string}`;
/** The name of how many of a campaign's recipients are at a stage: `campaign:STAGE:ID`. */
export type CampaignNumber = `campaign:${string}:${string}`;

/**
 * Where a row of a list holds a number: the fields on the way to it. One of several things is named by its key, as in
 * `queue.due.count`.
 */
export type NumberPath<Name extends ListName> = PathsOf<ListRows[Name]>;

type PathsOf<Row> = {
  [Key in keyof Row & string]: Row[Key] extends number | null
    ? Key
    : Row[Key] extends readonly (infer Part)[]
      ? `${Key}.${string | number}.${PathsOf<Part>}`
      : Row[Key] extends string
        ? never
        : Row[Key] extends object
          ? `${Key}.${PathsOf<Row[Key]>}`
          : never;
}[keyof Row & string];

/** A number of a row; its id is empty where there is one row alone that has none. */
export function rowNumber<Name extends ListName>(list: Name, path: NumberPath<Name>, id: string): RowNumber {
  return `row:${list}:${path}:${id}`;
}

/** A number that came with the rows of a list. */
export function factNumber(list: ListName, fact: string): RowNumber {
  return `row:${list}:${FACTS}${fact}:`;
}

/** The names of a table's column, row by row. */
export function numberIn<Name extends ListName>(list: Name, path: NumberPath<Name>) {
  return ({ id }: { readonly id: string }): RowNumber => rowNumber(list, path, id);
}

/** How many of a campaign's recipients are at a stage; `prepared`: whom it writes to at all. */
export function campaignNumber(stage: RecipientStage | 'prepared', id: string): CampaignNumber {
  return `campaign:${stage}:${id}`;
}

/** The parts of a row number's name; its id may have a colon. */
export function partsOfRowNumber(name: RowNumber): {
  readonly list: string;
  readonly path: string;
  readonly id: string;
} {
  const [, list = '', path = '', ...id] = name.split(':');
  return { list, path, id: id.join(':') };
}

export function partsOfCampaignNumber(name: CampaignNumber): { readonly stage: string; readonly id: string } {
  const [, stage = '', ...id] = name.split(':');
  return { stage, id: id.join(':') };
}

export function isRowNumber(name: string): name is RowNumber {
  return /^row:[^:]+:[^:]+:/u.test(name);
}

export function isCampaignNumber(name: string): name is CampaignNumber {
  return /^campaign:[^:]+:./u.test(name);
}
