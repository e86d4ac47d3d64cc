import { useSelector } from '@xstate/react';
import {
  DISTRIBUTIONS,
  DEPARTMENT_TICKETS_MAX,
  TRANSFER_MINUTES_MAX,
} from '../../../../contract/facts/administration.ts';
import type { Choice } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { selectInstances } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useChoices, useListing, wholeList } from '../list/use-listing.ts';
import { Holidays } from './Holidays.tsx';
import { OpeningHours } from './OpeningHours.tsx';

const { FormChoices, FormNumber, FormSelect, FormSwitch, FormText, FormTextArea } =
  fieldsOf<FormFields['department']>();

/** Adds or changes a department. */
export function DepartmentDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { directory } = useApp();
  const text = useText();
  const isNew = id === 'new';
  const users = useChoices('choices.users');
  const instances = useSelector(directory.shell, selectInstances) ?? [];
  const placements = useListing('choices.placements', wholeList).rows ?? [];
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
        <FormText name="name" label={text('departments.name')} isRequired autoFocus={isNew} />
        <FormSwitch name="activated" label={text('departments.active')} description={text('departments.active.hint')} />
        <FieldRow>
          <FormChoices
            name="member_ids"
            label={text('departments.members')}
            none={text('departments.members.none')}
            options={users.map((user) => placed('user', user))}
          />
          <FormChoices
            name="instance_ids"
            label={text('departments.instances')}
            none={text('departments.instances.none')}
            options={instances.map((instance) => placed('instance', { id: instance.id, label: instance.name }))}
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
