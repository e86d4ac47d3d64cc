import { useSelector } from '@xstate/react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { OwnEmailProof } from '../account/OwnEmailProof.tsx';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';

import { FormDialog } from '../form/FormDialog.tsx';
import type { Choices } from '../list/use-listing.ts';
import { UserFields } from './UserFields.tsx';

const { FormImage, FormPassword, FormText, useField } = fieldsOf<FormFields['user']>();

interface UserDialogProps {
  /** `new` for a new user. */
  readonly id: string;
  readonly roles: Choices;
  readonly onClose: () => void;
}

/** Adds or changes a user. */
export function UserDialog({ id, roles, onClose }: UserDialogProps) {
  const { directory } = useApp();
  const text = useText();
  const isNew = id === 'new';
  const isOwn = useSelector(directory.auth, (snapshot) => selectUser(snapshot)?.id === id);
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
          <FormText name="name" label={text('users.name')} isRequired autoFocus={isNew} />
          <FormText
            name="username"
            label={text('users.username')}
            description={text('users.username.hint')}
            isVerbatim
            isRequired
          />
        </FieldRow>
        <FormText name="email" kind="email" label={text('users.email')} isRequired />
        {isOwn && <OwnEmailProof />}
        {isNew && <FormPassword name="password" label={text('users.password')} isRequired />}
        <UserFields roles={roles} />
      </Fields>
    </FormDialog>
  );
}

function UserImage() {
  const text = useText();
  const { value } = useField('name');
  return <FormImage name="image" label={text('users.image')} of={typeof value === 'string' ? value : ''} />;
}
