import {
  DISTRIBUTIONS,
  DEPARTMENT_TICKETS_MAX,
  TRANSFER_MINUTES_MAX,
} from '../../../../contract/facts/administration.ts';
import type { Choice } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useChoices, useInstanceChoices, useListing, wholeList } from '../list/use-listing.ts';
import { Holidays } from './Holidays.tsx';
import { OpeningHours } from './OpeningHours.tsx';

const { FormChoices, FormNumber, FormSelect, FormSwitch, FormText, FormTextArea } =
  fieldsOf<FormFields['department']>();

/** Adds or changes a department. */
export function DepartmentDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const text = useText();
  const isNew = id === 'new';
  const users = useChoices('choices.users');
  const instances = useInstanceChoices();
  const places = useListing('choices.placements', wholeList);
  const placements = places.rows ?? [];
  /** Selecting a user or instance moves it here from its department, so that is shown. */
  const placed = (kind: 'user' | 'instance', option: Choice) => {
    const current = placements.find((each) => each.id === `${kind}:${option.id}`)?.department;
    const isElsewhere = current !== undefined && current.id !== id;
    return { ...option, about: isElsewhere ? text('departments.today', { department: current.name }) : undefined };
  };
  return (
    <FormDialog
      form="department"
      formKey={id}
      values={null}
      size="lg"
      title={text(isNew ? 'departments.new' : 'departments.edit')}
      submitLabel={text(isNew ? 'departments.create' : 'action.save')}
      onClose={onClose}
    >
      <Fields>
        <FailedLookups lookups={[users, instances, { hasFailed: places.failure !== null, retry: places.retry }]} />
        <FormText name="name" label={text('departments.name')} isRequired autoFocus={isNew} />
        <FormSwitch name="activated" label={text('departments.active')} description={text('departments.active.hint')} />
        <FieldRow>
          <FormChoices
            name="member_ids"
            label={text('departments.members')}
            none={text(users.isLoading ? 'state.loading' : 'departments.members.none')}
            options={users.options.map((user) => placed('user', user))}
          />
          <FormChoices
            name="instance_ids"
            label={text('departments.instances')}
            none={text(instances.isLoading ? 'state.loading' : 'departments.instances.none')}
            options={instances.options.map((instance) => placed('instance', instance))}
          />
        </FieldRow>
        <FieldRow>
          <FormSelect
            name="distribution"
            label={text('departments.distribution')}
            description={text('departments.distribution.hint')}
            options={DISTRIBUTIONS.map((each) => ({ id: each, label: text(`departments.distribution.${each}`) }))}
          />
          <FormNumber
            name="max_open_tickets"
            label={text('departments.limit')}
            description={text('departments.limit.hint')}
            min={1}
            max={DEPARTMENT_TICKETS_MAX}
          />
          <FormNumber
            name="transfer_after_minutes"
            label={text('departments.transfer')}
            description={text('departments.transfer.hint')}
            unit={text('departments.minutes')}
            min={1}
            max={TRANSFER_MINUTES_MAX}
          />
        </FieldRow>
        <OpeningHours />
        <Holidays />
        <FormTextArea
          name="greeting"
          label={text('departments.greeting')}
          description={text('departments.greeting.hint')}
          isNullable
        />
        <FormTextArea
          name="off_hours_text"
          label={text('departments.offHours')}
          description={text('departments.offHours.hint')}
          isNullable
        />
      </Fields>
    </FormDialog>
  );
}
