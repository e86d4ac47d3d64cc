import { useEffect, useEffectEvent, useState } from 'react';
import { SMS_MAX_LENGTH } from '../../../../contract/facts/channels.ts';
import { FLOW_NAME_MAX } from '../../../../contract/facts/flows.ts';
import { fixedPart } from '../../../../flows/text.ts';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';
import { ordered } from '../../../machines/flow-editing/flow-document.ts';
import { valuesOfDocument } from '../../../machines/flow-editing/flow-values.ts';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { titleOf } from '../../attendance/templates/template-title.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useTemplates } from '../campaigns/StepFields.tsx';
import { useAction } from '../form/use-action.ts';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useInstanceChoices } from '../list/use-listing.ts';
import { firstValues, isSendable, outreach, previewOf } from './first-message.ts';
import styles from './Starts.module.css';

interface NewProps {
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** A new active flow: its name, and the template that it begins with. */
export function NewActiveFlowDialog({ onMade, onClose }: NewProps) {
  const text = useText();
  const failureText = useFailureText();
  const isText = useIsText();
  const instances = useInstanceChoices();
  const action = useAction('flow.new', 'new');
  const [name, setName] = useState('');
  const [number, setNumber] = useState<string>();
  const [template, setTemplate] = useState<MessageTemplate>();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [words, setWords] = useState('');
  const [wasTried, setTried] = useState(false);
  const official = instances.options.filter(({ isGateway }) => isGateway !== true);
  const usual = official.find(({ isSms: goesBySms }) => goesBySms !== true) ?? official[0];
  const chosen = official.find(({ id }) => id === number) ?? usual;
  const isSms = chosen?.isSms === true;
  const templates = useTemplates(isSms ? undefined : chosen?.id);
  const offered = (templates.rows ?? []).filter(isSendable);
  const missing = template?.variables.filter(({ key }) => (values[key] ?? '').trim() === '') ?? [];
  // What is filled in is shortened to the room that is left.
  const isTooLong = fixedPart(words.trim()).length > SMS_MAX_LENGTH;
  const make = () => {
    setTried(true);
    if (name.trim() === '' || (isSms ? words.trim() === '' || isTooLong : template === undefined || missing.length > 0))
      return;
    const labels = { first: text('activeFlow.new.first'), wait: text('activeFlow.new.wait') };
    const content =
      isSms || template === undefined
        ? { of: 'text' as const, text: words.trim() }
        : { of: 'template' as const, template_id: template.id, values: { ...values } };
    const flow = outreach(content, labels);
    action.run(valuesOfDocument({ name: name.trim(), flow, places: ordered(flow, { order: [], at: {} }) }));
  };
  const made = useEffectEvent((id: string) => onMade(id));
  const { isDone, savedId, failure } = action;
  const { leave, question } = useUnsavedGuard(
    !isDone && (name.trim() !== '' || words.trim() !== '' || template !== undefined),
  );
  useEffect(() => {
    if (isDone && savedId !== null) made(savedId);
  }, [isDone, savedId]);
  const wrong = failure?.fields['name'];
  const required = (isMissing: boolean) => (wasTried && isMissing ? text('error.field.required') : undefined);
  return (
    <Dialog
      title={text('activeFlow.new')}
      isOpen
      onClose={() => leave(onClose)}
      footer={
        <>
          <Button onPress={() => leave(onClose)}>{text('action.cancel')}</Button>
          <Button variant="primary" isPending={action.isPending} onPress={make}>
            {text('activeFlow.make')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FailedLookups lookups={[instances, templates]} />
        {failure !== null && wrong === undefined && <Banner tone="danger">{failureText(failure)}</Banner>}
        <TextField
          autoFocus
          isRequired
          label={text('activeFlow.name')}
          value={name}
          maxLength={FLOW_NAME_MAX}
          onChange={setName}
          error={
            wrong === undefined ? required(name.trim() === '') : text(isText(wrong) ? wrong : 'error.field.invalid')
          }
        />
        {official.length > 1 && (
          <Select
            label={text('activeFlow.new.number')}
            options={official}
            value={chosen?.id ?? null}
            placeholder={text('form.choose')}
            onChange={(id) => {
              setNumber(id);
              setTemplate(undefined);
            }}
          />
        )}
        {isSms ? (
          <TextArea
            isRequired
            label={text('activeFlow.new.template')}
            description={text('activeFlow.new.text.hint')}
            value={words}
            onChange={setWords}
            error={isTooLong ? text('error.field.tooLong', { max: SMS_MAX_LENGTH }) : required(words.trim() === '')}
          />
        ) : (
          <Select
            label={text('activeFlow.new.template')}
            description={text('activeFlow.new.template.hint')}
            options={offered.map((each) => ({ id: each.id, label: titleOf(each), hint: each.language }))}
            value={template?.id ?? null}
            isDisabled={offered.length === 0}
            placeholder={text('form.choose')}
            onChange={(id) => {
              const found = offered.find((each) => each.id === id);
              setTemplate(found);
              setValues(found === undefined ? {} : firstValues(found));
            }}
            error={required(template === undefined)}
          />
        )}
        {!isSms && templates.rows !== null && offered.length === 0 && (
          <Banner tone="warning">{text('activeFlow.new.template.none')}</Banner>
        )}
        {template?.variables.map(({ key, name: variable }) => (
          <TextField
            key={key}
            isRequired
            label={text('activeFlow.new.value', { name: variable })}
            value={values[key] ?? ''}
            onChange={(value) => setValues({ ...values, [key]: value })}
            error={required((values[key] ?? '').trim() === '')}
          />
        ))}
        {template !== undefined && (
          <>
            <p className={styles.hint}>{text('activeFlow.new.values.hint')}</p>
            <p className={styles.preview}>{previewOf(template, values)}</p>
          </>
        )}
      </div>
      {question}
    </Dialog>
  );
}
