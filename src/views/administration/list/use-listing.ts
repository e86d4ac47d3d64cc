import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { Choice } from '../../../machines/entities/administration.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import {
  rowsOf,
  selectListFailure,
  selectListingPhase,
  selectListPage,
  selectListQuery,
  type ListingPhase,
} from '../../../machines/listing/listing.selectors.ts';
import type { ListName, ListQuery, ListRows } from '../../../machines/log/events-administration.ts';
import { useApp, useObservable } from '../../app/app-context.tsx';

/** A list on the screen. */
export interface Listing<Name extends ListName> {
  readonly name: Name;
  readonly phase: ListingPhase;
  readonly query: ListQuery;
  /** Null before the first answer. */
  readonly rows: readonly ListRows[Name][] | null;
  readonly total: number;
  /** What the list says beside its rows. */
  readonly facts: Readonly<Record<string, number | null>>;
  readonly failure: Failure | null;
  /** Another page, order, search or filter. */
  readonly ask: (change: Partial<ListQuery>) => void;
  readonly retry: () => void;
}

const noFacts = {};

/**
 * Shows a list: asked for now, and again when something in it was changed. `known`: whoever shows it
 * asks by themselves.
 */
export function useListing<Name extends ListName>(
  name: Name,
  firstQuery: ListQuery,
  opening: 'opens' | 'known' = 'opens',
): Listing<Name> {
  const { directory, append } = useApp();
  useObservable(directory.screens);
  const first = useRef(firstQuery);
  const actor = directory.list(name);
  useEffect(() => {
    if (opening === 'opens') append({ type: 'list.opened', list: name, query: first.current });
  }, [append, name, opening]);
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'loading' : selectListingPhase(snapshot)));
  const query = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectListQuery(snapshot)));
  const page = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectListPage(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectListFailure(snapshot)));
  return {
    name,
    phase,
    query: query ?? firstQuery,
    rows: page === null ? null : rowsOf(page, name),
    total: page?.total ?? 0,
    facts: page?.facts ?? noFacts,
    failure,
    ask: (change) => append({ type: 'list.queried', list: name, change }),
    retry: () => append({ type: 'list.retried', list: name }),
  };
}

type ChoiceName = Exclude<Extract<ListName, `choices.${string}`>, 'choices.placements'>;

/** What a form or filter chooses from. None while it is on its way. */
export function useChoices(name: ChoiceName): readonly Choice[] {
  return useListing(name, wholeList).rows ?? none;
}

const none: readonly Choice[] = [];
/** All of a list that isn't long. */
export const wholeList: ListQuery = {
  page: 1,
  limit: 100,
  search: '',
  sort: { by: 'name', descending: false },
  filters: {},
};
