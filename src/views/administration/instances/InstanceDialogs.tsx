import { SYNC_DAYS_MAX } from '../../../../contract/facts/administration.ts';
import type { ManagedInstance } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';

const credentials = fieldsOf<FormFields['instance.credentials']>();
const sync = fieldsOf<FormFields['instance.sync']>();
const instance = fieldsOf<FormFields['instance']>();

const actions = ['edit', 'credentials', 'test', 'sync', 'activate', 'deactivate'] as const;
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
  if (props.kind === 'new') return <InstanceDialog formKey="new" onClose={onClose} />;
  const { id, name, tokenEnd } = props.instance;
  switch (props.kind) {
    case 'edit':
      return <InstanceDialog formKey={id} onClose={onClose} />;
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
            <p>{text('instances.credentials.text')}</p>
            <credentials.FormText
              name="phone_number_id"
              label={text('instances.providerNumber')}
              isVerbatim
              inputMode="numeric"
            />
            <credentials.FormSecret
              name="access_token"
              label={text('instances.token')}
              {...(tokenEnd === null ? {} : { description: text('instances.token.kept', { end: tokenEnd }) })}
            />
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
            <sync.FormNumber
              name="daysAgo"
              label={text('instances.sync.days')}
              min={1}
              max={SYNC_DAYS_MAX}
              isRequired
            />
            <sync.FormSwitch
              name="unlimitedSync"
              label={text('instances.sync.unlimited')}
              description={text('instances.sync.unlimited.hint')}
            />
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
          <p>{text('instances.test.text')}</p>
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

/** Says what each of the two means. */
function OfficialSwitch() {
  const text = useText();
  const { value } = instance.useField('isOfficial');
  return (
    <instance.FormSwitch
      name="isOfficial"
      label={text('instances.official')}
      description={text(value === false ? 'instances.gateway.hint' : 'instances.official.hint')}
    />
  );
}

function InstanceDialog({ formKey, onClose }: { readonly formKey: string; readonly onClose: () => void }) {
  const text = useText();
  const isNew = formKey === 'new';
  return (
    <FormDialog
      form="instance"
      formKey={formKey}
      values={null}
      size="sm"
      title={text(isNew ? 'instances.new' : 'instances.edit')}
      submitLabel={text(isNew ? 'instances.create' : 'action.save')}
      onClose={onClose}
    >
      <Fields>
        <instance.FormText name="name" label={text('instances.name')} isRequired autoFocus={isNew} />
        {!isNew && <instance.FormPhone name="phone_number" label={text('instances.phone')} />}
        <OfficialSwitch />
        <instance.FormSwitch
          name="isUnlimited"
          label={text('instances.unlimited')}
          description={text('instances.unlimited.hint')}
        />
      </Fields>
    </FormDialog>
  );
}
