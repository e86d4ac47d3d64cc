import type { ManagedInstance } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { CredentialsFields, SyncFields } from './instance-fields.tsx';
import { testTextOf } from './instance-setup.ts';
import { InstanceSetup } from './InstanceSetup.tsx';

const instance = fieldsOf<FormFields['instance']>();

const actions = ['setup', 'edit', 'credentials', 'test', 'sync', 'activate', 'deactivate'] as const;
type InstanceAction = (typeof actions)[number];

export function isInstanceAction(id: string): id is InstanceAction {
  return actions.some((action) => action === id);
}

/** The open dialog. */
export type OpenedInstance =
  | { readonly kind: 'new' }
  | { readonly kind: InstanceAction; readonly instance: ManagedInstance };

const aWeek = { daysAgo: 7, unlimitedSync: false };
const on = { activated: true };
const off = { activated: false };

/** The dialog of one action on an instance. */
export function InstanceDialogs(props: OpenedInstance & { readonly onClose: () => void }) {
  const { onClose } = props;
  const text = useText();
  if (props.kind === 'new') return <InstanceSetup instance={undefined} onClose={onClose} />;
  const { id, name, official, provider, tokenEnd } = props.instance;
  switch (props.kind) {
    case 'setup':
      return <InstanceSetup instance={props.instance} onClose={onClose} />;
    case 'edit':
      return (
        <InstanceDialog formKey={id} isOfficial={official} isGateway={provider === 'evolution'} onClose={onClose} />
      );
    case 'credentials':
      return (
        <FormDialog
          form="instance.credentials"
          formKey={id}
          values={null}
          size="sm"
          title={text('instances.credentials.of', { name })}
          submitLabel={text('action.save')}
          onClose={onClose}
        >
          <Fields>
            <CredentialsFields provider={provider} tokenEnd={tokenEnd} />
          </Fields>
        </FormDialog>
      );
    case 'sync':
      return (
        <FormDialog
          form="instance.sync"
          formKey={id}
          values={aWeek}
          size="sm"
          title={text('instances.sync.of', { name })}
          submitLabel={text('instances.sync.start')}
          onClose={onClose}
        >
          <Fields>
            <SyncFields />
          </Fields>
        </FormDialog>
      );
    case 'test':
      return (
        <ActionDialog
          form="instance.test"
          formKey={id}
          title={text('instances.test.title', { name })}
          confirmLabel={text('instances.test.confirm')}
          onClose={onClose}
        >
          <p>{text(testTextOf(provider))}</p>
        </ActionDialog>
      );
    case 'activate':
    case 'deactivate':
      return (
        <ActionDialog
          form="instance.activate"
          formKey={id}
          values={props.kind === 'activate' ? on : off}
          title={text(`instances.${props.kind}.title`, { name })}
          confirmLabel={text(`instances.${props.kind}`)}
          tone={props.kind === 'activate' ? 'primary' : 'danger'}
          onClose={onClose}
        >
          <p>{text(`instances.${props.kind}.text`)}</p>
        </ActionDialog>
      );
  }
}

interface InstanceDialogProps {
  readonly formKey: string;
  readonly isOfficial: boolean;
  readonly isGateway: boolean;
  readonly onClose: () => void;
}

function InstanceDialog({ formKey, isOfficial, isGateway, onClose }: InstanceDialogProps) {
  const text = useText();
  return (
    <FormDialog
      form="instance"
      formKey={formKey}
      values={null}
      size="sm"
      title={text('instances.edit')}
      submitLabel={text('action.save')}
      onClose={onClose}
    >
      <Fields>
        <instance.FormText name="name" label={text('instances.name')} isRequired />
        {/* The phone that is paired says its number. */}
        {!isGateway && <instance.FormPhone name="phone_number" label={text('instances.phone')} />}
        {/* To leave Meta's API, another instance is made; only the way back is offered. */}
        {!isOfficial && !isGateway && (
          <instance.FormSwitch
            name="isOfficial"
            label={text('instances.official')}
            description={text('instances.official.hint')}
          />
        )}
        <instance.FormSwitch
          name="isUnlimited"
          label={text('instances.unlimited')}
          description={text('instances.unlimited.hint')}
        />
      </Fields>
    </FormDialog>
  );
}
