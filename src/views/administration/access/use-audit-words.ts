import { auditWords } from '../../../../contract/facts/audit-words.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { browserName } from '../browser-name.ts';

/** The audit's texts in the user's language. */
export function useAuditWords(): ReturnType<typeof auditWords> {
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  return auditWords({
    text: (id) => (isText(id) ? text(id) : undefined),
    number: (value) => formats.number(value),
    moment: (at) => `${formats.date(at)} ${formats.time(at)}`,
    browser: browserName,
  });
}
