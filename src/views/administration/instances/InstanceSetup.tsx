import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { PROVIDERS, type Provider } from '../../../../contract/facts/providers.ts';
import type { ManagedInstance } from '../../../machines/entities/administration.ts';
import type { FormFields, FormName, ValuesOf } from '../../../machines/entities/forms.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useText } from '../../kit/useText.ts';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { useField, useForm } from '../form/form-context.tsx';
import { FormBody } from '../form/FormBody.tsx';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useChoices, useListing, wholeList } from '../list/use-listing.ts';
import { CredentialsFields, SyncFields } from './instance-fields.tsx';
import { PairStep } from './PairStep.tsx';
import { testTextOf, useSetup, type SetupStep } from './instance-setup.ts';
import styles from './InstanceSetup.module.css';

const about = fieldsOf<FormFields['instance']>();
const people = fieldsOf<FormFields['instance.people']>();

const nothing = {};
const aWeek = { daysAgo: 7, unlimitedSync: false };
const on = { activated: true };

interface InstanceSetupProps {
  /** Left out for a new one. */
  readonly instance: ManagedInstance | undefined;
  readonly onClose: () => void;
}

/** Sets up an instance step by step, from what is missing on; each step is saved, so it can be left and resumed. */
export function InstanceSetup({ instance, onClose }: InstanceSetupProps) {
  const text = useText();
  const { stepsOf, missingOf } = useSetup();
  const [{ id, step }, setPlace] = useState<{ readonly id: string; readonly step: SetupStep }>(() =>
    instance === undefined ? { id: 'new', step: 'about' } : { id: instance.id, step: missingOf(instance)[0] ?? 'sync' },
  );
  const [isUnsaved, setUnsaved] = useState(false);
  const { leave, question } = useUnsavedGuard(isUnsaved);
  const row = useListing('instances', wholeList, 'known').rows?.find((each) => each.id === id) ?? instance;
  const chosen = useChosenProvider();
  const provider = row?.provider ?? chosen;
  const steps = stepsOf(instance, provider);
  const at = steps.indexOf(step);
  const before = steps[at - 1];
  const onNext = (savedId: string | null = id) => {
    const next = steps[at + 1];
    if (next === undefined) onClose();
    else setPlace({ id: id === 'new' ? (savedId ?? id) : id, step: next });
  };
  const common = {
    formKey: id,
    onNext,
    onUnsaved: setUnsaved,
    onBack: before === undefined ? undefined : () => leave(() => setPlace({ id, step: before })),
  };
  const name = row?.name;
  return (
    <>
      <Dialog
        isOpen
        title={name === undefined ? text('instances.setup') : text('instances.setup.of', { name })}
        onClose={() => leave(onClose)}
      >
        <ol className={styles.steps} aria-label={text('instances.setup.steps')}>
          {steps.map((each, index) => (
            <li key={each} data-done={index < at || undefined} {...(index === at ? { 'aria-current': 'step' } : {})}>
              {text(
                each === 'credentials' && provider === 'evolution'
                  ? 'instances.setup.step.gateway'
                  : `instances.setup.step.${each}`,
              )}
            </li>
          ))}
        </ol>
        <StepBody key={step} step={step} provider={provider} row={row} {...common} />
      </Dialog>
      {question}
    </>
  );
}

/** The chosen kind of a new instance. */
function useChosenProvider(): Provider {
  const { directory } = useApp();
  const form = useOnChange(directory.changed, () => directory.form('instance', 'new'));
  const value = useSelector(form, (snapshot) => snapshot?.context.values['provider']);
  return PROVIDERS.find((each) => each === value) ?? 'meta';
}

