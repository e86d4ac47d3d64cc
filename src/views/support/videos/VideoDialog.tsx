import { VIDEO_POSITION_MAX } from '../../../../contract/facts/administration.ts';
import { LOCALES } from '../../../../contract/facts/locales.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { FieldRow, Fields, fieldsOf } from '../../administration/form/fields.tsx';
import { FormDialog } from '../../administration/form/FormDialog.tsx';
import { useText } from '../../kit/useText.ts';

const { FormNumber, FormSelect, FormText, FormTextArea } = fieldsOf<FormFields['video']>();

interface VideoDialogProps {
  /** `new` to add one. */
  readonly id: string;
  readonly onClose: () => void;
}

/** Edits a video's title, description and address. */
export function VideoDialog({ id, onClose }: VideoDialogProps) {
  const text = useText();
  return (
    <FormDialog
      form="video"
      formKey={id}
      values={null}
      title={text(id === 'new' ? 'videos.new' : 'videos.edit')}
      submitLabel={text('action.save')}
      onClose={onClose}
    >
      <Fields>
        <FormText name="title" label={text('videos.form.title')} isRequired />
        <FormTextArea name="description" label={text('videos.form.description')} />
        <FormText
          name="url"
          kind="url"
          label={text('videos.form.url')}
          description={text('videos.form.url.hint')}
          placeholder="https://"
          isRequired
        />
        <FieldRow>
          <FormSelect
            name="language"
            label={text('videos.language')}
            none={text('videos.language.all')}
            options={LOCALES.map((each) => ({
              id: each,
              label: text(`videos.language.${each}`),
            }))}
          />
          <FormNumber name="position" label={text('videos.form.position')} min={1} max={VIDEO_POSITION_MAX} />
        </FieldRow>
      </Fields>
    </FormDialog>
  );
}
