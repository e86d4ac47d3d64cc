import { useText } from '../../kit/useText.ts';
import { Fields } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FreshPassword } from './FreshPassword.tsx';
import { FormCode } from './secret-fields.tsx';

const noCode = { code: null };

interface TwoFactorOffDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Turns off the user's second factor, with an authenticator or recovery code. */
export function TwoFactorOffDialog({ userId, onClose }: TwoFactorOffDialogProps) {
  const text = useText();
  return (
    <FormDialog
      form="account.twoFactorOff"
      formKey={userId}
      values={noCode}
      size="sm"
      title={text('account.twoFactorOff.title')}
      submitLabel={text('account.twoFactorOff.confirm')}
      onClose={onClose}
    >
      {(open) => (
        <Fields>
          <p>{text('account.twoFactorOff.text')}</p>
          <FormCode name="code" label={text('account.code.any')} autoFocus />
          <FreshPassword open={open} />
        </Fields>
      )}
    </FormDialog>
  );
}
