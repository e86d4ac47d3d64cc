import { FieldRow, Fields, FormNumber, FormSelect, FormText, FormTextArea } from '../../administration/form/fields.tsx';
import { FormDialog } from '../../administration/form/FormDialog.tsx';
import { useText } from '../../kit/useText.ts';

interface VideoDialogProps {
  /** `new` for another one. */
  readonly id: string;
  readonly onClose: () => void;
}

/** What is shown of a video, and where it is. */
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
            options={(['pt_BR', 'en', 'pt'] as const).map((each) => ({
              id: each,
              label: text(`videos.language.${each}`),
            }))}
          />
          <FormNumber name="position" label={text('videos.form.position')} min={1} max={999} />
        </FieldRow>
      </Fields>
    </FormDialog>
  );
}
