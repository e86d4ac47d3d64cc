import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectIsBackoffice, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import type { TermsState, TermsVersion } from '../../../machines/entities/support.ts';
import { useListing } from '../../administration/list/use-listing.ts';
import { useDownload } from '../../administration/download/use-download.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { DownloadIcon, PlusIcon } from '../../kit/administration-icons.tsx';
import { DocumentIcon } from '../../kit/icons.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { oneRow } from '../one-row.ts';
import { Acceptances } from './Acceptances.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import styles from './TermsScreen.module.css';
import { Versions } from './Versions.tsx';

/** /terms-of-use: the current terms and who accepted them; the back-office publishes new versions. */
export function TermsScreen() {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const viewer = useSelector(directory.auth, selectViewer);
  const isBackoffice = useSelector(directory.auth, selectIsBackoffice);
  const { rows, failure, retry } = useListing('terms', oneRow);
  const [isPublishing, setPublishing] = useState(false);
  const state = rows?.[0];
  const isAdministrator = viewer !== null && isAdmin(viewer);
  const publish = isBackoffice && isAdministrator && (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setPublishing(true)}>
      {text('terms.publish')}
    </Button>
  );
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{text('terms.title')}</h1>
        {publish}
      </header>
      {failure !== null && state === undefined ? (
        <ErrorState title={text('terms.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
          {failureText(failure)}
        </ErrorState>
      ) : (
        <Current state={state} mustAccept={!isBackoffice} />
      )}
      {isAdministrator && !isBackoffice && state !== undefined && state.current !== null && <Acceptances />}
      {isBackoffice && isAdministrator && <Versions />}
      {isPublishing && <PublishDialog onClose={() => setPublishing(false)} />}
    </div>
  );
}

interface CurrentProps {
  readonly state: TermsState | undefined;
  /** Whether the user has to accept terms; platform staff don't. */
  readonly mustAccept: boolean;
}

function Current({ state, mustAccept }: CurrentProps) {
  const text = useText();
  if (state === undefined) {
    return (
      <div role="status" aria-label={text('table.loading')}>
        <Skeleton shape="block" height={120} />
      </div>
    );
  }
  if (state.current === null) {
    return (
      <EmptyState icon={<DocumentIcon />} title={text('terms.none.title')} className={styles.none}>
        {text('terms.none.text')}
      </EmptyState>
    );
  }
  return <CurrentVersion version={state.current} acceptedAt={state.acceptedAt} mustAccept={mustAccept} />;
}

interface CurrentVersionProps extends Pick<CurrentProps, 'mustAccept'> {
  readonly version: TermsVersion;
  readonly acceptedAt: number | null;
}

function CurrentVersion({ version, acceptedAt, mustAccept }: CurrentVersionProps) {
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const download = useDownload('terms');
  return (
    <section className={styles.card} aria-labelledby="terms-current">
      <div className={styles.current}>
        <div className={styles.words}>
          <h2 id="terms-current">{version.title}</h2>
          <span>{text('terms.publishedOn', { date: formats.date(version.publishedAt) })}</span>
        </div>
        {mustAccept && (
          <Tag tone={acceptedAt === null ? 'neutral' : 'success'}>
            {acceptedAt === null
              ? text('terms.notAccepted')
              : text('terms.acceptedOn', { date: formats.date(acceptedAt), time: formats.time(acceptedAt) })}
          </Tag>
        )}
        <Button
          icon={<DownloadIcon />}
          isPending={download.isPending}
          onPress={() => download.start({ id: version.id })}
        >
          {text('terms.download')}
        </Button>
      </div>
      {download.failure !== null && (
        <Banner tone="danger" onClose={download.dismiss}>
          {failureText(download.failure)}
        </Banner>
      )}
    </section>
  );
}
