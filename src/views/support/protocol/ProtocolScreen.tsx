import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useDownload } from '../../administration/download/use-download.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { DownloadIcon } from '../../kit/administration-icons.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { ProtocolCard } from './ProtocolCard.tsx';
import { Timeline } from './Timeline.tsx';
import styles from './ProtocolScreen.module.css';
import { useLookUp } from './use-look-up.ts';

/** /whatsapp-protocol: a ticket by its protocol number, and its history. `?protocol=` selects one. */
export function ProtocolScreen() {
  const text = useText();
  const [parameters, setParameters] = useSearchParams();
  const protocol = parameters.get('protocol')?.trim() ?? '';
  // A new address, also by going back, resets the field.
  const [draft, setDraft] = useState({ protocol, typed: protocol });
  const typed = draft.protocol === protocol ? draft.typed : protocol;
  const setTyped = (words: string) => setDraft({ protocol, typed: words });
  const search = (words: string) => {
    const trimmed = words.trim();
    if (trimmed !== '') setParameters({ protocol: trimmed });
  };
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{text('protocol.title')}</h1>
        <SearchField
          label={text('protocol.search')}
          value={typed}
          onChange={setTyped}
          onSubmit={search}
          className={styles.search}
        />
        <Button variant="primary" onPress={() => search(typed)} isDisabled={typed.trim() === ''}>
          {text('protocol.find')}
        </Button>
      </header>
      {protocol === '' ? (
        <EmptyState icon={<SearchIcon />} title={text('protocol.none.title')} className={styles.empty}>
          {text('protocol.none.text')}
        </EmptyState>
      ) : (
        <Found key={protocol} protocol={protocol} />
      )}
    </div>
  );
}

function Found({ protocol }: { readonly protocol: string }) {
  const text = useText();
  const failureText = useFailureText();
  const { rows, phase, failure, retry, isCurrent } = useLookUp('protocol', protocol, 1);
  if (failure !== null) {
    return (
      <ErrorState title={text('protocol.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
        {failureText(failure)}
      </ErrorState>
    );
  }
  if (!isCurrent || rows === null || phase === 'stale') return <Waiting />;
  const [ticket] = rows;
  if (ticket === undefined) {
    return (
      <EmptyState icon={<SearchIcon />} title={text('protocol.missing.title', { protocol })} className={styles.empty}>
        {text('protocol.missing.text')}
      </EmptyState>
    );
  }
  return (
    <div className={styles.found}>
      <ProtocolCard ticket={ticket} actions={<TakePdf protocol={ticket.protocol} />} />
      <Timeline protocol={ticket.protocol} customerName={ticket.customer.name} />
    </div>
  );
}

function TakePdf({ protocol }: { readonly protocol: string }) {
  const { directory } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const failureText = useFailureText();
  const download = useDownload('protocol');
  return (
    <>
      <Button
        icon={<DownloadIcon />}
        isPending={download.isPending}
        onPress={() => download.start({ protocol, locale })}
      >
        {text('protocol.pdf')}
      </Button>
      {download.failure !== null && (
        <Banner tone="danger" title={text('protocol.pdf.failed')} onClose={download.dismiss} className={styles.problem}>
          {failureText(download.failure)}
        </Banner>
      )}
    </>
  );
}

function Waiting() {
  const text = useText();
  return (
    <div role="status" aria-label={text('table.loading')} className={styles.waiting}>
      <Skeleton shape="block" height={160} />
      <Skeleton shape="block" height={320} />
    </div>
  );
}
