import { useId, useRef, useState } from 'react';
import type { ChannelName } from '../../../../contract/facts/channels.ts';
import { cardFileKey, filledPart, isFileKey } from '../../../../contract/facts/templates.ts';
import { foldText } from '../../../../contract/facts/fold-text.ts';
import type { CampaignVariable } from '../../../machines/entities/campaigns.ts';
import type { MessageTemplate, TemplateVariable } from '../../../machines/entities/customers.ts';
import type { FormValue } from '../../../machines/entities/forms.ts';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import { useIsText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { part } from '../../kit/part.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { CardFiles } from '../../attendance/templates/CardFiles.tsx';
import { titleOf } from '../../attendance/templates/template-title.ts';
import { useCardLabel, variablesIn } from '../../attendance/templates/variable-label.ts';
import { isLocked, useOpenForm } from '../form/form-context.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { heldList, useListing } from '../list/use-listing.ts';
import {
  cardFilesIn,
  fallbackOf,
  keysOf,
  neededVariables,
  OWN_FIELD,
  sourceOf,
  withSource,
  type MessageChange,
  type MessageValues,
} from './campaign-values.ts';
import { CampaignFileField } from './CampaignFileField.tsx';
import type { Templates } from './StepFields.tsx';
import styles from './Wizard.module.css';

/** Templates shown without a search. */
const FEW = 6;

interface EditedMessage {
  readonly kind: 'template' | 'text';
  readonly channel: ChannelName;
  readonly said: MessageValues;
  readonly templates: Templates;
  /** Prefix of its field names in a refusal. */
  readonly path: string;
  readonly onChange: (change: MessageChange) => void;
}

/** What is wrong with a field of the message, as text. */
function useProblem(path: string): (field: string) => string | undefined {
  const { failure } = useOpenForm();
  const text = useText();
  const isText = useIsText();
  return (field) => {
    const key = failure?.fields[`${path}${field}`];
    if (key === undefined) return undefined;
    return text(isText(key) ? key : 'error.field.invalid');
  };
}

/** The template or the text of a message. */
export function MessageWords({ kind, channel, said, templates, path, onChange }: EditedMessage) {
  const text = useText();
  const isReadOnly = isLocked(useOpenForm());
  const problem = useProblem(path);
  const words = useRef<HTMLDivElement>(null);
  // What was pressed is gone with the accents.
  const takePlain = (message: string) => {
    onChange({ message });
    words.current?.querySelector('textarea')?.focus();
  };
  if (kind === 'text') {
    return (
      <>
        <Banner tone="info">
          {text(channel === 'sms' ? 'campaign.message.sms.hint' : 'campaign.message.text.hint')}
        </Banner>
        <div ref={words}>
          <TextArea
            label={text('campaign.message.words')}
            description={text('campaign.message.words.hint')}
            rows={6}
            value={said.message ?? ''}
            onChange={(typed) => onChange({ message: typed === '' ? null : typed })}
            error={problem('message')}
            isReadOnly={isReadOnly}
          />
        </div>
        {channel === 'sms' && <TextSize said={said} onPlain={isReadOnly ? undefined : takePlain} />}
      </>
    );
  }
  return (
    <TemplateList
      templates={templates}
      chosenId={said.templateId}
      error={problem('template_id')}
      isReadOnly={isReadOnly}
      onChoose={(id) => {
        const before = templates.chosen(said.templateId)?.headerFile ?? null;
        // Another kind of header needs another file.
        const isOther = said.file !== null && (templates.chosen(id)?.headerFile ?? null) !== before;
        const others = said.variables.filter(({ key }) => !isFileKey(key));
        const hadCards = id !== said.templateId && others.length < said.variables.length;
        onChange({
          template_id: id,
          ...(isOther && { file_id: null, file_name: null }),
          ...(hadCards && { variables: formOf(others) }),
        });
      }}
    />
  );
}

const SmsSize = part(
  async () => (await import('../../attendance/chat/sending/Sending.tsx')).SmsSize,
  [conversationArea],
  { isInPlace: true },
);

interface TextSizeProps {
  readonly said: MessageValues;
  readonly onPlain: ((message: string) => void) | undefined;
}

/** How many SMS the text takes, with the variables' fallbacks. */
function TextSize({ said, onPlain }: TextSizeProps) {
  const text = useText();
  const words = said.message ?? '';
  if (words.trim() === '') return null;
  const keys = keysOf(undefined, words);
  const values = Object.fromEntries(said.variables.map((each) => [each.key, fallbackOf(each).trim()]));
  return (
    <div className={styles.size}>
      <SmsSize words={words} sentAs={(each) => filledPart('body', each, values)} onPlain={onPlain} />
      {keys.length > 0 && <p className={styles.hint}>{text('campaign.message.sms.size')}</p>}
    </div>
  );
}

interface MessageDetailsProps extends EditedMessage {
  readonly onUploading: (isUploading: boolean) => void;
}

/** The file of its header or of its text, and where its variables come from. */
export function MessageDetails({ kind, channel, said, templates, path, onChange, onUploading }: MessageDetailsProps) {
  const text = useText();
  const isReadOnly = isLocked(useOpenForm());
  const problem = useProblem(path);
  const template = kind === 'template' ? templates.chosen(said.templateId) : undefined;
  const keys = keysOf(template, kind === 'text' ? said.message : null);
  return (
    <>
      {kind === 'text' && channel !== 'sms' && (
        <section className={styles.card}>
          <CampaignFileField
            kind={undefined}
            file={said.file}
            error={problem('file_id')}
            isReadOnly={isReadOnly}
            onUploading={onUploading}
            onChange={({ id, name }) => onChange({ file_id: id, file_name: name })}
            onRemove={() => onChange({ file_id: null, file_name: null })}
          />
        </section>
      )}
      {template !== undefined && template.headerFile !== null && (
        <section className={styles.card} aria-label={text('campaign.file')}>
          <CampaignFileField
            key={`${path}${template.id}`}
            kind={template.headerFile}
            hint={text('campaign.file.hint')}
            file={said.file}
            error={problem('file_id')}
            isReadOnly={isReadOnly}
            onUploading={onUploading}
            onChange={({ id, name }) => onChange({ file_id: id, file_name: name })}
          />
        </section>
      )}
      {template !== undefined && template.cards.length > 0 && (
        <section className={styles.card} aria-label={text('campaign.cards')}>
          <header>
            <h2>{text('campaign.cards')}</h2>
          </header>
          <CardFiles
            key={`${path}${template.id}`}
            cards={template.cards}
            chosen={(at) => {
              const own = said.variables.find(({ key }) => key === cardFileKey(at));
              return own === undefined ? null : { name: own.fallback ?? '' };
            }}
            missing={problem('file_id')}
            isReadOnly={isReadOnly}
            onUploading={onUploading}
            onChange={(at, { id, name }) => {
              const others = said.variables.filter(({ key }) => key !== cardFileKey(at));
              const own = { key: cardFileKey(at), source: 'text', text: id, field_id: null, fallback: name };
              onChange({ variables: formOf([...others, own]) });
            }}
          />
        </section>
      )}
      {keys.length > 0 && (
        <Variables
          keys={keys}
          template={template}
          given={said.variables}
          error={problem('variables')}
          isReadOnly={isReadOnly}
          onChange={(variables) => onChange({ variables: formOf([...variables, ...cardFilesIn(said.variables)]) })}
        />
      )}
    </>
  );
}

/** Variables as a form has them. */
function formOf(variables: readonly CampaignVariable[]): FormValue {
  return variables.map((each) => ({ ...each }));
}

interface TemplateListProps {
  readonly templates: Templates;
  readonly chosenId: string | null;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChoose: (id: string) => void;
}

function TemplateList({ templates, chosenId, error, isReadOnly, onChoose }: TemplateListProps) {
  const text = useText();
  const name = useId();
  const [search, setSearch] = useState('');
  const { rows } = templates;
  if (templates.hasFailed) return <FailedLookups lookups={[templates]} />;
  if (rows === null) return <SkeletonRows count={3} />;
  const wanted = foldText(search.trim());
  const found = rows.filter((each) => foldText(`${titleOf(each)} ${each.name} ${each.body}`).includes(wanted));
  return (
    <>
      {rows.length > FEW && (
        <SearchField label={text('campaign.template.search')} value={search} onChange={setSearch} />
      )}
      {rows.length === 0 && <p className={styles.hint}>{text('campaign.template.none')}</p>}
      {rows.length > 0 && found.length === 0 && <p className={styles.hint}>{text('table.found.none.title')}</p>}
      <fieldset className={styles.templates}>
        <legend>{text('campaign.template')}</legend>
        {found.map((each) => (
          <label key={each.id} className={styles.target}>
            <input
              type="radio"
              name={name}
              checked={chosenId === each.id}
              disabled={isReadOnly}
              onChange={() => onChoose(each.id)}
            />
            <span>
              <b>{titleOf(each)}</b>
              <small>{each.body}</small>
            </span>
            {each.category === 'MARKETING' && <Tag tone="warning">{text('campaign.template.marketing')}</Tag>}
          </label>
        ))}
      </fieldset>
      {error !== undefined && (
        <p role="alert" className={styles.error} data-invalid="">
          {error}
        </p>
      )}
    </>
  );
}

interface VariablesProps {
  readonly keys: readonly string[];
  readonly template: MessageTemplate | undefined;
  readonly given: readonly CampaignVariable[];
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (variables: readonly CampaignVariable[]) => void;
}

/** Each variable's source, and its fallback for customers without a value. */
function Variables({ keys, template, given, error, isReadOnly, onChange }: VariablesProps) {
  const text = useText();
  const fields = useListing('choices.customerFields', heldList);
  const variables = neededVariables(keys, given);
  const labelOf = useVariableLabel(template);
  const replace = (next: CampaignVariable) => onChange(variables.map((each) => (each.key === next.key ? next : each)));
  const sources = [
    ...(['text', 'name', 'first_name', 'number'] as const).map((id) => ({
      id: id as string,
      label: text(`campaign.source.${id}`),
    })),
    ...(fields.rows ?? []).map(({ id, name }) => ({ id: `${OWN_FIELD}${id}`, label: name })),
  ];
  const filled = variables.filter((each) => fallbackOf(each).trim() !== '').length;
  return (
    <section className={styles.card} aria-labelledby="campaign-variables">
      <header>
        <h2 id="campaign-variables">{text('campaign.variables')}</h2>
        <small>{text('campaign.variables.filled', { filled, total: variables.length })}</small>
      </header>
      <FailedLookups lookups={[{ hasFailed: fields.failure !== null, retry: fields.retry }]} />
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {variables.map((variable) => (
        <div
          key={variable.key}
          role="group"
          aria-label={labelOf(variable.key)}
          className={styles.variable}
          data-invalid={(error !== undefined && fallbackOf(variable).trim() === '') || undefined}
        >
          <code>{labelOf(variable.key)}</code>
          <Select
            label={text('campaign.variable.from')}
            options={sources}
            value={sourceOf(variable)}
            onChange={(source) => replace(withSource(variable, source))}
            placeholder={text('form.choose')}
            isDisabled={isReadOnly}
          />
          <TextField
            label={text(variable.source === 'text' ? 'campaign.variable.text' : 'campaign.variable.fallback')}
            value={fallbackOf(variable)}
            onChange={(typed) =>
              replace(variable.source === 'text' ? { ...variable, text: typed } : { ...variable, fallback: typed })
            }
            autoComplete="off"
            isReadOnly={isReadOnly}
          />
        </div>
      ))}
    </section>
  );
}

/** A variable's readable name: as written in the text, or its button's caption. */
function useVariableLabel(template: MessageTemplate | undefined): (key: string) => string {
  const text = useText();
  const cardLabel = useCardLabel();
  return (key) => {
    const variable: TemplateVariable | undefined =
      template === undefined ? undefined : variablesIn(template).find((each) => each.key === key);
    const ofCard = variable === undefined ? undefined : cardLabel(variable);
    if (ofCard !== undefined) return ofCard;
    if (variable?.part === 'button') return text('campaign.variable.button', { name: variable.name });
    return `{{${key.slice(key.indexOf('.') + 1)}}}`;
  };
}
