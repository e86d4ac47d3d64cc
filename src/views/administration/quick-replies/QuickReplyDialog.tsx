import type { FormFields, ValuesOf } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';

const { FormText, FormTextArea } = fieldsOf<FormFields['quickReply']>();

interface QuickReplyDialogProps {
  /** Its id; `own` or `company` for a new one. */
  readonly formKey: string;
  /** What it begins with; null if the server has it. */
  readonly values: ValuesOf<'quickReply'> | null;
  readonly title: string;
  readonly onClose: () => void;
  readonly onSaved?: () => void;
}

/** A quick reply's shortcut and text. */
export function QuickReplyDialog({ onSaved, ...rest }: QuickReplyDialogProps) {
  const text = useText();
  return (
    <FormDialog {...rest} form="quickReply" submitLabel={text('action.save')} onSaved={() => onSaved?.()}>
      <Fields>
        <FormText
          name="shortcut"
          label={text('quickReplies.shortcut')}
          description={text('quickReplies.shortcut.hint')}
          isVerbatim
          isRequired
          autoFocus
        />
        <FormTextArea
          name="text"
          label={text('quickReplies.text')}
          description={text('quickReplies.text.hint')}
          rows={6}
        />
      </Fields>
    </FormDialog>
  );
}
