import { useText } from '../../kit/useText.ts';
import { ConfirmedCodes } from './ConfirmedCodes.tsx';
import { FormCode } from './secret-fields.tsx';
import styles from './TwoFactorSetUp.module.css';

interface NewRecoveryCodesProps {
  readonly userId: string;
  readonly email: string;
  readonly onEnd: () => void;
}

/** Replaces the recovery codes. The old ones stay valid until an authenticator code confirms. */
export function NewRecoveryCodes(props: NewRecoveryCodesProps) {
  const text = useText();
  return (
    <ConfirmedCodes
      {...props}
      form="account.recoveryCodes"
      title={text('account.codes.renew')}
      lead={text('account.codes.renew.lead')}
      submitLabel={text('account.codes.renew')}
    >
      {() => (
        <div className={styles.code}>
          <FormCode name="code" label={text('account.code')} autoFocus />
        </div>
      )}
    </ConfirmedCodes>
  );
}
