import { useRef, useState } from 'react';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { CHANNELS, type ChannelName } from '../../../../contract/facts/channels.ts';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../kit/Button.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { titleOf } from '../../attendance/templates/template-title.ts';
import { useAskedListing } from '../../attendance/templates/use-asked-listing.ts';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { useOpenForm } from '../form/form-context.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { heldList, useInstanceChoices, useListing, type Lookup } from '../list/use-listing.ts';
import type { AudienceFile } from './audience-file.ts';
import { AudienceStep } from './AudienceStep.tsx';
import type { CampaignValues } from './campaign-values.ts';
import { MessageStep } from './MessageStep.tsx';
import { filesOf, type OtherMessage } from './other-message.ts';
import { changeFields, hasWords, withFiles } from './part-values.ts';
import { channelOfChoice } from './use-campaign-channel.ts';
import { WhenStep } from './WhenStep.tsx';
import { STEPS, type Step } from './wizard-steps.ts';
import styles from './Wizard.module.css';

const { FormText, FormChoices, useField } = fieldsOf<FormFields['campaign']>();

/** The templates that a campaign can send from an instance. */
export interface Templates extends Lookup {
  /** Null while loading. */
  readonly rows: readonly MessageTemplate[] | null;
  readonly chosen: (id: string | null) => MessageTemplate | undefined;
}

/** Those of the first chosen instance: the server refuses one that isn't of all. */
export function useTemplates(instanceId: string | undefined): Templates {
  const listing = useAskedListing('chat.templates', instanceId === undefined ? null : { instance: instanceId });
  const isTheirs = listing.facts['instance'] === Number(instanceId);
  const rows = instanceId === undefined || !isTheirs ? null : listing.rows;
  return {
    rows: instanceId === undefined ? [] : rows,
    chosen: (id) => rows?.find((each) => each.id === id),
    hasFailed: instanceId !== undefined && listing.failure !== null,
    retry: listing.retry,
  };
}

interface StepFieldsProps {
  readonly step: Step;
  readonly values: CampaignValues;
  readonly channel: ChannelName;
  readonly templates: Templates;
  /** Whether it is for everybody, unless an audience or group is chosen. */
  readonly isForAll: boolean;
  readonly onForAll: (isForAll: boolean) => void;
  readonly file: AudienceFile | undefined;
  /** Shows the import of the file whose customers the campaign is for. */
  readonly onFile: (importId: string) => void;
  readonly other: OtherMessage;
  readonly onOther: (other: OtherMessage) => void;
  readonly onStep: (step: Step) => void;
  /** Whether a file is being uploaded. */
  readonly onUploading: (isUploading: boolean) => void;
}

/** A step's form. */
export function StepFields(props: StepFieldsProps) {
  const { step, values, channel, templates, isForAll, onForAll, file, onFile, other, onOther } = props;
  const { onStep, onUploading } = props;
  const text = useText();
  const about = useStepAbout(values, channel, templates, isForAll);
  switch (step) {
    case 'channel':
      return <ChannelStep {...{ values, channel, other, onOther }} />;
    case 'audience':
      return <AudienceStep {...{ values, channel, isForAll, onForAll, file, onFile, onUploading }} />;
    case 'message':
      return <MessageStep {...{ values, channel, templates, other, onOther, onUploading }} />;
    case 'when':
      return <WhenStep {...{ values, other, onOther }} />;
    case 'review':
      return (
        <section className={styles.card}>
          <h2>{text('campaign.step.review')}</h2>
          <dl className={styles.review}>
            {STEPS.filter((each) => each !== 'review').map((each) => (
              <div key={each}>
                <dt>{text(`campaign.step.${each}`)}</dt>
                <dd>{about(each)}</dd>
                <dd>
                  <Button
                    size="sm"
                    variant="link"
                    aria-label={text('campaign.review.edit', { step: text(`campaign.step.${each}`) })}
                    onPress={() => onStep(each)}
                  >
                    {text('action.edit')}
                  </Button>
                </dd>
              </div>
            ))}
          </dl>
          <p className={styles.hint}>{text('campaign.review.hint')}</p>
        </section>
      );
  }
}

type ChannelStepProps = Pick<StepFieldsProps, 'values' | 'channel' | 'other' | 'onOther'>;

