import { useListing } from '../administration/list/use-listing.ts';
import { Prepared } from '../app/Prepared.tsx';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { LinkButton } from '../kit/LinkButton.tsx';
import { useText } from '../kit/useText.ts';
import styles from './LoginScreen.module.css';

interface IdentityLoginProps {
  /** Where to go after the login. */
  readonly to: string | null;
  /** Whether to stay logged in. */
  readonly remember: boolean;
}

/**
 * Login with the company's identity provider, if it has one; says when the address's company doesn't exist, and when
 * neither is known.
 */
export function IdentityLogin(props: IdentityLoginProps) {
  return (
    <Prepared fallback={null}>
      <Offered {...props} />
    </Prepared>
  );
}

const first = { page: 1, limit: 1, search: '', sort: { by: 'id', descending: false }, filters: {} };

function Offered({ to, remember }: IdentityLoginProps) {
  const text = useText();
  const { rows, failure, retry } = useListing('identityLogin', first);
  if (failure?.key === 'error.company.unknown') {
    return (
      <Banner tone="warning" className={styles.unknown}>
        {text('error.company.unknown')}
      </Banner>
    );
  }
  if (failure !== null && rows === null) {
    return (
      <Banner
        tone="warning"
        className={styles.unchecked}
        action={
          <Button size="sm" onPress={retry}>
            {text('action.retry')}
          </Button>
        }
      >
        {text('login.identity.unchecked')}
      </Banner>
    );
  }
  const offered = rows?.[0];
  if (offered === undefined) return null;
  const start = [
    offered.start,
    ...(to === null ? [] : [`to=${encodeURIComponent(to)}`]),
    ...(remember ? ['remember=true'] : []),
  ].join('&');
  return (
    <div className={styles.identity}>
      <p className={styles.or}>{text('login.identity.or')}</p>
      <LinkButton to={start} reloadDocument size="lg">
        {text('login.identity.submit', { label: offered.label })}
      </LinkButton>
    </div>
  );
}
