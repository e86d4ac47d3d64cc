import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../kit/Button.tsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useForm } from '../form/form-context.tsx';
import { FormBody } from '../form/FormBody.tsx';
import { FormFoot } from '../form/FormFoot.tsx';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { useProgress } from './CampaignPage.tsx';
import { useCampaignChannel } from './use-campaign-channel.ts';
import { useCampaignValues } from './campaign-values.ts';
import { otherIn, type OtherMessage } from './other-message.ts';
import { audienceFileIn, type AudienceFile } from './audience-file.ts';
import { FileImport } from './FileAudience.tsx';
import { isSaid } from './part-values.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { StepFields, useStepAbout, useTemplates } from './StepFields.tsx';
import { isStep, stepOf, STEPS, type Step } from './wizard-steps.ts';
import styles from './Wizard.module.css';

interface CampaignWizardProps {
  /** Id of the draft, `new`, or `copy:` with the id of the campaign to copy. */
  readonly id: string;
}

/** A new campaign, step by step: channel, audience, message, time, and a review with its estimated reach. */
export function CampaignWizard({ id }: CampaignWizardProps) {
  const text = useText();
  const navigate = useNavigate();
  const formId = useId();
  const [from] = useState(begunIn(useLocation().state));
  const [step, setStep] = useState(from.step);
  const open = useForm('campaign', id, null);
  const { phase, isUnsaved, failure, savedId, submit, actor } = open;
  const { leave, question } = useUnsavedGuard(isUnsaved);
  const values = useCampaignValues(open);
  const channel = useCampaignChannel(values);
  const templates = useTemplates(channel === 'sms' ? undefined : values.instanceIds[0]);
  // No audience is preselected, so that nobody is messaged by mistake.
  const [isForAll, setForAll] = useState(id !== 'new');
  const [other, setOther] = useState(from.other);
  const [isStarting, setStarting] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const [file, setFile] = useState(from.file);
  const isImporting = file?.isOpen === true;
  const [known, setKnown] = useState(failure);
  // A refusal is shown where its fields are.
  if (known !== failure) {
    setKnown(failure);
    const wrong = failure === null ? undefined : stepOf(failure.fields);
    if (wrong !== undefined) setStep(wrong);
  }
  const version = useSelector(actor, (snapshot) => snapshot?.context.version ?? null);
  const isNew = id === 'new' || id.startsWith('copy:');
  const about = useStepAbout(values, channel, templates, isForAll);
  const place = STEPS.indexOf(step);
  const kind = values.templateId === null ? 'text' : 'template';
  const isMessageSaid = [values, ...values.parts].every((said) => isSaid(said, kind, templates));
  const isFilled: Readonly<Record<Step, boolean>> = {
    channel: values.name.trim() !== '' && values.instanceIds.length > 0,
    audience: isForAll || values.audienceId !== null || values.groupId !== null,
    message: isMessageSaid,
    when: true,
    review: false,
  };
  const isComplete = STEPS.every((each) => each === 'review' || isFilled[each]);
  // A copy is saved as it is, too.
  const canSave = isComplete && (isUnsaved || isNew);
  const saved = useEffectEvent(() => {
    if (!isNew || savedId === null) return;
    // Which kind is chosen is in the draft.
    const state: Begun = { step, other: { ...other, kind: undefined }, file };
    void navigate(`/campaigns?edit=${savedId}`, { replace: true, state });
  });
  useEffect(() => {
    if (phase === 'saved') saved();
  }, [phase]);
  const goOn = () => {
    if (canSave && phase !== 'saving') submit();
    setStep(STEPS[place + 1] ?? step);
  };
  const isBlank = phase === 'unloaded';
  const steps = useRef<HTMLElement>(null);
  // On a phone not all steps fit.
  useEffect(() => {
    steps.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [step]);
  const body = useRef<HTMLDivElement>(null);
  const wasImporting = useRef(false);
  useEffect(() => {
    // On return, focus the choice of audience.
    if (wasImporting.current && !isImporting) body.current?.querySelector<HTMLElement>('input:checked')?.focus();
    wasImporting.current = isImporting;
  }, [isImporting]);
  if (isImporting) {
    return (
      <>
        <FileImport
          id={file.importId}
          onBack={() => setFile({ ...file, isOpen: false })}
          onUse={(groupId) => {
            open.change('audience_id', null);
            open.change('group_id', groupId);
            setForAll(false);
            setFile(undefined);
          }}
        />
        {question}
      </>
    );
  }
  return (
    <div className={styles.wizard}>
      <header className={styles.head}>
        <h1>{values.name.trim() === '' ? text('campaign.new') : values.name}</h1>
        <Tag>{text('campaign.status.draft')}</Tag>
        <div className={styles.headEnd}>
          <span className={styles.saved} role="status">
            {phase === 'saving'
              ? text('campaign.wizard.saving')
              : isUnsaved
                ? text('campaign.wizard.unsaved')
                : isNew
                  ? ''
                  : text('campaign.wizard.saved')}
          </span>
          <Button onPress={() => leave(() => void navigate('/campaigns'))}>{text('campaign.wizard.leave')}</Button>
        </div>
      </header>
      {!isBlank && (
        <nav ref={steps} className={styles.steps} aria-label={text('campaign.wizard.steps')}>
          {STEPS.map((each, index) => (
            <button
              key={each}
              type="button"
              className={styles.step}
              disabled={isUploading}
              data-done={isFilled[each] || undefined}
              aria-current={each === step ? 'step' : undefined}
              aria-label={text('campaign.wizard.step', {
                place: index + 1,
                step: text(`campaign.step.${each}`),
                about: about(each),
              })}
              onClick={() => setStep(each)}
            >
              <span className={styles.no}>{isFilled[each] && each !== step ? <CheckIcon /> : index + 1}</span>
              <b>{text(`campaign.step.${each}`)}</b>
              <small>{about(each)}</small>
            </button>
          ))}
        </nav>
      )}
      <div ref={body} className={styles.body}>
        <FormBody
          open={open}
          id={formId}
          missing={{
            title: text('campaign.missing.title'),
            text: text('campaign.missing.text'),
            action: <LinkButton to="/campaigns">{text('campaign.back')}</LinkButton>,
          }}
        >
          <StepFields
            step={step}
            values={values}
            channel={channel}
            templates={templates}
            isForAll={isForAll}
            onForAll={setForAll}
            file={file}
            onFile={(importId) => setFile({ importId, isOpen: true })}
            other={other}
            onOther={setOther}
            onStep={setStep}
            onUploading={setUploading}
          />
        </FormBody>
      </div>
      {!isBlank && (
        <aside className={styles.aside} aria-label={text('campaign.rehearsal')}>
          {isNew || isUnsaved ? (
            <section className={styles.card}>
              <h2>{text('campaign.rehearsal')}</h2>
              <p className={styles.hint}>{text('campaign.rehearsal.unsaved')}</p>
            </section>
          ) : (
            <Rehearsal
              id={id}
              version={version}
              instanceIds={values.instanceIds}
              places={[1, ...values.parts.map(({ batch }) => batch)]}
            />
          )}
        </aside>
      )}
      {!isBlank && (
        <FormFoot said={text('campaign.wizard.nothing')}>
          <Button type="submit" form={formId} isPending={phase === 'saving'} isDisabled={!canSave}>
            {text('campaign.wizard.save')}
          </Button>
          {place > 0 && (
            <Button isDisabled={isUploading} onPress={() => setStep(STEPS[place - 1] ?? step)}>
              {text('action.back')}
            </Button>
          )}
          {step === 'review' ? (
            <Button
              variant="primary"
              isDisabled={isNew || isUnsaved || !isComplete || phase === 'saving'}
              onPress={() => setStarting(true)}
            >
              {text(values.startsAt === null ? 'campaign.start' : 'campaign.schedule')}
            </Button>
          ) : (
            <Button variant="primary" isDisabled={isUploading} onPress={goOn}>
              {text(step === 'when' ? 'campaign.wizard.review' : 'campaign.wizard.next')}
            </Button>
          )}
        </FormFoot>
      )}
      {!isBlank && !isNew && !isUnsaved && !isStarting && <LeaveBegun id={id} />}
      {isStarting && (
        <ActionDialog
          form="campaign.start"
          formKey={id}
          title={text('campaign.start.title', { name: values.name })}
          confirmLabel={text(values.startsAt === null ? 'campaign.start' : 'campaign.schedule')}
          values={{ version: version === null ? null : Number(version) }}
          onClose={() => setStarting(false)}
          onDone={() => void navigate(`/campaigns?id=${id}`, { replace: true })}
        >
          <p>{text(values.startsAt === null ? 'campaign.start.text' : 'campaign.schedule.text')}</p>
        </ActionDialog>
      )}
      {question}
    </div>
  );
}

/** History state that the first save carries over to the draft's own URL. */
interface Begun {
  readonly step: Step;
  readonly other: OtherMessage;
  readonly file: AudienceFile | undefined;
}

function begunIn(state: unknown): Begun {
  const given: Readonly<Record<string, unknown>> = state !== null && typeof state === 'object' ? { ...state } : {};
  return {
    step: isStep(given['step']) ? given['step'] : 'channel',
    other: otherIn(given['other']),
    file: audienceFileIn(given['file']),
  };
}

/** Redirects to the page of a campaign that is no longer a draft: started in another tab, or reached by an old link. */
function LeaveBegun({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const { campaign } = useProgress(id);
  const hasBegun = campaign !== undefined && campaign.status !== 'draft';
  useEffect(() => {
    if (hasBegun) void navigate(`/campaigns?id=${id}`, { replace: true });
  }, [hasBegun, id, navigate]);
  return null;
}
