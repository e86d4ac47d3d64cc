import type { FormFields } from '../../../machines/entities/forms.ts';
import { OwnField } from '../../attendance/customer/OwnField.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useListing, wholeList } from '../list/use-listing.ts';

const { FormPhone, FormText, FormTextArea } = fieldsOf<FormFields['customer']>();

/** Adds a customer to the company's base. */
export function NewCustomerDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { rows } = useListing('choices.customerFields', wholeList);
  return (
    <FormDialog
      form="customer"
      formKey="new"
      values={null}
      title={text('base.new')}
      submitLabel={text('base.create')}
      onClose={onClose}
    >
      <Fields>
        <FormText name="name" label={text('customers.name')} isRequired autoFocus />
        <FieldRow>
          <FormPhone name="phone_number" label={text('base.phone')} isRequired />
          <FormText name="email" kind="email" label={text('customers.email')} />
        </FieldRow>
        {(rows ?? []).map((field) => (
          <OwnField key={field.id} field={field} held={undefined} />
        ))}
        <FormTextArea name="note" label={text('customers.note')} description={text('customers.note.hint')} rows={3} />
      </Fields>
    </FormDialog>
  );
}
