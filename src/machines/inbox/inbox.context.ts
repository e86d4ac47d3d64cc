import type { Failure } from '../entities/failure.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { InboxQuery } from '../log/events-inbox.ts';
import { noPins } from './inbox.pins.ts';
import type { Pins } from './inbox.pins.ts';
import { nothingUnheld } from './inbox.unheld.ts';
import type { Unheld } from './inbox.unheld.ts';
import { noViews } from './inbox.views.ts';
import type { Views } from './inbox.views.ts';
import type { SortKey } from './sort-key.ts';

export interface InboxContext {
  readonly viewer: Viewer | null;
  readonly query: InboxQuery;
  /** The last scope chosen for open conversations; the next user's session starts with it. */
  readonly openScope: InboxQuery['scope'];
  /** Number of the last fetch; answers to earlier ones are ignored. */
  readonly request: number;
  /** Whether the query was answered. */
  readonly answered: boolean;
  /** Whether the server has no more rows. */
  readonly complete: boolean;
  /** How many rows the server had when it last answered. */
  readonly total: number;
  /** The last row of the last page loaded: all rows above it are held. */
  readonly frontier: SortKey | null;
  /** How many held rows are at or above the frontier. */
  readonly held: number;
  /** Minimum number of the next page to fetch, so that a page that brought nothing new isn't fetched again. */
  readonly nextPage: number;
  /** Stream position of the last page after the first, whose number was computed from the rows held; null for none. */
  readonly pagedAt: number | null;
  /** Stream position at which the first row left the list since the page in flight was requested; null for none. */
  readonly shrunkAt: number | null;
  /** Whether the server had already removed a row when a page was read, so that one is missing between the pages. */
  readonly torn: boolean;
  /** Whether the rows held have to be resynced. */
  readonly stale: boolean;
  /** Whether they are stale because frames were lost: held tickets that the resync doesn't list are gone. */
  readonly broken: boolean;
  /** Whether the end came into view while another fetch was in flight. */
  readonly wantsMore: boolean;
  readonly failure: Failure | null;
  readonly pins: Pins;
  readonly unheld: Unheld;
  readonly views: Views;
}

export const initialContext: InboxContext = {
  viewer: null,
  query: { instanceId: null, status: 'open', scope: 'all', search: '' },
  openScope: 'all',
  request: 0,
  answered: false,
  complete: false,
  total: 0,
  frontier: null,
  held: 0,
  nextPage: 1,
  pagedAt: null,
  shrunkAt: null,
  torn: false,
  stale: false,
  broken: false,
  wantsMore: false,
  failure: null,
  pins: noPins,
  unheld: nothingUnheld,
  views: noViews,
};
