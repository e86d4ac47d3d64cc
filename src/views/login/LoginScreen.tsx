import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { selectLoginFailure, selectPhase } from '../../machines/auth/auth.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { part } from '../kit/part.tsx';
import { isOwnPath } from '../app/own-path.ts';
import { Button } from '../kit/Button.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { LinkButton } from '../kit/LinkButton.tsx';
import { PasswordField } from '../kit/PasswordField.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useText } from '../kit/useText.ts';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { useDocumentTitle } from '../layout/useDocumentTitle.ts';
import { emailOf } from './known-email.ts';
import { LoginRefusal } from './LoginRefusal.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { TileWall } from './TileWall.tsx';
import styles from './LoginScreen.module.css';

// Loads after the page, which works without it.
const inPlace = { isInPlace: true };
const IdentityLogin = part(async () => (await import('./IdentityLogin.tsx')).IdentityLogin, [], inPlace);
const IdentityReturn = part(async () => (await import('./IdentityReturn.tsx')).IdentityReturn, [], inPlace);

/** /login. Then opens the address's `to`, if that is a path of ours, otherwise home. */
export function LoginScreen() {
  const { directory, append, keepSecret } = useApp();
  const text = useText();
  const phase = useSelector(directory.auth, selectPhase);
  const failure = useSelector(directory.auth, selectLoginFailure);
  const [search] = useSearchParams();
  const { state: handedOn, hash } = useLocation();
  const [cameBack] = useState(hash.startsWith('#identity'));
  const [email, setEmail] = useState(emailOf(handedOn));
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [missing, setMissing] = useState(false);
  const [hasSubmitted, setSubmitted] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  useDocumentTitle(text('login.title'));
  useEffect(() => {
    if (failure === null) return;
    // Usually the password is wrong: select it for retyping. After a session ended, the e-mail is empty.
    const { current } = emailInput.current?.value === '' ? emailInput : passwordInput;
    current?.focus();
    current?.select();
  }, [failure]);

  const wanted = search.get('to');
  const to = wanted !== null && isOwnPath(wanted) ? wanted : null;
  if (phase === 'authenticated' && !hasSubmitted) return <Navigate to={to ?? '/'} replace />;
  // After a submit, the login itself navigates, and not always to `to`.
  if (phase === 'authenticated') return <LoadingOverlay isVisible kind="cover" />;

  if (phase === 'secondFactor' || phase === 'confirming') {
    return (
      <div className={styles.screen}>
        <SecondFactorForm />
        <TileWall className={styles.wall} />
      </div>
    );
  }

  const isBusy = phase === 'loggingIn' || phase === 'loggingOut';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const incomplete = email.trim() === '' || password === '';
    setMissing(incomplete);
    if (incomplete) (email.trim() === '' ? emailInput : passwordInput).current?.focus();
    if (incomplete || isBusy) return;
    setSubmitted(true);
    append({
      type: 'login.submitted',
      path: 'rest',
      email: email.trim(),
      secret: keepSecret(password),
      remember,
      to,
    });
  };

  return (
    <div className={styles.screen}>
      <form className={styles.card} onSubmit={submit} noValidate aria-labelledby="login-title">
        <h1 id="login-title" className={styles.title}>
          {text('login.heading')}
        </h1>
        <p className={styles.lead}>{text('login.lead')}</p>
        <LoginRefusal failure={failure} />
        {cameBack && <IdentityReturn to={to} isRefused={failure !== null} />}
        <TextField
          label={text('login.email')}
          type="email"
          name="email"
          autoComplete="username"
          inputRef={emailInput}
          inputMode="email"
          isVerbatim
          autoFocus={email === ''}
          value={email}
          onChange={setEmail}
          error={missing && email.trim() === '' ? text('login.email.missing') : undefined}
        />
        <PasswordField
          label={text('login.password')}
          inputRef={passwordInput}
          name="password"
          autoFocus={email !== ''}
          value={password}
          onChange={setPassword}
          error={missing && password === '' ? text('login.password.missing') : undefined}
        />
        <Checkbox isSelected={remember} onChange={setRemember}>
          {text('login.remember')}
        </Checkbox>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isBusy}>
          {text('login.submit')}
        </Button>
        <LinkButton to="/pages/forgot-password" state={{ email: email.trim() }} variant="ghost">
          {text('login.forgot')}
        </LinkButton>
        <IdentityLogin to={to} remember={remember} />
      </form>
      <TileWall className={styles.wall} />
    </div>
  );
}
