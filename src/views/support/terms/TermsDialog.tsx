import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { TermsVersion } from '../../../machines/entities/support.ts';
import { useForm } from '../../administration/form/form-context.tsx';
import { useListing } from '../../administration/list/use-listing.ts';
import { useDownload } from '../../administration/download/use-download.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { useLogout } from '../../app/logout.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { DownloadIcon } from '../../kit/administration-icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useIsPrepared } from '../../maintenance/use-maintenance.ts';
import { oneRow } from '../one-row.ts';
import styles from './TermsDialog.module.css';

/** The terms that must be accepted first. It can't be closed, only answered. */
export function TermsDialog() {
  return useIsPrepared() && <Owed />;
}

function Owed() {
  const { rows } = useListing('terms', oneRow);
  const state = rows?.[0];
  return state?.owed === true && state.current !== null && <Asked key={state.current.id} version={state.current} />;
}

const nothing = {};

function Asked({ version }: { readonly version: TermsVersion }) {
  const logOut = useLogout();
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { phase, failure, submit } = useForm('terms.accept', version.id, nothing);
  const download = useDownload('terms');
  const [hasRead, setRead] = useState(false);
  const accepted = useEffectEvent(() => {
    // The guard redirected here while nothing was permitted.
    if (pathname === '/pages/not-authorized') void navigate('/', { replace: true });
  });
  useEffect(() => {
    if (phase === 'saved') accepted();
  }, [phase]);
  const problem = failure ?? download.failure;
  return (
    <Dialog
      title={text('terms.gate.title')}
      isOpen
      isBlocking
      onClose={() => undefined}
      footer={
        <>
          <Button onPress={logOut}>{text('terms.gate.logout')}</Button>
          <Button variant="primary" isDisabled={!hasRead} isPending={phase === 'saving'} onPress={submit}>
            {text('terms.gate.accept')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{text('terms.gate.text')}</p>
        <div className={styles.version}>
          <span>
            <strong>{version.title}</strong>
            <span>{text('terms.publishedOn', { date: formats.date(version.publishedAt) })}</span>
          </span>
          <Button
            icon={<DownloadIcon />}
            isPending={download.isPending}
            onPress={() => download.start({ id: version.id })}
          >
            {text('terms.download')}
          </Button>
        </div>
        {problem !== null && <Banner tone="danger">{failureText(problem)}</Banner>}
        <Checkbox isSelected={hasRead} onChange={setRead}>
          {text('terms.gate.read')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
