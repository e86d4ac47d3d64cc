import { useId, useState } from 'react';
import { foldText } from '../../../../contract/facts/fold-text.ts';
import { filledPart } from '../../../../contract/facts/templates.ts';
import type { CampaignVariable } from '../../../machines/entities/campaigns.ts';
import type { MessageTemplate, TemplateVariable } from '../../../machines/entities/customers.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { Banner } from '../../kit/Banner.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { FilledText } from '../../attendance/templates/FilledText.tsx';
import { titleOf } from '../../attendance/templates/template-title.ts';
import { fieldsOf } from '../form/fields.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { heldList, useListing } from '../list/use-listing.ts';
import {
  fallbackOf,
  keysOf,
  neededVariables,
  OWN_FIELD,
  sourceOf,
  withSource,
  type CampaignValues,
} from './campaign-values.ts';
import { CampaignFileField, HeaderMark } from './CampaignFileField.tsx';
import type { OtherMessage } from './other-message.ts';
import type { Templates } from './StepFields.tsx';
import styles from './Wizard.module.css';

const { FormTextArea, useField } = fieldsOf<FormFields['campaign']>();
/** So many are seen without a search. */
const FEW = 6;

interface MessageStepProps {
  readonly values: CampaignValues;
  readonly templates: Templates;
  readonly other: OtherMessage;
  readonly onOther: (other: OtherMessage) => void;
  readonly onUploading: (isUploading: boolean) => void;
}

/** What the campaign says: a template or a text, where its variables come from, and how it looks. */
export function MessageStep({ values, templates, other, onOther, onUploading }: MessageStepProps) {
  const text = useText();
  const template = useField('template_id');
  const message = useField('message');
  const file = useField('file_id');
  const fileName = useField('file_name');
  const { templateId } = values;
  const [kind, setKind] = useState(
    other.kind ?? (templateId === null && values.message !== null ? 'text' : 'template'),
  );
  const chosen = kind === 'template' ? templates.chosen(templateId) : undefined;
  const keys = kind === 'template' ? keysOf(chosen, null) : keysOf(undefined, values.message);
  return (
    <div className={styles.message}>
      <div className={styles.column}>
        <section className={styles.card}>
          <header>
            <h2>{text('campaign.step.message')}</h2>
            <SegmentedControl
              label={text('campaign.message.kind')}
              options={(['template', 'text'] as const).map((value) => ({
                value,
                label: text(`campaign.message.${value}`),
              }))}
              value={kind}
              isDisabled={template.isReadOnly}
              onChange={(next) => {
                setKind(next);
                onOther({ kind: next, templateId, message: values.message });
                template.change(other.templateId);
                message.change(other.message);
              }}
            />
          </header>
          {kind === 'template' ? (
            <TemplateList
              templates={templates}
              chosenId={templateId}
              error={template.error}
              isReadOnly={template.isReadOnly}
              onChoose={(id) => {
                const before = chosen?.headerFile ?? null;
                template.change(id);
                // Another kind of header needs another file.
                if ((templates.chosen(id)?.headerFile ?? null) === before || values.file === null) return;
                file.change(null);
                fileName.change(null);
              }}
            />
          ) : (
            <>
              <Banner tone="info">{text('campaign.message.text.hint')}</Banner>
              <FormTextArea
                name="message"
                label={text('campaign.message.words')}
                description={text('campaign.message.words.hint')}
                rows={6}
                isNullable
              />
            </>
          )}
        </section>
        {chosen !== undefined && chosen.headerFile !== null && (
          <section className={styles.card} aria-label={text('campaign.file')}>
            <CampaignFileField
              key={chosen.id}
              kind={chosen.headerFile}
              file={values.file}
              error={file.error}
              isReadOnly={file.isReadOnly}
              onUploading={onUploading}
              onChange={({ id, name }) => {
                file.change(id);
                fileName.change(name);
              }}
            />
          </section>
        )}
        {keys.length > 0 && <Variables keys={keys} template={chosen} given={values.variables} />}
      </div>
      <Preview
        template={chosen}
        message={kind === 'text' ? values.message : null}
        fileName={values.file?.name}
        variables={neededVariables(keys, values.variables)}
      />
    </div>
  );
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
}

/** Where each variable's value comes from, and what stands where nothing is known of a customer. */
function Variables({ keys, template, given }: VariablesProps) {
  const text = useText();
  const { change, error, isReadOnly } = useField('variables');
  const fields = useListing('customerFields', heldList);
  const variables = neededVariables(keys, given);
  const labelOf = useVariableLabel(template);
  const replace = (next: CampaignVariable) =>
    change(variables.map((each) => ({ ...(each.key === next.key ? next : each) })));
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

/** A variable as people read it: as it stands in the text, or the button it is of. */
function useVariableLabel(template: MessageTemplate | undefined): (key: string) => string {
  const text = useText();
  return (key) => {
    const variable: TemplateVariable | undefined = template?.variables.find((each) => each.key === key);
    if (variable?.part === 'button') return text('campaign.variable.button', { name: variable.name });
    return `{{${key.slice(key.indexOf('.') + 1)}}}`;
  };
}

interface PreviewProps {
  readonly template: MessageTemplate | undefined;
  readonly message: string | null;
  readonly fileName: string | undefined;
  readonly variables: readonly CampaignVariable[];
}

/** The message as the phone shows it, with what stands where nothing is known of a customer. */
function Preview({ template, message, fileName, variables }: PreviewProps) {
  const text = useText();
  const values = Object.fromEntries(variables.map((each) => [each.key, fallbackOf(each).trim()]));
  const isThere = template !== undefined || (message ?? '').trim() !== '';
  return (
    <figure className={styles.phone}>
      <figcaption>{text('campaign.preview')}</figcaption>
      {isThere ? (
        <div className={styles.bubble}>
          {template !== undefined && template.headerFile !== null && (
            <HeaderMark kind={template.headerFile} name={fileName} />
          )}
          <p>
            {template === undefined ? (
              <span data-text="">{filledPart('body', message ?? '', values)}</span>
            ) : (
              <FilledText template={template} values={values} />
            )}
          </p>
          {template !== undefined &&
            template.buttons.map((caption) => (
              <span key={caption} className={styles.button}>
                {caption}
              </span>
            ))}
        </div>
      ) : (
        <p className={styles.hint}>{text('campaign.preview.none')}</p>
      )}
      <p className={styles.hint}>{text('campaign.preview.hint')}</p>
    </figure>
  );
}
