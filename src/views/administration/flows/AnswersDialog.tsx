import { useState } from 'react';
import { FLOW_HOURS, FLOW_KEYWORD_MAX, FLOW_KEYWORDS_MAX, FLOW_STARTS } from '../../../../contract/facts/flows.ts';
import type { ListedFlow } from '../../../machines/entities/flows.ts';
import type { FormFields, FormValue } from '../../../machines/entities/forms.ts';
import { PlusIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useInstanceChoices } from '../list/use-listing.ts';
import styles from './Dialogs.module.css';

const { FormText, FormSelect, FormChoices, FormSwitch, useField } = fieldsOf<FormFields['flow.answers']>();

interface AnswersProps {
  readonly flow: ListedFlow;
  readonly onClose: () => void;
}

/** Whether a published flow answers, whom, when and by which name. */
export function AnswersDialog({ flow, onClose }: AnswersProps) {
  const text = useText();
  const instances = useInstanceChoices();
  const [keyword, setKeyword] = useState('');
  return (
    <FormDialog
      form="flow.answers"
      formKey={flow.id}
      values={null}
      title={text('flow.answers.title', { name: flow.name })}
      submitLabel={text('action.save')}
      hasTyped={keyword.trim() !== ''}
      onClose={onClose}
    >
      <FailedLookups lookups={[instances]} />
      {flow.number === null && <Banner tone="info">{text('flow.answers.unpublished')}</Banner>}
      <FormSwitch name="is_active" label={text('flow.answers.active')} description={text('flow.answers.active.text')} />
      <FormSelect
        name="starts"
        label={text('flow.answers.starts')}
        options={FLOW_STARTS.map((id) => ({ id, label: text(`flow.starts.${id}`) }))}
      />
      <Keywords typed={keyword} onType={setKeyword} />
      <FormSelect
        name="hours"
        label={text('flow.answers.hours')}
        options={FLOW_HOURS.map((id) => ({ id, label: text(`flow.hours.${id}`) }))}
      />
      <FormChoices
        name="instance_ids"
        label={text('flow.answers.instances')}
        description={text('flow.answers.instances.hint')}
        options={instances.options}
        none={text('flow.answers.instances.none')}
      />
      <FormText name="bot_name" label={text('flow.answers.bot')} description={text('flow.answers.bot.hint')} />
    </FormDialog>
  );
}

interface KeywordsProps {
  /** The word that isn't added yet. */
  readonly typed: string;
  readonly onType: (word: string) => void;
}

/** Words that begin the flow, where it begins with one. */
function Keywords({ typed, onType }: KeywordsProps) {
  const text = useText();
  const starts = useField('starts');
  const { value, change, error, isReadOnly } = useField('keywords');
  const words = listIn(value);
  if (starts.value !== 'keyword') return null;
  const add = () => {
    const word = typed.trim();
    if (word === '' || words.length >= FLOW_KEYWORDS_MAX) return;
    if (!words.includes(word)) change([...words, word]);
    onType('');
  };
  return (
    <div className={styles.keywords}>
      <div className={styles.keyword}>
        <TextField
          label={text('flow.answers.keywords')}
          description={text('flow.answers.keywords.hint')}
          value={typed}
          maxLength={FLOW_KEYWORD_MAX}
          onChange={onType}
          // What was typed is meant, also when one goes on to save.
          onBlur={add}
          isReadOnly={isReadOnly}
          error={error}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return event.continuePropagation();
            event.preventDefault();
            add();
          }}
        />
        <Button icon={<PlusIcon />} onPress={add}>
          {text('flow.answers.keywords.add')}
        </Button>
      </div>
      <ul>
        {words.map((word) => (
          <li key={word}>
            <button
              type="button"
              disabled={isReadOnly}
              aria-label={text('flow.answers.keywords.remove', { word })}
              onClick={() => change(words.filter((each) => each !== word))}
            >
              {word} <CloseIcon size={12} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function listIn(value: FormValue): readonly string[] {
  return Array.isArray(value) ? value.flatMap((each) => (typeof each === 'string' ? [each] : [])) : [];
}
