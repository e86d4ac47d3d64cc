import { OFFERED_FEATURES } from '../../../../contract/facts/tenant-features.ts';
import { TENANT_TEMPLATES } from '../../../../contract/facts/tenant-templates.ts';
import type { ManagedTenant } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useZoneName } from '../use-zone-name.ts';

const { FormText, FormSelect, FormNumber } = fieldsOf<FormFields['tenant']>();
const { FormChoices } = fieldsOf<FormFields['tenant'] & FormFields['tenant.features']>();

const actions = ['edit', 'features', 'enter', 'delete', 'restore'] as const;
type TenantAction = (typeof actions)[number];

export function isTenantAction(id: string): id is TenantAction {
  return actions.some((action) => action === id);
}

/** The open dialog. */
export type OpenedTenant = { readonly kind: 'new' } | { readonly kind: TenantAction; readonly tenant: ManagedTenant };

/** Time zones of Brazil, and of the platform's Portuguese customers. */
const timezones = [
  'America/Sao_Paulo',
  'America/Manaus',
  'America/Cuiaba',
  'America/Belem',
  'America/Fortaleza',
  'America/Recife',
  'America/Bahia',
  'America/Rio_Branco',
  'America/Noronha',
  'Europe/Lisbon',
  'Atlantic/Azores',
  'UTC',
];

/** The dialog of one action on a company. */
export function TenantDialogs(props: OpenedTenant & { readonly onClose: () => void }) {
  const { onClose } = props;
  const text = useText();
  if (props.kind === 'new') return <TenantDialog formKey="new" zone="America/Sao_Paulo" onClose={onClose} />;
  const { tenant } = props;
  const { id, name, address } = tenant;
  switch (props.kind) {
    case 'edit':
      return <TenantDialog formKey={id} zone={tenant.timezone} onClose={onClose} />;
    case 'features':
      return (
        <FormDialog
          form="tenant.features"
          formKey={address}
          values={null}
          size="sm"
          title={text('tenants.features.of', { name })}
          submitLabel={text('action.save')}
          onClose={onClose}
        >
          <Fields>
            <FeatureChoices />
          </Fields>
        </FormDialog>
      );
    case 'enter':
      return (
        <ActionDialog
          form="tenant.enter"
          formKey={address}
          title={text('tenants.enter.title', { name })}
          confirmLabel={text('tenants.enter.confirm')}
          onClose={onClose}
          // Opens the company with the support user's session.
          onDone={() => window.location.assign(`/${address}/`)}
        >
          <p>{text('tenants.enter.text')}</p>
        </ActionDialog>
      );
    case 'delete':
    case 'restore':
      return (
        <ActionDialog
          form={`tenant.${props.kind}`}
          formKey={id}
          title={text(`tenants.${props.kind}.title`, { name })}
          confirmLabel={text(`tenants.${props.kind}`)}
          tone={props.kind === 'delete' ? 'danger' : 'primary'}
          onClose={onClose}
        >
          <p>{text(`tenants.${props.kind}.text`)}</p>
        </ActionDialog>
      );
  }
}

interface TenantDialogProps {
  readonly formKey: string;
  /** The current zone, which must be among the options. */
  readonly zone: string;
  readonly onClose: () => void;
}

function TenantDialog({ formKey, zone, onClose }: TenantDialogProps) {
  const text = useText();
  const isNew = formKey === 'new';
  const zoneName = useZoneName();
  const zones = timezones.includes(zone) ? timezones : [zone, ...timezones];
  return (
    <FormDialog
      form="tenant"
      formKey={formKey}
      values={null}
      size="lg"
      title={text(isNew ? 'tenants.new' : 'tenants.edit')}
      submitLabel={text(isNew ? 'tenants.create' : 'action.save')}
      onClose={onClose}
    >
      <Fields>
        <FormText
          name="name"
          label={text('tenants.name')}
          isRequired
          autoFocus={isNew}
          {...(isNew ? { description: text('tenants.name.hint') } : {})}
        />
        <FieldRow>
          <FormText name="cnpj" label={text('tenants.cnpj')} isVerbatim placeholder="00.000.000/0000-00" />
          <FormSelect
            name="timezone"
            label={text('tenants.timezone')}
            options={zones.map((id) => ({ id, label: zoneName(id) }))}
          />
        </FieldRow>
        <FieldRow>
          <FormNumber
            name="userLimit"
            label={text('tenants.userLimit')}
            description={text('tenants.limit.hint')}
            min={1}
          />
          <FormNumber
            name="instanceLimit"
            label={text('tenants.instanceLimit')}
            description={text('tenants.limit.hint')}
            min={1}
          />
          <FormNumber
            name="messageLimit"
            label={text('tenants.messageLimit')}
            description={text('tenants.messageLimit.hint')}
            min={1}
          />
        </FieldRow>
        <FieldRow>
          {isNew && (
            <FormSelect
              name="template"
              label={text('tenants.template')}
              description={text('tenants.template.hint')}
              none={text('tenants.template.none')}
              options={TENANT_TEMPLATES.map((id) => ({ id, label: text(`tenants.template.${id}`) }))}
            />
          )}
          <FormText name="pool" label={text('tenants.pool')} description={text('tenants.pool.hint')} />
        </FieldRow>
        {isNew && <FeatureChoices />}
      </Fields>
    </FormDialog>
  );
}

function FeatureChoices() {
  const text = useText();
  return (
    <FormChoices
      name="features"
      label={text('tenants.features')}
      description={text('tenants.features.hint')}
      none=""
      options={OFFERED_FEATURES.map((id) => ({ id, label: text(`feature.${id}`) }))}
    />
  );
}