export interface StepProps {
  readonly formKey: string;
  readonly onNext: (savedId?: string | null) => void;
  readonly onBack: (() => void) | undefined;
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

function StepBody({
  step,
  provider,
  row,
  ...rest
}: StepProps & {
  readonly step: SetupStep;
  readonly provider: Provider;
  readonly row: ManagedInstance | undefined;
}) {
  const text = useText();
  switch (step) {
    case 'about':
      return (
        <Step form="instance" values={null} {...rest}>
          <about.FormText name="name" label={text('instances.name')} isRequired autoFocus />
          {rest.formKey === 'new' && (
            <about.FormSelect
              name="provider"
              label={text('instances.provider')}
              description={text('instances.provider.hint')}
              options={PROVIDERS.map((each) => ({
                id: each,
                label: text(`instances.provider.${each}`),
              }))}
              isRequired
            />
          )}
          <ProviderHint />
          <about.FormSwitch
            name="isUnlimited"
            label={text('instances.unlimited')}
            description={text('instances.unlimited.hint')}
          />
          <p>{text('instances.setup.later')}</p>
        </Step>
      );
    case 'credentials':
      return (
        <Step form="instance.credentials" values={null} {...rest}>
          <CredentialsFields provider={provider} tokenEnd={row?.tokenEnd ?? null} />
        </Step>
      );
    case 'test':
      return (
        <Step form="instance.test" values={nothing} submitLabel={text('instances.test')} {...rest}>
          <p>{text(testTextOf(provider))}</p>
        </Step>
      );
    case 'pair':
      return <PairStep row={row} {...rest} />;
    case 'people':
      return (
        <Step form="instance.people" values={null} {...rest}>
          <PeopleField />
        </Step>
      );
    case 'sync':
      return (
        <Step
          form="instance.sync"
          values={aWeek}
          submitLabel={text('instances.setup.finish')}
          other={<Button onPress={() => rest.onNext()}>{text('instances.setup.skip')}</Button>}
          {...rest}
        >
          <p>{text('instances.sync.about')}</p>
          <SyncFields />
        </Step>
      );
    case 'activate':
      return (
        <Step form="instance.activate" values={on} submitLabel={text('instances.activate')} {...rest}>
          <p>{text('instances.activate.text')}</p>
        </Step>
      );
  }
}

/** Fields of the chosen channel. */
function ProviderHint() {
  const text = useText();
  const { value } = useField('provider');
  const isSms = value === 'twilio' || value === 'zenvia';
  if (value === 'evolution') return <p>{text('instances.evolution.hint')}</p>;
  return <p>{text(isSms ? 'instances.sms.hint' : 'instances.official.hint')}</p>;
}

interface StepFormProps<Form extends FormName> extends StepProps {
  readonly form: Form;
  readonly values: ValuesOf<Form> | null;
  readonly submitLabel?: string;
  /** Another way on. */
  readonly other?: ReactNode;
  readonly children: ReactNode;
}

/** One step: a form, the way back, and the way on once it is saved. */
function Step<Form extends FormName>(props: StepFormProps<Form>) {
  const { form, formKey, values, submitLabel, other, onNext, onBack, onUnsaved, children } = props;
  const text = useText();
  const id = useId();
  const open = useForm(form, formKey, values);
  const { phase, savedId, isUnsaved } = open;
  const saved = useEffectEvent(() => onNext(savedId));
  useEffect(() => {
    if (phase === 'saved') saved();
  }, [phase]);
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  return (
    <>
      <FormBody open={open} id={id}>
        <Fields>{children}</Fields>
      </FormBody>
      <div className={styles.actions}>
        {onBack !== undefined && (
          <Button variant="ghost" onPress={onBack}>
            {text('instances.setup.back')}
          </Button>
        )}
        {other}
        <Button
          type="submit"
          form={id}
          variant="primary"
          isPending={phase === 'saving'}
          isDisabled={phase === 'idle' || phase === 'loading' || phase === 'unloaded' || phase === 'conflict'}
        >
          {submitLabel ?? text('instances.setup.next')}
        </Button>
      </div>
    </>
  );
}

function PeopleField() {
  const text = useText();
  const users = useChoices('choices.users');
  return (
    <>
      <FailedLookups lookups={[users]} />
      <people.FormChoices
        name="user_ids"
        label={text('instances.people')}
        description={text('instances.people.hint')}
        none={text(users.isLoading ? 'state.loading' : 'instances.people.none')}
        options={users.options}
      />
    </>
  );
}
