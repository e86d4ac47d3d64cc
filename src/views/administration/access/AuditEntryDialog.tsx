import type { AuditEntry } from '../../../machines/entities/administration.ts';
import { useIsText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { detailsOf, supportOf } from './audit-details.ts';
import styles from './AccessScreen.module.css';

interface AuditEntryDialogProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

/** All that is written down of one deed; the names of its details are the wire's. */
export function AuditEntryDialog({ entry, onClose }: AuditEntryDialogProps) {
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  const { action, at, user, subject, address, requestId } = entry;
  const id = `audit.${action}`;
  const facts: readonly (readonly [string, string | null])[] = [
    [text('access.when'), `${formats.date(at)} ${formats.time(at)}`],
    [
      text('access.who'),
      user === null ? (supportOf(entry) ?? text('access.who.system')) : `${user.name} · ${user.email}`,
    ],
    [text('access.subject'), subject],
    [text('access.address'), address],
    [text('access.request'), requestId],
  ];
  return (
    <Dialog
      isOpen
      title={isText(id) ? text(id) : action}
      onClose={onClose}
      footer={<Button onPress={onClose}>{text('action.close')}</Button>}
    >
      <dl className={styles.facts}>
        {[...facts, ...Object.entries(detailsOf(entry)).map(([name, value]) => [name, wordsOf(value)] as const)].map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Dialog>
  );
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ') || '—';
  if (value === null || value === '') return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
