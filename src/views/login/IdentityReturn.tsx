import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectPhase } from '../../machines/auth/auth.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { useIsText } from '../app/failure-text.ts';
import { Banner } from '../kit/Banner.tsx';
import { useText } from '../kit/useText.ts';

interface IdentityReturnProps {
  /** Where to go after the login. */
  readonly to: string | null;
  /** A later login was refused, which says why itself. */
  readonly isRefused: boolean;
}

/**
 * Handles the identity provider's callback, which puts a single-use login code or an error behind the hash, and removes
 * it from the address. Says why nobody was logged in.
 */
export function IdentityReturn({ to, isRefused }: IdentityReturnProps) {
  const { directory, append, keepSecret } = useApp();
  const text = useText();
  const isText = useIsText();
  const navigate = useNavigate();
  const phase = useSelector(directory.auth, selectPhase);
  const { search, hash, state } = useLocation();
  const result = new URLSearchParams(hash.slice(1));
  const code = result.get('identity');
  const refused = result.get('identity_error');
  const remember = result.has('remember');
  // Kept after the address is cleaned; returning from the provider reloads the page.
  const [problem] = useState(refused);
  useEffect(() => {
    // The login navigates, which removes the hash.
    if (phase === 'authenticated') return;
    if (refused === null) {
      if (code === null || phase !== 'anonymous') return;
      append({ type: 'login.submitted', path: 'identity', email: '', secret: keepSecret(code), remember, to });
    }
    void navigate({ search }, { replace: true, state });
  }, [append, code, keepSecret, navigate, phase, refused, remember, search, state, to]);
  if (problem === null || isRefused) return null;
  const isKnown = isText(problem) && problem.startsWith('error.');
  return <Banner tone="danger">{text(isKnown ? problem : 'error.identity.failed')}</Banner>;
}
