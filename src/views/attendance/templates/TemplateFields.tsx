import { useEffect, useId, useRef, useState } from 'react';
import { foldText } from '../../../../contract/facts/fold-text.ts';
import { filledPart, TEMPLATE_BODY_MAX_LENGTH, templateValue } from '../../../../contract/facts/templates.ts';
import type { MessageTemplate, TemplateVariable } from '../../../machines/entities/customers.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { CardFiles } from './CardFiles.tsx';
import { CardsPreview } from './CardsPreview.tsx';
import { FilledText } from './FilledText.tsx';
import { HeaderFileField, HeaderPreview } from './HeaderFileField.tsx';
import { titleOf } from './template-title.ts';
import { useAskedListing } from './use-asked-listing.ts';
import type { TemplateChoice } from './use-template-choice.ts';
import { useCardLabel, variablesIn } from './variable-label.ts';
import styles from './Templates.module.css';

/** So many are seen without a search. */
const FEW = 5;

/** What a variable is often filled with; left out where it isn't known. */
interface TemplateSuggestions {
  readonly customer?: string | undefined;
  readonly attendant?: string | undefined;
  readonly protocol?: string | undefined;
}

interface TemplateFieldsProps {
  readonly instanceId: string;
  readonly choice: TemplateChoice;
  readonly suggestions: TemplateSuggestions;
  /** Enter in a field. */
  readonly onSubmit: () => void;
  /** Whether the search, or the first template, takes the focus when it is shown. */
  readonly takesFocus?: boolean;
}

/** Chooses a template of an instance and fills it in, beside what the customer will see. */
export function TemplateFields({ instanceId, choice, suggestions, onSubmit, takesFocus = true }: TemplateFieldsProps) {
  const text = useText();
  const failureText = useFailureText();
  const listing = useAskedListing('chat.templates', { instance: instanceId });
  // While another instance's are asked for, the page still holds the last one's.
  const rows = listing.facts['instance'] === Number(instanceId) ? listing.rows : null;
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  const name = useId();
  const isThere = rows !== null && rows.length > 0;
  const focusList = () => {
    const radios = list.current?.querySelectorAll('input') ?? [];
    const target = [...radios].find((radio) => radio.checked) ?? radios[0];
    target?.focus();
    return target !== undefined;
  };
  useEffect(() => {
    if (!isThere || !takesFocus) return;
    if (field.current === null) list.current?.querySelector('input')?.focus();
    else field.current.focus();
  }, [isThere, takesFocus]);

  if (rows === null && listing.failure !== null) {
    return (
      <ErrorState title={text('templates.failed')} onRetry={listing.retry}>
        {failureText(listing.failure)}
      </ErrorState>
    );
  }
  if (rows === null) return <SkeletonRows count={5} />;
  if (rows.length === 0) {
    return (
      <p className={styles.none} role="status">
        {text('templates.none')}
      </p>
    );
  }
  const wanted = foldText(search.trim());
  const found = rows.filter((each) => foldText(`${titleOf(each)} ${each.name} ${each.body}`).includes(wanted));
  const { template } = choice;
  return (
    <div className={styles.columns}>
      <div className={styles.choice}>
        {rows.length > FEW && (
          <SearchField
            label={text('templates.search')}
            value={search}
            onChange={setSearch}
            inputRef={field}
            onSubmit={() => {
              const [first] = found;
              if (first !== undefined) choice.choose(first);
            }}
            onLeave={focusList}
          />
        )}
        <fieldset ref={list} className={styles.list}>
          <legend className={styles.legend}>{text('templates.list', { count: found.length })}</legend>
          {found.map((each) => (
            <label key={each.id} className={styles.option}>
              <input type="radio" name={name} checked={template?.id === each.id} onChange={() => choice.choose(each)} />
              <span className={styles.words}>
                <strong>{titleOf(each)}</strong>
                <small>{each.body}</small>
              </span>
              {each.category === 'MARKETING' && <Tag tone="warning">{text('templates.marketing')}</Tag>}
            </label>
          ))}
          {found.length === 0 && <p className={styles.none}>{text('templates.notFound')}</p>}
        </fieldset>
      </div>
      {template === null ? (
        <p className={styles.hint}>{text('templates.choose')}</p>
      ) : (
        <Filling key={template.id} template={template} choice={choice} suggestions={suggestions} onSubmit={onSubmit} />
      )}
    </div>
  );
}

