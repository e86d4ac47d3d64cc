import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectPhase } from '../../machines/auth/auth.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { useIsText } from '../app/failure-text.ts';
import { useText } from '../kit/useText.ts';

/**
 * Handles the identity provider's callback, which puts a single-use login code or an error behind the hash, and removes
 * it from the address. Returns the error as text. `isReady`: `to` is final.
 */
export function useIdentityReturn(to: string | null, isReady: boolean): string | undefined {
  const { directory, append, keepSecret } = useApp();
  const text = useText();
  const isText = useIsText();
  const navigate = useNavigate();
  const phase = useSelector(directory.auth, selectPhase);
  const { search, hash, state } = useLocation();
  const result = new URLSearchParams(hash.slice(1));
  const code = result.get('identity');
  const refused = result.get('identity_error');
  // Kept after the address is cleaned; returning from the provider reloads the page.
  const [problem] = useState(refused);
  useEffect(() => {
    // The login navigates, which removes the hash.
    if (phase === 'authenticated') return;
    if (refused === null) {
      if (code === null || phase !== 'anonymous' || !isReady) return;
      append({ type: 'login.submitted', path: 'identity', email: '', secret: keepSecret(code), remember: false, to });
    }
    void navigate({ search }, { replace: true, state });
  }, [append, code, isReady, keepSecret, navigate, phase, refused, search, state, to]);
  if (problem === null) return undefined;
  return isText(problem) && problem.startsWith('error.') ? text(problem) : text('error.identity.failed');
}
