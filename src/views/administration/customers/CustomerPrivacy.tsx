import { useState } from 'react';
import type { FormFields } from '../../../machines/entities/forms.ts';
import type { CustomerId } from '../../../machines/entities/ids.ts';
import { DownloadIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { DownloadProblem } from '../download/DownloadMenu.tsx';
import { useDownload } from '../download/use-download.ts';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';

const { FormText } = fieldsOf<FormFields['customer.erase']>();
const unconfirmed = { phone_number: '' };

interface CustomerPrivacyProps {
  readonly customerId: CustomerId;
  readonly name: string;
  readonly onErased: () => void;
}

/** Privacy requests of a customer: export and erasure. For administrators. */
export function CustomerPrivacy({ customerId, name, onErased }: CustomerPrivacyProps) {
  const text = useText();
  const download = useDownload('customer');
  const [isErasing, setErasing] = useState(false);
  return (
    <>
      <Button
        icon={<DownloadIcon />}
        isWide
        variant="ghost"
        isPending={download.isPending}
        onPress={() => download.start({ customer_id: customerId })}
      >
        {text('base.export')}
      </Button>
      <Button icon={<TrashIcon />} isWide variant="ghost" onPress={() => setErasing(true)}>
        {text('base.erase')}
      </Button>
      <DownloadProblem download={download} />
      {isErasing && (
        <FormDialog
          form="customer.erase"
          formKey={customerId}
          values={unconfirmed}
          title={text('base.erase.title', { name })}
          submitLabel={text('base.erase.submit')}
          discardsSilently
          onClose={() => setErasing(false)}
          onSaved={onErased}
        >
          <p>{text('base.erase.text')}</p>
          <Fields>
            <FormText
              name="phone_number"
              label={text('base.erase.number')}
              description={text('base.erase.number.hint')}
              isVerbatim
              inputMode="numeric"
              isRequired
            />
          </Fields>
        </FormDialog>
      )}
    </>
  );
}
