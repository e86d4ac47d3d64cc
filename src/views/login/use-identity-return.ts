import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectPhase } from '../../machines/auth/auth.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { useIsText } from '../app/failure-text.ts';
import { useText } from '../kit/useText.ts';

/**
 * What the provider's callback put behind the hash: a code, which is good once and logs in, or why there is none,
 * which is answered in words. The address forgets both. `isReady`: it is known where the person was going.
 */
export function useIdentityReturn(to: string | null, isReady: boolean): string | undefined {
  const { directory, append, keepSecret } = useApp();
  const text = useText();
  const isText = useIsText();
  const navigate = useNavigate();
  const phase = useSelector(directory.auth, selectPhase);
  const { search, hash, state } = useLocation();
  const told = new URLSearchParams(hash.slice(1));
  const code = told.get('identity');
  const refused = told.get('identity_error');
  // The provider's way back loads the page anew.
  const [problem] = useState(refused);
  useEffect(() => {
    if (refused === null) {
      if (code === null || phase !== 'anonymous' || !isReady) return;
      append({ type: 'login.submitted', path: 'identity', email: '', secret: keepSecret(code), remember: false, to });
    }
    void navigate({ search }, { replace: true, state });
  }, [append, code, isReady, keepSecret, navigate, phase, refused, search, state, to]);
  if (problem === null) return undefined;
  return isText(problem) && problem.startsWith('error.') ? text(problem) : text('error.identity.failed');
}
