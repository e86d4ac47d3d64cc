import { useSelector } from '@xstate/react';
import type { Choice } from '../../../machines/entities/administration.ts';
import { selectInstances } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, FormChoices, FormImage, FormPassword, FormSelect, FormText } from '../form/fields.tsx';
import { useField } from '../form/form-context.tsx';
import { useChoices } from '../list/use-listing.ts';
import { FormDialog } from '../form/FormDialog.tsx';

interface UserDialogProps {
  /** `new` for one that isn't there yet. */
  readonly id: string;
  readonly roles: readonly Choice[];
  readonly onClose: () => void;
}

/** Adds or changes a user. */
export function UserDialog({ id, roles, onClose }: UserDialogProps) {
  const { directory } = useApp();
  const text = useText();
  const isNew = id === 'new';
  const departments = useChoices('choices.departments');
  const instances = useSelector(directory.shell, selectInstances) ?? [];
  return (
    <FormDialog
      form="user"
      formKey={id}
      values={null}
      title={text(isNew ? 'users.new' : 'users.edit')}
      submitLabel={text(isNew ? 'users.create' : 'action.save')}
      onClose={onClose}
    >
      <Fields>
        <UserImage />
        <FieldRow>
          <FormText name="name" label={text('users.name')} isRequired />
          <FormText
            name="username"
            label={text('users.username')}
            description={text('users.username.hint')}
            isVerbatim
            isRequired
          />
        </FieldRow>
        <FormText name="email" kind="email" label={text('users.email')} isRequired />
        {isNew && <FormPassword name="password" label={text('users.password')} isRequired />}
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

function UserImage() {
  const text = useText();
  const { value } = useField('name');
  return <FormImage name="image" label={text('users.image')} of={typeof value === 'string' ? value : ''} />;
}
