import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { PAGE_SIZE_MAX } from '../../../../contract/facts/limits.ts';
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
import { selectInstances, selectInstancesMissed } from '../../../machines/shell/shell.selectors.ts';
import type { ListName, ListQuery, ListRows } from '../../../machines/log/events-administration.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';

/** A list on the screen. */
export interface Listing<Name extends ListName> {
  readonly name: Name;
  readonly phase: ListingPhase;
  readonly query: ListQuery;
  /** Null before the first response. */
  readonly rows: readonly ListRows[Name][] | null;
  readonly total: number;
  /** Which number `total` is, for “Por que este número?”; undefined where a screen counts fewer. */
  readonly counter: string | undefined;
  /** Values beside the rows. */
  readonly facts: Readonly<Record<string, number | null>>;
  readonly failure: Failure | null;
  /** Changes page, order, search or filters. */
  readonly updateQuery: (change: Partial<ListQuery>) => void;
  readonly retry: () => void;
}

const noFacts = {};

/** Shows a list: loads it on mount, and again when its data changed. `known`: the caller loads it. */
export function useListing<Name extends ListName>(
  name: Name,
  firstQuery: ListQuery,
  opening: 'opens' | 'known' = 'opens',
): Listing<Name> {
  const { directory, append } = useApp();
  const first = useRef(firstQuery);
  const actor = useOnChange(directory.changed, () => directory.list(name));
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
    counter: `list:${name}`,
    facts: page?.facts ?? noFacts,
    failure,
    updateQuery: (change) => append({ type: 'list.queried', list: name, change }),
    retry: () => append({ type: 'list.retried', list: name }),
  };
}

type ChoiceName = Exclude<
  Extract<ListName, `choices.${string}`>,
  'choices.placements' | 'choices.audiences' | 'choices.groups' | 'choices.tags' | 'choices.customerFields'
>;

/** Something that a screen offers to choose from, and whether it could not be loaded. */
export interface Lookup {
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

export interface Choices extends Lookup {
  /** Empty while loading. */
  readonly options: readonly Choice[];
  readonly isLoading: boolean;
}

/** The options of a form or filter. */
export function useChoices(name: ChoiceName): Choices {
  const { rows, failure, retry } = useListing(name, wholeList);
  return { options: rows ?? none, isLoading: rows === null, hasFailed: failure !== null, retry };
}

/** The user's instances as options. */
export function useInstanceChoices(): Choices {
  const { directory, append } = useApp();
  const instances = useSelector(directory.shell, selectInstances);
  const hasFailed = useSelector(directory.shell, selectInstancesMissed);
  return {
    options:
      instances?.map(({ id, name, sms, gateway }) => ({
        id,
        label: name,
        ...(sms && { isSms: true }),
        ...(gateway && { isGateway: true }),
      })) ?? none,
    isLoading: instances === null,
    hasFailed,
    retry: () => append({ type: 'instances.retried' }),
  };
}

const none: readonly Choice[] = [];
/** The whole of a short list. */
export const wholeList: ListQuery = {
  page: 1,
  limit: PAGE_SIZE_MAX,
  search: '',
  sort: { by: 'name', descending: false },
  filters: {},
};
/** The whole of a list that the page holds and searches itself, such as tags and groups. */
export const heldList: ListQuery = { ...wholeList, limit: 500 };
