import type { ListName } from '../src/machines/log/events-administration.ts';
import type { Invariant } from './model.ts';

const ownQuestions: Invariant = {
  name: 'list: each fetch has a number of its own, also across a logout; another search starts at page one',
  ofState: true,
  follow: () => {
    const last = new Map<ListName, number>();
    return ({ event, commands }) => {
      for (const command of commands) {
        if (command.type !== 'list.fetch') continue;
        const { list, query, request } = command;
        if (request <= (last.get(list) ?? 0)) return `fetch ${request} of ${list} after ${last.get(list)}`;
        last.set(list, request);
        if (query.page < 1) return `page ${query.page} of ${list}`;
        if (event.type === 'list.queried' && event.change.page === undefined && query.page !== 1)
          return `page ${query.page} of another search`;
      }
      return null;
    };
  },
};

const rowsOfTheQuestion: Invariant = {
  name: 'list: only the answer to the last fetch is shown, and never a page past the end',
  ofState: true,
  follow:
    () =>
    ({ app, event }) => {
      if (event.type !== 'list.answered') return null;
      const snapshot = app.directory.list(event.list)?.getSnapshot();
      if (snapshot === undefined) return null;
      const { page, query, request } = snapshot.context;
      if (event.request < request && snapshot.value === 'ready' && page === event.page)
        return 'an older answer is shown';
      const isPastEnd = page?.rows.length === 0 && query.page > 1 && !query.grows;
      return snapshot.value === 'ready' && isPastEnd ? 'an empty page is shown' : null;
    },
};

const forgotten: Invariant = {
  name: 'list: nothing of it is left for the next user',
  ofState: true,
  follow:
    () =>
    ({ app, event }) => {
      if (event.type !== 'logout.requested') return null;
      const left = [...app.directory.actors()].find(([key]) => key.startsWith('list:') || key.startsWith('form:'));
      return left === undefined ? null : `${left[0]} is still there`;
    },
};

export const listingInvariants: readonly Invariant[] = [ownQuestions, rowsOfTheQuestion, forgotten];
