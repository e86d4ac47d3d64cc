import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useListing, wholeList } from '../list/use-listing.ts';

const { FormSelect } = fieldsOf<FormFields['customerGroup.add']>();

interface AddToGroupDialogProps {
  readonly customerIds: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Puts customers into a group whose members are chosen one by one. */
export function AddToGroupDialog({ customerIds, onClose, onDone }: AddToGroupDialogProps) {
  const text = useText();
  const groups = useListing('choices.groups', wholeList);
  return (
    <FormDialog
      form="customerGroup.add"
      formKey="new"
      values={{ group_id: null, customer_ids: customerIds }}
      title={text('group.add.title', { count: customerIds.length })}
      submitLabel={text('group.add')}
      size="sm"
      discardsSilently
      onClose={onClose}
      onSaved={onDone}
    >
      <FormSelect
        name="group_id"
        label={text('group.add.group')}
        description={text('group.add.hint')}
        options={(groups.rows ?? [])
          .filter(({ audience }) => audience === null)
          .map(({ id, name }) => ({ id, label: name }))}
      />
    </FormDialog>
  );
}
