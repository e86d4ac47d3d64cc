import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { CODE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { selectLoginFailure, selectPhase } from '../../machines/auth/auth.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useText } from '../kit/useText.ts';
import { LoginRefusal } from './LoginRefusal.tsx';
import styles from './LoginScreen.module.css';

/** The login's second step: an authenticator code or a recovery code. */
export function SecondFactorForm() {
  const { directory, append, keepSecret } = useApp();
  const text = useText();
  const phase = useSelector(directory.auth, selectPhase);
  const failure = useSelector(directory.auth, selectLoginFailure);
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Codes are single-use: select it for retyping.
    if (failure !== null) input.current?.select();
  }, [failure]);

  const isBusy = phase === 'confirming';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() === '') input.current?.focus();
    else if (!isBusy) append({ type: 'login.codeSubmitted', code: keepSecret(code.trim()) });
  };

  return (
    <form className={styles.card} onSubmit={submit} noValidate aria-labelledby="second-factor-title">
      <h1 id="second-factor-title" className={styles.title}>
        {text('login.code.heading')}
      </h1>
      <p className={styles.lead}>{text(isRecovery ? 'login.code.recoveryLead' : 'login.code.lead')}</p>
      <LoginRefusal failure={failure} />
      <TextField
        key={isRecovery ? 'recovery' : 'app'}
        label={text(isRecovery ? 'login.code.recovery' : 'login.code.app')}
        name="code"
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={CODE_MAX_LENGTH}
        inputRef={input}
        isVerbatim
        autoFocus
        value={code}
        onChange={setCode}
        error={isMissing && code.trim() === '' ? text('login.code.missing') : undefined}
      />
      <Button type="submit" variant="primary" size="lg" isWide isPending={isBusy}>
        {text('login.code.submit')}
      </Button>
      <Button
        variant="ghost"
        isWide
        onPress={() => {
          setRecovery(!isRecovery);
          setCode('');
        }}
      >
        {text(isRecovery ? 'login.code.useApp' : 'login.code.useRecovery')}
      </Button>
      <Button variant="ghost" isWide onPress={() => append({ type: 'login.cancelled' })}>
        {text('login.code.back')}
      </Button>
    </form>
  );
}
