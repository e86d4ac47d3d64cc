import { useText } from '../../kit/useText.ts';
import type { OpenForm } from '../form/form-context.tsx';
import { ConfirmedCodes, useShown } from './ConfirmedCodes.tsx';
import { CopyButton } from './CopyButton.tsx';
import { FormCode } from './secret-fields.tsx';
import styles from './TwoFactorSetUp.module.css';

interface SetUpProps {
  readonly userId: string;
  readonly email: string;
  /** Called on cancel, or when the user has saved the codes. */
  readonly onEnd: () => void;
}

/** Set-up: scan the QR code or type the secret, confirm with a code, then save the recovery codes. */
export function TwoFactorSetUp(props: SetUpProps) {
  const text = useText();
  return (
    <ConfirmedCodes
      {...props}
      form="account.twoFactor"
      title={text('account.setUp.title')}
      lead={text('account.setUp.lead')}
      submitLabel={text('account.setUp.submit')}
    >
      {(open) => (
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
      )}
    </ConfirmedCodes>
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
