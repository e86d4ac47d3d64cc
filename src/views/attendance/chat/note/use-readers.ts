import { partsOfKey } from '../../../../machines/entities/ids.ts';
import { useEffect, useEffectEvent } from 'react';
import type { Person } from '../../../../machines/entities/entities.ts';
import type { Failure } from '../../../../machines/entities/failure.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';

interface Readers {
  /** Null while they aren't known. */
  readonly people: readonly Person[] | null;
  /** Why they could not be loaded. */
  readonly failure: Failure | null;
  readonly retry: () => void;
}

/** Those who see the conversation (`customer@instance`), and so can be mentioned. */
export function useReaders(conversationKey: string, isPrepared: boolean): Readers {
  const { customerId: customer, instanceId: instance } = partsOfKey(conversationKey);
  const filters = { customer, instance };
  const { rows, query, failure, retry, updateQuery } = useListing(
    'chat.readers',
    { ...wholeList, filters },
    isPrepared ? 'opens' : 'known',
  );
  const isOther = query.filters['customer'] !== customer || query.filters['instance'] !== instance;
  const ask = useEffectEvent(() => updateQuery({ filters }));
  useEffect(() => {
    if (isPrepared && isOther) ask();
  }, [isPrepared, isOther]);
  return { people: isOther || !isPrepared ? null : rows, failure: rows === null ? failure : null, retry };
}
