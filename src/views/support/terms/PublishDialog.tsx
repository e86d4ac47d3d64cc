import { useRef, useState } from 'react';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { FormDialog } from '../../administration/form/FormDialog.tsx';
import { Fields, fieldsOf } from '../../administration/form/fields.tsx';
import { useOpenForm } from '../../administration/form/form-context.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { PaperclipIcon } from '../../kit/administration-icons.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './PublishDialog.module.css';

const { FormText, useField } = fieldsOf<FormFields['terms.publish']>();

const empty = { title: '', pdf: null };

/** Publishes a new version: its name and its PDF. */
export function PublishDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  return (
    <FormDialog
      form="terms.publish"
      formKey="new"
      values={empty}
      title={text('terms.publish')}
      submitLabel={text('terms.publish.confirm')}
      onClose={onClose}
    >
      <Fields>
        <Banner tone="info">{text('terms.publish.text')}</Banner>
        <FormText
          name="title"
          label={text('terms.publish.title')}
          placeholder={text('terms.publish.title.example')}
          isRequired
          autoFocus
        />
        <PdfFile />
      </Fields>
    </FormDialog>
  );
}

/** A file from the user's computer. Its content goes to the vault, not into the log. */
function PdfFile() {
  const text = useText();
  const { error, isReadOnly } = useField('pdf');
  const { secrets, sentSecrets, setSecret } = useOpenForm();
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isAsSent = (secrets.get('pdf') ?? '') === (sentSecrets.get('pdf') ?? '');
  const read = (file: File | undefined) => {
    if (file === undefined) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result !== 'string') return;
      setSecret('pdf', reader.result);
      setName(file.name);
    });
    reader.readAsDataURL(file);
  };
  const problem = isAsSent ? error : undefined;
  return (
    <div className={styles.file} role="group" aria-label={text('terms.publish.file')}>
      <span className={styles.label}>{text('terms.publish.file')}</span>
      <span className={styles.chosen} {...(problem === undefined ? {} : { 'data-invalid': '' })}>
        <Button icon={<PaperclipIcon />} isDisabled={isReadOnly} onPress={() => input.current?.click()}>
          {text('terms.publish.file.choose')}
        </Button>
        <span>{name === '' ? text('terms.publish.file.none') : name}</span>
      </span>
      <small
        className={problem === undefined ? styles.hint : styles.wrong}
        role={problem === undefined ? undefined : 'alert'}
      >
        {problem ?? text('terms.publish.file.hint')}
      </small>
      <input
        ref={input}
        type="file"
        accept="application/pdf"
        aria-label={text('terms.publish.file')}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Without this, choosing the same file again fires no change.
          event.currentTarget.value = '';
          read(file);
        }}
      />
    </div>
  );
}
