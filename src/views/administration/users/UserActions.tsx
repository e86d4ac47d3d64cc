import type { ManagedUser } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';

const { FormPassword } = fieldsOf<FormFields['user.password']>();

const actions = ['password', 'block', 'unblock', 'disconnect', 'delete', 'twoFactorOff', 'removeInstance'] as const;

/** Actions on a user besides editing. */
export type UserActionName = (typeof actions)[number];

export function isUserAction(id: string): id is UserActionName {
  return actions.some((action) => action === id);
}

interface UserActionsProps {
  readonly kind: UserActionName;
  readonly user: ManagedUser;
  /** The instance to remove. */
  readonly instanceId?: string;
  readonly onClose: () => void;
}

const noPassword = { password: null };

/** The dialog of one action. */
export function UserActions({ kind, user, instanceId = '', onClose }: UserActionsProps) {
  const text = useText();
  const { id, name } = user;
  if (kind === 'password') {
    return (
      <FormDialog
        form="user.password"
        formKey={id}
        values={noPassword}
        size="sm"
        title={text('users.setPassword.of', { name })}
        submitLabel={text('users.setPassword')}
        onClose={onClose}
      >
        <Fields>
          <p>{text('users.setPassword.text')}</p>
          <FormPassword name="password" label={text('users.password')} isRequired />
        </Fields>
      </FormDialog>
    );
  }
  if (kind === 'removeInstance') {
    const instance = user.instances.find((each) => each.id === instanceId)?.name ?? '';
    return (
      <ActionDialog
        form="user.removeInstance"
        formKey={user.links[instanceId] ?? ''}
        title={text('users.removeInstance.title', { name, instance })}
        confirmLabel={text('users.removeInstance.confirm')}
        onClose={onClose}
      >
        <p>{text('users.removeInstance.text')}</p>
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      form={`user.${kind}`}
      formKey={id}
      title={text(`users.${kind}.title`, { name })}
      confirmLabel={text(`users.${kind}`)}
      tone={kind === 'unblock' || kind === 'disconnect' ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <p>{text(`users.${kind}.text`)}</p>
    </ActionDialog>
  );
}
