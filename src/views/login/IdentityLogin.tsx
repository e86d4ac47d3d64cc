import { useEffect, useState } from 'react';
import { useListing } from '../administration/list/use-listing.ts';
import { useApp } from '../app/app-context.tsx';
import { Banner } from '../kit/Banner.tsx';
import { LinkButton } from '../kit/LinkButton.tsx';
import { useText } from '../kit/useText.ts';
import styles from './LoginScreen.module.css';

interface IdentityLoginProps {
  /** Where to go after the login. */
  readonly to: string | null;
}

/** Login with the company's identity provider, if it has one; says when the address's company doesn't exist. */
export function IdentityLogin({ to }: IdentityLoginProps) {
  const { prepareAdministration } = useApp();
  const [isPrepared, setPrepared] = useState(false);
  useEffect(() => {
    // Without it, e-mail and password still work.
    prepareAdministration().then(
      () => setPrepared(true),
      () => undefined,
    );
  }, [prepareAdministration]);
  return isPrepared && <Offered to={to} />;
}

const first = { page: 1, limit: 1, search: '', sort: { by: 'id', descending: false }, filters: {} };

function Offered({ to }: IdentityLoginProps) {
  const text = useText();
  const { rows, failure } = useListing('identityLogin', first);
  if (failure?.key === 'error.company.unknown') {
    return (
      <Banner tone="warning" className={styles.unknown}>
        {text('error.company.unknown')}
      </Banner>
    );
  }
  const offered = rows?.[0];
  if (offered === undefined) return null;
  const start = to === null ? offered.start : `${offered.start}&to=${encodeURIComponent(to)}`;
  return (
    <div className={styles.identity}>
      <p className={styles.or}>{text('login.identity.or')}</p>
      <LinkButton to={start} reloadDocument size="lg">
        {text('login.identity.submit', { label: offered.label })}
      </LinkButton>
    </div>
  );
}
