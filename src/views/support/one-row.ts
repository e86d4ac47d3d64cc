import type { ListQuery } from '../../machines/log/events-administration.ts';

/** A list that is one thing. */
export const oneRow: ListQuery = {
  page: 1,
  limit: 1,
  search: '',
  sort: { by: 'id', descending: false },
  filters: {},
};
