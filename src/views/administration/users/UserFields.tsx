import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { FieldRow, fieldsOf } from '../form/fields.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useChoices, useInstanceChoices, type Choices } from '../list/use-listing.ts';

const { FormChoices, FormSelect } = fieldsOf<FormFields['user'] & FormFields['invitation']>();

/** Fields for permissions and assignments, of users and invitations. */
export function UserFields({ roles }: { readonly roles: Choices }) {
  const text = useText();
  const departments = useChoices('choices.departments');
  const instances = useInstanceChoices();
  return (
    <>
      <FailedLookups lookups={[roles, departments, instances]} />
      <FieldRow>
        <FormSelect name="role_id" label={text('users.role')} options={roles.options} isRequired />
        <FormSelect
          name="user_department_id"
          label={text('users.department')}
          options={departments.options}
          none={text('users.department.none')}
        />
      </FieldRow>
      <FormChoices
        name="chosen_instances"
        label={text('users.instances')}
        description={text('users.instances.hint')}
        none={text(instances.isLoading ? 'state.loading' : 'users.instances.none')}
        options={instances.options}
      />
    </>
  );
}
