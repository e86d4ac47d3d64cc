import { useSelector } from '@xstate/react';
import { locales } from '../../../i18n/locale.ts';
import type { Choice } from '../../../machines/entities/administration.ts';
import type { FormValues } from '../../../machines/log/events-administration.ts';
import { selectInstances, selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, FormChoices, FormSelect, FormText } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useChoices } from '../list/use-listing.ts';

interface InviteDialogProps {
  readonly roles: readonly Choice[];
  readonly onClose: () => void;
}

/** Invites somebody by mail; what they may do is settled here, their name and password by themselves. */
export function InviteDialog({ roles, onClose }: InviteDialogProps) {
  const { directory } = useApp();
  const text = useText();
  const departments = useChoices('choices.departments');
  const instances = useSelector(directory.shell, selectInstances) ?? [];
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
        <FieldRow>
          <FormSelect name="role_id" label={text('users.role')} options={roles} isRequired />
          <FormSelect
            name="user_department_id"
            label={text('users.department')}
            options={departments}
            none={text('users.department.none')}
          />
        </FieldRow>
        <FormChoices
          name="chosen_instances"
          label={text('users.instances')}
          description={text('users.instances.hint')}
          none={text('users.instances.none')}
          options={instances.map(({ id, name }) => ({ id, label: name }))}
        />
      </Fields>
    </FormDialog>
  );
}
