import { useSelector } from '@xstate/react';
import type { Choice } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { selectInstances } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, fieldsOf } from '../form/fields.tsx';
import { useChoices } from '../list/use-listing.ts';

const { FormChoices, FormSelect } = fieldsOf<FormFields['user'] & FormFields['invitation']>();

/** Fields for permissions and assignments, of users and invitations. */
export function UserFields({ roles }: { readonly roles: readonly Choice[] }) {
  const { directory } = useApp();
  const text = useText();
  const departments = useChoices('choices.departments');
  const instances = useSelector(directory.shell, selectInstances) ?? [];
  return (
    <>
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
    </>
  );
}
