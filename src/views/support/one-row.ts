import type { ListQuery } from '../../machines/log/events-administration.ts';

/** Query of a list that has a single row. */
export const oneRow: ListQuery = {
  page: 1,
  limit: 1,
  search: '',
  sort: { by: 'id', descending: false },
  filters: {},
};
