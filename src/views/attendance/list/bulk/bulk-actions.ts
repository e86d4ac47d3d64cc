import type { Failure } from '../../../../machines/entities/failure.ts';
import type { Person } from '../../../../machines/entities/entities.ts';

/** What is done with each of the ticked conversations, by the calls that do it with one. */
export type BulkAction =
  /** All with the same outcome; left out for without. */
  | { readonly kind: 'finish'; readonly outcomeId?: string | undefined }
  | { readonly kind: 'transfer'; readonly to: Person; readonly note?: string }
  /** To a department's queue; null: each to its own. */
  | { readonly kind: 'queue'; readonly departmentId: string | null; readonly note?: string }
  | { readonly kind: 'tag'; readonly tagId: string };

/** How it went with one: null for done, else why not. */
export type Outcome = Failure | null;
