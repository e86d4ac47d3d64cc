import { createContext, use } from 'react';
import type { AdministrationParts, AuditWords } from '../../app/app-context.tsx';
import { useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { browserName } from '../browser-name.ts';

type Parts = Pick<AdministrationParts, 'auditWords' | 'supportOf'>;

/** Views don't reach the rule itself, which is the contract's: the app hands it in. */
export const AuditWordsContext = createContext<Parts | undefined>(undefined);

/** The audit in the reader's words. */
export function useAuditWords(): AuditWords & Pick<Parts, 'supportOf'> {
  const parts = use(AuditWordsContext);
  if (parts === undefined) throw new Error('the audit outside of the administration');
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  const words = parts.auditWords({
    text: (id) => (isText(id) ? text(id) : undefined),
    number: (value) => formats.number(value),
    moment: (at) => `${formats.date(at)} ${formats.time(at)}`,
    browser: browserName,
  });
  return { ...words, supportOf: parts.supportOf };
}
