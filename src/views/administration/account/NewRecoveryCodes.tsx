import { useId } from 'react';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { FormBody } from '../form/FormBody.tsx';
import { isLocked, useForm } from '../form/form-context.tsx';
import { Card } from './Card.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { FormCode } from './secret-fields.tsx';
import { useShown } from './TwoFactorSetUp.tsx';
import styles from './TwoFactorSetUp.module.css';

interface NewRecoveryCodesProps {
  readonly userId: string;
  readonly email: string;
  readonly onEnd: () => void;
}

/** Other recovery codes in the place of the old ones, which are good until a code of the app has confirmed it. */
export function NewRecoveryCodes({ userId, email, onEnd }: NewRecoveryCodesProps) {
  const text = useText();
  const id = useId();
  const open = useForm('account.recoveryCodes', userId, null);
  const codes = useShown(open, 'recovery_codes');
  if (open.phase === 'saved') return <RecoveryCodes codes={codes} email={email} onDone={onEnd} />;
  return (
    <Card title={text('account.codes.renew')} lead={text('account.codes.renew.lead')}>
      <FormBody open={open} id={id}>
        <div className={styles.code}>
          <FormCode name="code" label={text('account.code')} autoFocus />
        </div>
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
          {text('account.codes.renew')}
        </Button>
      </div>
    </Card>
  );
}
