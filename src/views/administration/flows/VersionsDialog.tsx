import { useState } from 'react';
import type { Flow, FlowVersion } from '../../../machines/entities/flows.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { Against } from './PublishDialog.tsx';
import { useVersions } from './use-versions.ts';
import styles from './Dialogs.module.css';

interface VersionsProps {
  readonly id: string;
  readonly flow: Flow;
  readonly version: string | null;
  readonly onClose: () => void;
  readonly onRestored: () => void;
}

/** What was published: how it differs from what is edited, and the way back to it. */
export function VersionsDialog({ id, flow, version, onClose, onRestored }: VersionsProps) {
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const { rows, failure, retry } = useVersions(id);
  const [compared, setCompared] = useState<number>();
  const [restoring, setRestoring] = useState<FlowVersion>();
  return (
    <Dialog title={text('flow.versions')} isOpen size="lg" onClose={onClose}>
      {failure !== null && (
        <Banner
          tone="danger"
          action={
            <Button size="sm" onPress={retry}>
              {text('action.retry')}
            </Button>
          }
        >
          {failureText(failure)}
        </Banner>
      )}
      {rows === null && failure === null && <SkeletonRows count={3} />}
      {rows?.length === 0 && <p>{text('flow.versions.none')}</p>}
      <ul className={styles.versions}>
        {rows?.map((row) => (
          <li key={row.number}>
            <div className={styles.versionHead}>
              <b>{text('flow.version', { number: row.number })}</b>
              {row.state === 'published' && <Tag tone="success">{text('flow.state.published')}</Tag>}
              <span className={styles.hint}>
                {row.published_by === null
                  ? formats.full(row.publishedAt)
                  : text('flow.versions.by', { name: row.published_by, at: formats.full(row.publishedAt) })}
                {row.running > 0 && ` · ${text('flow.running', { count: row.running })}`}
              </span>
              <Button
                size="sm"
                aria-expanded={compared === row.number}
                onPress={() => setCompared(compared === row.number ? undefined : row.number)}
              >
                {text('flow.versions.compare')}
              </Button>
              <Button size="sm" onPress={() => setRestoring(row)}>
                {text('flow.versions.restore')}
              </Button>
            </div>
            {compared === row.number && (
              <>
                <p className={styles.hint}>{text('flow.versions.compared', { number: row.number })}</p>
                <Against id={id} number={row.number} flow={flow} />
              </>
            )}
          </li>
        ))}
      </ul>
      {restoring !== undefined && (
        <ActionDialog
          form="flow.restore"
          formKey={id}
          values={{ number: restoring.number, version }}
          title={text('flow.restore.title', { number: restoring.number })}
          confirmLabel={text('flow.versions.restore')}
          onClose={() => setRestoring(undefined)}
          onDone={onRestored}
        >
          <p>{text('flow.restore.text')}</p>
        </ActionDialog>
      )}
    </Dialog>
  );
}
