import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { FormValue } from '../../../machines/log/events-administration.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { FormBody } from '../form/FormBody.tsx';
import { isLocked, useForm, type OpenForm } from '../form/form-context.tsx';
import { Card } from './Card.tsx';
import { CopyButton } from './CopyButton.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { FormCode } from './secret-fields.tsx';
import styles from './TwoFactorSetUp.module.css';

interface SetUpProps {
  readonly userId: string;
  readonly email: string;
  /** Given up, or done and the codes kept. */
  readonly onEnd: () => void;
}

/** Setting up: the app takes the picture or the secret, a code of it proves that, then come the recovery codes. */
export function TwoFactorSetUp({ userId, email, onEnd }: SetUpProps) {
  const text = useText();
  const id = useId();
  const open = useForm('account.twoFactor', userId, null);
  const codes = useShown(open, 'recovery_codes');
  if (open.phase === 'saved') return <RecoveryCodes codes={codes} email={email} onDone={onEnd} />;
  return (
    <Card title={text('account.setUp.title')} lead={text('account.setUp.lead')}>
      <FormBody open={open} id={id}>
        <ol className={styles.steps}>
          <li className={styles.step}>
            <h3 className={styles.title}>{text('account.setUp.scan')}</h3>
            <p className={styles.text}>{text('account.setUp.scan.text')}</p>
            <Picture open={open} />
          </li>
          <li className={styles.step}>
            <h3 className={styles.title}>{text('account.setUp.confirm')}</h3>
            <p className={styles.text}>{text('account.setUp.confirm.text')}</p>
            <div className={styles.code}>
              <FormCode name="code" label={text('account.code')} />
            </div>
          </li>
        </ol>
      </FormBody>
      <div className={styles.buttons}>
        <Button onPress={onEnd}>{text('action.cancel')}</Button>
        <Button
          type="submit"
          form={id}
          variant="primary"
          isPending={open.phase === 'saving'}
          isDisabled={open.phase !== 'saving' && isLocked(open.phase)}
        >
          {text('account.setUp.submit')}
        </Button>
      </div>
    </Card>
  );
}

function Picture({ open }: { readonly open: OpenForm }) {
  const text = useText();
  const qr = useShown(open, 'qr');
  const secret = useShown(open, 'secret');
  return (
    <div className={styles.picture}>
      <img
        className={styles.qr}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        alt={text('account.setUp.qr')}
        width={176}
        height={176}
      />
      <div className={styles.secret}>
        <p className={styles.text}>{text('account.setUp.secret')}</p>
        <code className={styles.key}>{secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}</code>
        <CopyButton value={secret}>{text('account.setUp.secret.copy')}</CopyButton>
      </div>
    </div>
  );
}

/** What the vault keeps for a field, to be shown and not logged. */
export function useShown({ actor }: OpenForm, field: string): string {
  const { readSecret } = useApp();
  const ref = useSelector(actor, (snapshot): FormValue => snapshot?.context.values[field] ?? null);
  return typeof ref === 'string' ? (readSecret(ref) ?? '') : '';
}
