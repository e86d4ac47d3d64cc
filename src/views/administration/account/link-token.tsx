import { useSelector } from '@xstate/react';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { selectPhase } from '../../../machines/auth/auth.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useLogout } from '../../app/logout.tsx';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { useText } from '../../kit/useText.ts';
import { EntryButtons, EntryCard } from './EntryCard.tsx';

interface WithLinkTokenProps {
  /** Shown if the address has no token. */
  readonly missing: ReactNode;
  /** `token` is its reference in the vault. */
  readonly children: (token: string) => ReactNode;
}

/** Reads the token that a mail's link has behind the hash; another link in the same tab starts over. */
export function WithLinkToken({ missing, children }: WithLinkTokenProps) {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  return token === '' ? missing : <Kept key={token} token={token} render={children} />;
}

function Kept({ token, render }: { readonly token: string; readonly render: (token: string) => ReactNode }) {
  const { keepSecret } = useApp();
  const [ref] = useState(() => keepSecret(token));
  return render(ref);
}

/** The failure of an expired, used or replaced link. */
export const LINK_EXPIRED = 'error.link.expired';

interface DoneProps {
  readonly tab: string;
  readonly title: string;
  readonly lead: string;
  /** The e-mail to log in with now. */
  readonly email: string;
}

/** Success, with a link to the login; somebody else's session here is logged out first. */
export function LinkDone({ tab, title, lead, email }: DoneProps) {
  const { directory } = useApp();
  const logOut = useLogout();
  const text = useText();
  const phase = useSelector(directory.auth, selectPhase);
  return (
    <EntryCard tab={tab} title={title} lead={lead}>
      <EntryButtons>
        {phase === 'authenticated' ? (
          <Button variant="primary" size="lg" isWide onPress={logOut}>
            {text('account.leaveAndEnter')}
          </Button>
        ) : (
          <LinkButton to="/login" state={{ email }} replace variant="primary" size="lg">
            {text('account.enter')}
          </LinkButton>
        )}
      </EntryButtons>
    </EntryCard>
  );
}
