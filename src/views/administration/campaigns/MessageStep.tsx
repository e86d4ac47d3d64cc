import { useCallback, useState } from 'react';
import type { ChannelName } from '../../../../contract/facts/channels.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { PlusIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';
import { useOpenForm } from '../form/form-context.tsx';
import {
  cardFilesIn,
  keysOf,
  neededVariables,
  type CampaignValues,
  type MessageChange,
  type PartValues,
} from './campaign-values.ts';
import { MessageDetails, MessageWords } from './MessageEditor.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import { filesOf, type OtherMessage } from './other-message.ts';
import { changeFields, withFiles, withoutPart, withPart } from './part-values.ts';
import type { Templates } from './StepFields.tsx';
import styles from './Wizard.module.css';

const { useField } = fieldsOf<FormFields['campaign']>();
/** Most batches shown side by side. */
const FEW_PARTS = 4;

interface MessageStepProps {
  readonly values: CampaignValues;
  readonly channel: ChannelName;
  readonly templates: Templates;
  readonly other: OtherMessage;
  readonly onOther: (other: OtherMessage) => void;
  readonly onUploading: (isUploading: boolean) => void;
}

/** The message of each batch: a template, or a text with an optional file, by SMS a text alone; its variables' sources, and a preview. */
export function MessageStep({ values, channel, templates, other, onOther, onUploading }: MessageStepProps) {
  const text = useText();
  const form = useOpenForm();
  const template = useField('template_id');
  const parts = useField('part_messages');
  const { templateId, batches } = values;
  const isSms = channel === 'sms';
  const [ofWhatsApp, setKind] = useState<'template' | 'text'>(
    other.kind ?? (templateId === null && values.message !== null ? 'text' : 'template'),
  );
  const kind = isSms ? 'text' : ofWhatsApp;
  const { failure } = form;
  const refused = refusedPart(failure, values.parts);
  const [looked, setPlace] = useState(refused ?? 1);
  // Leaving meanwhile would lose the file.
  const [isUploading, setUploading] = useState(false);
  const noteUploading = useCallback(
    (isUnderWay: boolean) => {
      setUploading(isUnderWay);
      onUploading(isUnderWay);
    },
    [onUploading],
  );
  const [known, setKnown] = useState(failure);
  // A refusal is shown where its fields are.
  if (known !== failure) {
    setKnown(failure);
    if (refused !== undefined) setPlace(refused);
  }
  const place = Math.min(looked, batches.length);
  const index = values.parts.findIndex(({ batch }) => batch === place);
  const own = values.parts[index];
  const said = own ?? values;
  const change = (changed: MessageChange) => {
    if (own !== undefined) parts.change(withPart(values.parts, place, changed));
    else changeFields(form, changed);
  };
  const edited = {
    kind,
    channel,
    said,
    templates,
    onChange: change,
    path: own === undefined ? '' : `part_messages.${index}.`,
  };
  const chosen = kind === 'template' ? templates.chosen(said.templateId) : undefined;
  const words = kind === 'text' ? said.message : null;
  const isOwn = place === 1 || own !== undefined;
  return (
    <div className={styles.message}>
      <div className={styles.column}>
        <section className={styles.card}>
          <header>
            <h2>{text('campaign.step.message')}</h2>
            {!isSms && (
              <SegmentedControl
                label={text('campaign.message.kind')}
                options={(['template', 'text'] as const).map((value) => ({
                  value,
                  label: text(`campaign.message.${value}`),
                }))}
                value={kind}
                isDisabled={template.isReadOnly || isUploading}
                onChange={(next) => {
                  setKind(next);
                  onOther({ ...other, kind: next, templateId, message: values.message, files: filesOf(values) });
                  const { templateId: id, message, files } = other;
                  changeFields(form, { template_id: id, message, ...withFiles(values.parts, files) });
                }}
              />
            )}
          </header>
          {batches.length > 1 && (
            <div className={styles.ofPart}>
              <PartChoice count={batches.length} value={place} isDisabled={isUploading} onChange={setPlace} />
              {place > 1 && (
                <SegmentedControl
                  label={text('campaign.message.part', { place })}
                  options={[
                    { value: 'same', label: text('campaign.message.same') },
                    { value: 'own', label: text('campaign.message.own') },
                  ]}
                  value={isOwn ? 'own' : 'same'}
                  isDisabled={parts.isReadOnly || isUploading}
                  onChange={(next) => {
                    if (next === 'own') {
                      // Restore its previous message, if it had one.
                      const before = other.parts.filter(({ batch }) => batch === place);
                      parts.change(withPart([...values.parts, ...before], place, {}));
                    } else {
                      const others = other.parts.filter(({ batch }) => batch !== place);
                      if (own !== undefined) onOther({ ...other, parts: [...others, own] });
                      parts.change(withoutPart(values.parts, place));
                    }
                  }}
                />
              )}
            </div>
          )}
          {parts.error !== undefined && (
            <p role="alert" className={styles.error}>
              {parts.error}
            </p>
          )}
          {isOwn ? (
            <MessageWords key={place} {...edited} />
          ) : (
            <p className={styles.hint}>{text('campaign.message.same.hint')}</p>
          )}
          {batches.length === 1 && (
            <div>
              <Button
                size="sm"
                icon={<PlusIcon />}
                isDisabled={parts.isReadOnly}
                onPress={() => {
                  changeFields(form, { batches: [50, 50], part_messages: withPart([], 2, {}) });
                  setPlace(2);
                }}
              >
                {text('campaign.message.compare')}
              </Button>
            </div>
          )}
        </section>
        {isOwn && <MessageDetails key={place} {...edited} onUploading={noteUploading} />}
      </div>
      <MessagePreview
        place={batches.length === 1 ? undefined : place}
        channel={channel}
        template={chosen}
        message={words}
        fileName={said.file?.name}
        variables={[...neededVariables(keysOf(chosen, words), said.variables), ...cardFilesIn(said.variables)]}
      />
    </div>
  );
}

const OWN: ReadonlySet<string | undefined> = new Set(['template_id', 'message', 'file_id', 'variables']);

/** The batch whose fields a refusal names; the first one has the campaign's message. */
function refusedPart(failure: Failure | null, parts: readonly PartValues[]): number | undefined {
  const fields = Object.keys(failure?.fields ?? {});
  if (fields.some((field) => OWN.has(field.split('.')[0]))) return 1;
  return parts.find((_, index) => fields.some((field) => field.startsWith(`part_messages.${index}.`)))?.batch;
}

interface PartChoiceProps {
  readonly count: number;
  readonly value: number;
  readonly isDisabled: boolean;
  readonly onChange: (place: number) => void;
}

/** Selects the batch to edit. */
function PartChoice({ count, value, isDisabled, onChange }: PartChoiceProps) {
  const text = useText();
  const label = text('campaign.byPart.part');
  const places = Array.from({ length: count }, (_, index) => index + 1);
  const named = (place: number) => text('campaign.parts.part', { place });
  if (count > FEW_PARTS) {
    return (
      <Select
        label={label}
        options={places.map((place) => ({ id: String(place), label: named(place) }))}
        value={String(value)}
        isDisabled={isDisabled}
        onChange={(id) => onChange(Number(id))}
        placeholder={text('form.choose')}
      />
    );
  }
  return (
    <SegmentedControl
      label={label}
      options={places.map((place) => ({ value: String(place), label: named(place) }))}
      value={String(value)}
      isDisabled={isDisabled}
      onChange={(id) => onChange(Number(id))}
    />
  );
}
