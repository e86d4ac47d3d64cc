import type { FormFields } from '../../../machines/entities/forms.ts';
import { Link } from '../../kit/Link.tsx';
import { useText } from '../../kit/useText.ts';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useListing } from '../list/use-listing.ts';
import { FormOwnPassword } from './secret-fields.tsx';

const { FormPassword } = fieldsOf<FormFields['account.password']>();

const noPasswords = { current: null, password: null };
const first = { page: 1, limit: 1, search: '', sort: { by: 'id', descending: false }, filters: {} };

interface OwnPasswordDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Changes the user's own password; requires the current one. */
export function OwnPasswordDialog({ userId, onClose }: OwnPasswordDialogProps) {
  const text = useText();
  // Users who only log in through the provider have no password, and get their first one by mail; the server doesn't
  // say who they are.
  const provider = useListing('identityLogin', first).rows?.[0];
  return (
    <FormDialog
      form="account.password"
      formKey={userId}
      values={noPasswords}
      size="sm"
      title={text('account.password.change')}
      submitLabel={text('account.password.change')}
      onClose={onClose}
    >
      <Fields>
        <p>{text('account.password.text')}</p>
        <FormOwnPassword name="current" label={text('account.password.current')} autoFocus />
        <FormPassword name="password" label={text('account.password.new')} isRequired />
        {provider !== undefined && (
          <p>
            {text('account.password.identity', { label: provider.label })}{' '}
            <Link to="/pages/forgot-password">{text('account.password.identity.link')}</Link>
          </p>
        )}
      </Fields>
    </FormDialog>
  );
}
