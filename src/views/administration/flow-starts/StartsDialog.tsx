import type { ActiveFlow } from '../../../machines/entities/flow-starts.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { Banner } from '../../kit/Banner.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useInstanceChoices } from '../list/use-listing.ts';

const { FormText, FormChoices, FormSwitch, FormNumber } = fieldsOf<FormFields['flow.starts']>();

interface StartsProps {
  readonly flow: ActiveFlow;
  readonly onClose: () => void;
}

/** Whether an active flow may be started, from which numbers, at which hours and by which name. */
export function StartsDialog({ flow, onClose }: StartsProps) {
  const text = useText();
  const instances = useInstanceChoices();
  return (
    <FormDialog
      form="flow.starts"
      formKey={flow.id}
      values={null}
      title={text('activeFlow.starts.title', { name: flow.name })}
      submitLabel={text('action.save')}
      onClose={onClose}
    >
      <FailedLookups lookups={[instances]} />
      {flow.number === null && <Banner tone="info">{text('activeFlow.unpublished')}</Banner>}
      <FormSwitch name="is_active" label={text('activeFlow.on')} description={text('activeFlow.on.hint')} />
      <FormChoices
        name="instance_ids"
        label={text('activeFlow.instances')}
        description={text('activeFlow.instances.hint')}
        options={instances.options.filter(({ isGateway }) => isGateway !== true)}
        none={text('activeFlow.instances.none')}
      />
      <FieldRow>
        <FormNumber name="starts_from" label={text('activeFlow.from')} min={0} max={23} unit="h" />
        <FormNumber name="starts_to" label={text('activeFlow.to')} min={1} max={24} unit="h" />
      </FieldRow>
      <FormSwitch
        name="requires_consent"
        label={text('activeFlow.consent')}
        description={text('activeFlow.consent.hint')}
      />
      <FormText name="bot_name" label={text('activeFlow.botName')} description={text('activeFlow.botName.hint')} />
    </FormDialog>
  );
}
