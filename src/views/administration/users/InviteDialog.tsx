import { useSelector } from '@xstate/react';
import { locales } from '../../../i18n/locale.ts';
import type { Choice } from '../../../machines/entities/administration.ts';
import type { FormValues } from '../../../machines/log/events-administration.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, FormSelect, FormText } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { UserFields } from './UserFields.tsx';

interface InviteDialogProps {
  readonly roles: readonly Choice[];
  readonly onClose: () => void;
}

/** Invites somebody by mail; what they may do is settled here, their name and password by themselves. */
export function InviteDialog({ roles, onClose }: InviteDialogProps) {
  const { directory } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const values: FormValues = { email: '', role_id: '', user_department_id: null, chosen_instances: [], locale };
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
            options={locales.map((id) => ({ id, label: text(`layout.language.${id}`) }))}
          />
        </FieldRow>
        <UserFields roles={roles} />
      </Fields>
    </FormDialog>
  );
}
