import { useRef, useState } from 'react';
import type { ImportedRule } from '../../../machines/entities/rules.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { UploadIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { FileField } from '../../kit/FileField.tsx';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import styles from './Rules.module.css';

const { FormSwitch, useField } = fieldsOf<FormFields['rule.import']>();

/** Adds the rules of a file, and says what became of each. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [done, setDone] = useState<readonly ImportedRule[]>();
  /** The form closes itself once it is saved. */
  const isDone = useRef(false);
  if (done !== undefined) return <Done rules={done} onClose={onClose} />;
  return (
    <FormDialog
      form="rule.import"
      formKey="new"
      values={{ file: '', keeps_active: false }}
      title={text('rule.import.title')}
      submitLabel={text('rule.import')}
      discardsSilently
      onSaved={(answer) => {
        isDone.current = true;
        setDone(JSON.parse(answer ?? '[]'));
      }}
      onClose={() => {
        if (!isDone.current) onClose();
      }}
    >
      <Source />
      <FormSwitch
        name="keeps_active"
        label={text('rule.import.active')}
        description={text('rule.import.active.about')}
      />
    </FormDialog>
  );
}

function Source() {
  const text = useText();
  const { change, error } = useField('file');
  const [name, setName] = useState<string>();
  return (
    <FileField
      label={text('rule.import.file')}
      description={text('rule.import.file.about')}
      icon={<UploadIcon />}
      accept="application/json,.json"
      choose={text(name === undefined ? 'rule.import.choose' : 'rule.import.again')}
      name={name}
      error={error}
      onChoose={(file) => {
        setName(file.name);
        void file.text().then(change);
      }}
    />
  );
}

function Done({ rules, onClose }: { readonly rules: readonly ImportedRule[]; readonly onClose: () => void }) {
  const text = useText();
  const saidOf = ({ id, missing, loop }: ImportedRule) => {
    if (id === null) return text('rule.import.missing', { count: missing.length, names: missing.join(', ') });
    return loop === null ? text('rule.import.added') : text('rule.import.loop', { chain: loop });
  };
  return (
    <Dialog
      title={text('rule.import.done')}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {text('action.close')}
        </Button>
      }
    >
      <ul className={styles.imported}>
        {rules.map((rule) => (
          <li key={rule.name}>
            <b>{rule.name}</b> <span>{saidOf(rule)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