interface FillingProps extends Pick<TemplateFieldsProps, 'choice' | 'suggestions' | 'onSubmit'> {
  readonly template: MessageTemplate;
}

function Filling({ template, choice, suggestions, onSubmit }: FillingProps) {
  const text = useText();
  const { values, isChecked } = choice;
  const fields = useRef<HTMLFormElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const offered = [
    { id: 'customer' as const, value: suggestions.customer },
    { id: 'attendant' as const, value: suggestions.attendant },
    { id: 'protocol' as const, value: suggestions.protocol },
  ].flatMap(({ id, value }) => (value === undefined || value === '' ? [] : [{ id, value }]));
  const cardLabel = useCardLabel();
  const variables = variablesIn(template);
  const labelOf = ({ part, name, key }: TemplateVariable) =>
    cardLabel({ part, name, key, example: null }) ??
    (part === 'button'
      ? text('templates.variable.button', { name })
      : /^\d+$/.test(name)
        ? text(part === 'header' ? 'templates.variable.header' : 'templates.variable.body', { number: name })
        : key === `header.${name}`
          ? text('templates.variable.headerNamed', { name })
          : titleOf({ name }));
  const sent = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, templateValue(value)]));
  const over = filledPart('body', template.body, sent).length - TEMPLATE_BODY_MAX_LENGTH;
  useEffect(() => {
    if (isChecked)
      fields.current?.querySelector<HTMLElement>('[data-invalid] button, input[aria-invalid="true"]')?.focus();
  }, [isChecked]);
  // Below the list, on a phone, it would be out of sight.
  useEffect(() => {
    whole.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={whole} className={styles.filling}>
      <form
        ref={fields}
        noValidate
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {template.headerFile !== null && <HeaderFileField header={template.headerFile} choice={choice} />}
        <CardFiles
          cards={template.cards}
          chosen={(at) => choice.cardFiles[at] ?? null}
          missing={isChecked ? text('templates.card.missing') : undefined}
          isReadOnly={false}
          onChange={choice.chooseCardFile}
          onUploading={choice.noteUploading}
        />
        {variables.map((variable) => {
          const value = values[variable.key] ?? '';
          const label = labelOf(variable);
          return (
            <div key={variable.key}>
              <TextField
                label={label}
                value={value}
                onChange={(typed) => choice.fill(variable.key, typed)}
                maxLength={TEMPLATE_BODY_MAX_LENGTH}
                {...(variable.example !== null && {
                  placeholder: text('templates.example', { example: variable.example }),
                })}
                error={isChecked && value.trim() === '' ? text('templates.required') : undefined}
              />
              {variable.part !== 'button' && offered.length > 0 && (
                <div className={styles.suggestions} role="group" aria-label={text('templates.suggestions', { label })}>
                  {offered.map(({ id, value: suggested }) => (
                    <Button
                      key={id}
                      size="sm"
                      variant="link"
                      aria-label={text('templates.suggest', {
                        what: text(`templates.suggest.${id}`),
                        value: suggested,
                      })}
                      onPress={() => choice.fill(variable.key, suggested)}
                    >
                      {text(`templates.suggest.${id}`)}
                    </Button>
                  ))}
                </div>
              )}
            </div>
          );
        })}
        {/* Enter in a field sends. */}
        {variables.length > 0 && <button type="submit" hidden aria-hidden="true" tabIndex={-1} />}
      </form>
      <figure className={styles.preview}>
        <figcaption>{text('templates.preview')}</figcaption>
        <div className={styles.bubble}>
          {template.headerFile !== null && (
            <HeaderPreview
              header={template.headerFile}
              file={choice.file?.problem === null ? choice.file.file : undefined}
            />
          )}
          <FilledText template={{ ...template, cards: [] }} values={sent} />
        </div>
        <CardsPreview cards={template.cards} values={sent} ownName={(at) => choice.cardFiles[at]?.name ?? null} />
        {template.buttons.length > 0 && (
          <ul className={styles.buttons} aria-label={text('templates.buttons')}>
            {template.buttons.map((caption) => (
              <li key={caption}>{caption}</li>
            ))}
          </ul>
        )}
        {over > 0 && (
          <p className={styles.over} role="alert">
            {text('templates.tooLongBy', { count: over })}
          </p>
        )}
      </figure>
    </div>
  );
}
