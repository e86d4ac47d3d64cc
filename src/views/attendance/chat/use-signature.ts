import { useSelector } from '@xstate/react';
import { signatureOf } from '../../../../contract/facts/signature.ts';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { useListing, wholeList } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';

/** What the customer reads before the viewer's words; empty where the company has it off. */
export function useSignature(isSms = false): string {
  const { directory } = useApp();
  // The page's frame loads them.
  const { rows } = useListing('userSettings', wholeList, 'known');
  const user = useSelector(directory.auth, selectUser);
  return rows?.[0]?.signsMessages === true ? signatureOf(user?.name ?? '', isSms ? 'sms' : 'whatsapp') : '';
}