/** The campaign's name, and the instances that send it: all of one channel, and not gateways, whose numbers would be banned. */
function ChannelStep({ values, channel, other, onOther }: ChannelStepProps) {
  const text = useText();
  const form = useOpenForm();
  const { change, isReadOnly } = useField('instance_ids');
  const instances = useInstanceChoices();
  // The selected one, while no instance is chosen yet.
  const [pressed, setPressed] = useState<ChannelName>();
  const senders = instances.options.filter(({ isGateway }) => isGateway !== true);
  const hasChosen = values.instanceIds.length > 0;
  const offered = CHANNELS.filter(
    (each) => (hasChosen && each === channel) || senders.some((sender) => channelOfChoice(sender) === each),
  );
  const own = hasChosen ? channel : (pressed ?? offered[0] ?? channel);
  const others = useOthersChosen(values.instanceIds);
  const card = useRef<HTMLElement>(null);
  const choose = (next: ChannelName) => {
    setPressed(next);
    change([]);
    const { templateId, message, parts } = values;
    if (next === 'sms') {
      // An SMS is a text alone; what it displaces is back with WhatsApp.
      const files = filesOf(values);
      const isDisplacing = templateId !== null || files.some(({ file }) => file !== null);
      onOther({ ...other, kind: undefined, ...(isDisplacing && { displaced: { templateId, files } }) });
      changeFields(form, { template_id: null, message: message ?? other.message, ...withFiles(parts, []) });
    } else if (other.displaced !== null) {
      const { templateId: template, files } = other.displaced;
      const isText = template === null;
      onOther({ ...other, kind: undefined, displaced: null, ...(!isText && { message }) });
      changeFields(form, { template_id: template, message: isText ? message : null, ...withFiles(parts, files) });
    }
  };
  return (
    <section ref={card} className={styles.card}>
      <h2>{text('campaign.step.channel')}</h2>
      <FailedLookups lookups={[instances]} />
      <Fields>
        <FieldRow>
          <FormText
            name="name"
            label={text('campaign.name')}
            description={text('campaign.name.hint')}
            isRequired
            autoFocus
          />
        </FieldRow>
        {offered.length > 1 && (
          <SegmentedControl
            label={text('campaign.channel')}
            options={offered.map((value) => ({ value, label: text(`campaign.channel.${value}`) }))}
            value={own}
            isDisabled={isReadOnly}
            onChange={choose}
            className={styles.choice}
          />
        )}
        <FormChoices
          name="instance_ids"
          label={text('campaign.instances')}
          description={text('campaign.instances.hint')}
          options={senders.filter((sender) => channelOfChoice(sender) === own)}
          none={text(instances.isLoading ? 'state.loading' : 'campaign.instances.none')}
        />
        {others !== undefined && (
          <p className={styles.hint}>
            {text('campaign.instances.others.hint', { others })}{' '}
            <Button
              size="sm"
              variant="link"
              isDisabled={isReadOnly}
              onPress={() => {
                change(values.instanceIds.filter((each) => instances.options.some(({ id }) => id === each)));
                card.current?.querySelector('input')?.focus();
              }}
            >
              {text('campaign.instances.others.remove')}
            </Button>
          </p>
        )}
      </Fields>
    </section>
  );
}

/** How many chosen instances the viewer doesn't have, as text; undefined for none, or while that isn't known. */
function useOthersChosen(instanceIds: readonly string[]): string | undefined {
  const text = useText();
  const { options, isLoading } = useInstanceChoices();
  const count = isLoading ? 0 : instanceIds.filter((each) => options.every(({ id }) => id !== each)).length;
  return count === 0 ? undefined : text('campaign.instances.others', { count });
}

/** A step's summary. */
export function useStepAbout(
  values: CampaignValues,
  channel: ChannelName,
  templates: Pick<Templates, 'chosen'>,
  isForAll: boolean,
): (step: Step) => string {
  const text = useText();
  const formats = useFormats();
  const now = useNow(DAY_MS);
  const instances = useInstanceChoices();
  const others = useOthersChosen(values.instanceIds);
  const audiences = useListing('choices.audiences', heldList);
  const groups = useListing('choices.groups', heldList);
  const nameIn = (rows: readonly { readonly id: string; readonly name: string }[] | null, id: string) =>
    rows?.find((each) => each.id === id)?.name ?? '…';
  const titles = [values, ...values.parts].flatMap(({ templateId }) => {
    const template = templates.chosen(templateId);
    return template === undefined ? [] : [titleOf(template)];
  });
  const textName = text(channel === 'sms' ? 'campaign.message.words' : 'campaign.message.text');
  const textAbout = () => [
    ...((values.message ?? '').trim() === '' ? [] : [textName]),
    ...(values.file === null ? [] : [values.file.name]),
  ];
  return (step) => {
    switch (step) {
      case 'channel': {
        const names = instances.options.filter(({ id }) => values.instanceIds.includes(id)).map(({ label }) => label);
        const all = [...names, ...(others === undefined ? [] : [others])];
        return all.length === 0 ? text('campaign.step.channel.about') : all.join(', ');
      }
      case 'audience':
        if (values.audienceId !== null) return nameIn(audiences.rows, values.audienceId);
        if (values.groupId !== null) return nameIn(groups.rows, values.groupId);
        return text(isForAll ? 'campaign.audience.all' : 'campaign.step.audience.about');
      case 'message':
        if (titles.length === 0 && !hasWords(values))
          return channel === 'sms' ? textName : text('campaign.step.message.about');
        return [
          ...(titles.length === 0 ? textAbout() : new Set(titles)),
          ...(values.parts.length === 0
            ? []
            : [text('campaign.step.message.several', { count: values.parts.length + 1 })]),
        ].join(' · ');
      case 'when': {
        const start =
          values.startsAt === null
            ? text('campaign.when.now')
            : text('campaign.moment', {
                day: formats.shortDate(values.startsAt, now),
                time: formats.time(values.startsAt),
              });
        const { from, to } = values.window;
        const parts = values.batches.length;
        return [
          text('campaign.step.when.about', { start, from: from ?? 0, to: to ?? 24 }),
          ...(parts === 1 ? [] : [text('campaign.step.when.parts', { count: parts })]),
        ].join(' · ');
      }
      case 'review':
        return text('campaign.step.review.about');
    }
  };
}
