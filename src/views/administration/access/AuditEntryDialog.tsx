import { supportOf } from '../../../../contract/facts/audit-words.ts';
import type { AuditEntry } from '../../../machines/entities/administration.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useAuditWords } from './use-audit-words.ts';
import styles from './AccessScreen.module.css';

interface AuditEntryDialogProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

/** All details of an audit entry. */
export function AuditEntryDialog({ entry, onClose }: AuditEntryDialogProps) {
  const text = useText();
  const words = useAuditWords();
  const formats = useFormats();
  const { at, user, address, requestId } = entry;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [text('access.when'), `${formats.date(at)} ${formats.time(at)}`],
    [
      text('access.who'),
      user === null ? (supportOf(entry) ?? text('access.who.system')) : `${user.name} · ${user.email}`,
    ],
    [text('access.subject'), words.subjectOf(entry)],
    [text('access.address'), address],
    [text('access.request'), requestId],
  ];
  return (
    <Dialog
      isOpen
      title={words.actionOf(entry)}
      onClose={onClose}
      footer={<Button onPress={onClose}>{text('action.close')}</Button>}
    >
      <dl className={styles.facts}>
        {[...facts, ...words.factsOf(entry)].map(
          ([name, value]) =>
            value !== null &&
            value !== undefined && (
              <div key={name + value} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Dialog>
  );
}
