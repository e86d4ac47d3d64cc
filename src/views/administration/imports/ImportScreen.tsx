import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { CustomerImport } from '../../../machines/entities/imports.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useListing } from '../list/use-listing.ts';
import { ImportActions } from './ImportActions.tsx';
import { ImportEditor } from './ImportEditor.tsx';
import { EDITED, ImportHead } from './ImportHead.tsx';
import { ImportState } from './ImportState.tsx';
import styles from './Imports.module.css';

const BACK = '/customers-base';

/** For an import whose customers become a group for a campaign: the way back there. */
interface ImportFor {
  readonly back: ReactNode;
  /** What can be done with the group of an import that is done. */
  readonly use: (groupId: string) => ReactNode;
}

interface ImportScreenProps {
  readonly id: string;
  /** Undefined for the base alone. */
  readonly isFor?: ImportFor | undefined;
}

/** One import: its columns, check and consent; then its progress. */
export function ImportScreen({ id, isFor }: ImportScreenProps) {
  const text = useText();
  const failureText = useFailureText();
  const query: ListQuery = {
    page: 1,
    limit: 1,
    search: '',
    sort: { by: 'created_at', descending: true },
    filters: { import: id },
  };
  const listing = useListing('import', query);
  const asked = listing.query.filters['import'];
  // The list keeps the import that was last looked at.
  const look = useEffectEvent(() => {
    if (asked !== id) listing.updateQuery({ filters: { import: id } });
  });
  useEffect(() => look(), [id]);
  const found = listing.rows?.find((row) => row.id === id);
  const back = isFor?.back ?? <LinkButton to={BACK}>{text('imports.back')}</LinkButton>;
  if (found === undefined && listing.failure !== null) {
    const isMissing = listing.failure.code === 'NOT_FOUND';
    return (
      <ErrorState
        title={text(isMissing ? 'imports.missing.title' : 'table.failed.title')}
        {...(isMissing ? { action: back } : { onRetry: listing.retry })}
      >
        {isMissing ? text('imports.missing.text') : failureText(listing.failure)}
      </ErrorState>
    );
  }
  if (found === undefined) {
    return (
      <>
        {isFor?.back}
        <div role="status" aria-label={text('table.loading')} className={styles.waiting}>
          <Spinner />
        </div>
      </>
    );
  }
  return EDITED.has(found.status) ? (
    <ImportEditor of={found} back={back} isGroup={isFor !== undefined} />
  ) : (
    <Running of={found} back={back} use={isFor?.use} />
  );
}

interface RunningProps {
  readonly of: CustomerImport;
  readonly back: ReactNode;
  readonly use: ImportFor['use'] | undefined;
}

function Running({ of, back, use }: RunningProps) {
  const text = useText();
  const formats = useFormats();
  const isText = useIsText();
  const { status, failure, undo_until: until, group_id: groupId, added, changed, kept, refused } = of;
  const counts = { added, changed, kept, refused };
  return (
    <div className={styles.page}>
      <ImportHead
        of={of}
        takesFocus={use !== undefined}
        actions={
          <>
            {back}
            {status === 'done' && groupId !== null && use?.(groupId)}
          </>
        }
      />
      {failure !== null && <Banner tone="danger">{text(isText(failure) ? failure : 'error.import.unreadable')}</Banner>}
      <section className={styles.card} aria-label={text('imports.step.import')}>
        <div className={styles.running}>
          <ImportState of={of} />
          <ImportActions of={of} />
        </div>
        {status !== 'uploading' && status !== 'failed' && (
          <dl className={styles.counts}>
            {Object.entries(counts).map(([name, count]) => (
              <div key={name}>
                <dt>{text(`imports.count.${name as keyof typeof counts}`)}</dt>
                <dd data-number={rowNumber('import', name as keyof typeof counts, of.id)}>{formats.number(count)}</dd>
              </div>
            ))}
          </dl>
        )}
        {until !== null && (
          <p className={styles.hint}>{text('imports.undo.until', { day: formats.date(Date.parse(until)) })}</p>
        )}
      </section>
    </div>
  );
}
