import { useSelector } from '@xstate/react';
import { LOCALES } from '../../../../contract/facts/locales.ts';
import type { FormFields, ValuesOf } from '../../../machines/entities/forms.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import type { Choices } from '../list/use-listing.ts';
import { UserFields } from './UserFields.tsx';

const { FormSelect, FormText } = fieldsOf<FormFields['invitation']>();

interface InviteDialogProps {
  readonly roles: Choices;
  readonly onClose: () => void;
}

/** Invites somebody by mail; their permissions are set here, they choose their name and password. */
export function InviteDialog({ roles, onClose }: InviteDialogProps) {
  const { directory } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const values: ValuesOf<'invitation'> = {
    email: '',
    role_id: '',
    user_department_id: null,
    chosen_instances: [],
    locale,
  };
  return (
    <FormDialog
      form="invitation"
      formKey="new"
      values={values}
      title={text('users.invite')}
      submitLabel={text('users.invite.send')}
      onClose={onClose}
    >
      <Fields>
        <p>{text('users.invite.text')}</p>
        <FieldRow>
          <FormText name="email" kind="email" inputMode="email" label={text('users.email')} autoFocus isRequired />
          <FormSelect
            name="locale"
            label={text('layout.account.language')}
            options={LOCALES.map((id) => ({ id, label: text(`layout.language.${id}`) }))}
          />
        </FieldRow>
        <UserFields roles={roles} />
      </Fields>
    </FormDialog>
  );
}
