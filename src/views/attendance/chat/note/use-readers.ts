import { useEffect, useEffectEvent } from 'react';
import type { Person } from '../../../../machines/entities/entities.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';

const nobody: readonly Person[] = [];

/** Those who see the conversation (`customer@instance`), and so can be mentioned; nobody while they load. */
export function useReaders(conversationKey: string, isPrepared: boolean): readonly Person[] {
  const [customer = '', instance = ''] = conversationKey.split('@');
  const filters = { customer, instance };
  const { rows, query, updateQuery } = useListing(
    'chat.readers',
    { ...wholeList, filters },
    isPrepared ? 'opens' : 'known',
  );
  const isOther = query.filters['customer'] !== customer || query.filters['instance'] !== instance;
  const ask = useEffectEvent(() => updateQuery({ filters }));
  useEffect(() => {
    if (isPrepared && isOther) ask();
  }, [isPrepared, isOther]);
  return isOther ? nobody : (rows ?? nobody);
}
