import { useEffect, useRef } from 'react';
import type { CustomerCard } from '../../../machines/entities/customers.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing } from '../../administration/list/use-listing.ts';

/** The card of a customer; undefined until it is this one's. */
export function useCard(customerId: string) {
  const query: ListQuery = { ...oneRow, filters: { customer: customerId } };
  const { rows, query: asked, updateQuery, failure, retry } = useListing('chat.customer', query);
  const update = useRef(updateQuery);
  const isOther = asked.filters['customer'] !== customerId;
  useEffect(() => {
    if (isOther) update.current({ filters: { customer: customerId } });
  }, [isOther, customerId]);
  const card: CustomerCard | undefined = rows?.find(({ id }) => id === customerId);
  return { card, failure: isOther ? null : failure, retry };
}

const oneRow: ListQuery = { page: 1, limit: 1, search: '', sort: { by: 'name', descending: false }, filters: {} };
