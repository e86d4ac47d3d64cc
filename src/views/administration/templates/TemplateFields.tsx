import { useState } from 'react';
import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_HEADERS,
  TEMPLATE_LANGUAGES,
  TEMPLATE_TEXT_MAX,
  type TemplateCard,
} from '../../../../contract/facts/template-form.ts';
import { Banner } from '../../kit/Banner.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { Fields } from '../form/fields.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useChoices } from '../list/use-listing.ts';
import { ButtonsField } from './ButtonsField.tsx';
import { CardsField, emptyCard } from './CardsField.tsx';
import { useEditing } from './editing-context.ts';
import { ExampleFile } from './ExampleFile.tsx';
import { WordsField } from './WordsField.tsx';
import { useLanguageName } from './use-language-name.ts';
import styles from './Templates.module.css';

/** A template's form: category, language and parts. */
export function TemplateFields() {
  return (
    <>
      <About />
      <Message />
    </>
  );
}

function About() {
  const text = useText();
  const { values, change, problem, isReadOnly, isFixed } = useEditing();
  const accounts = useChoices('choices.templateAccounts');
  const languageName = useLanguageName();
  const languages = TEMPLATE_LANGUAGES.some((each) => each === values.language)
    ? TEMPLATE_LANGUAGES
    : [...TEMPLATE_LANGUAGES, values.language];
  return (
    <section className={styles.card} aria-label={text('template.about')}>
      <h2>{text('template.about')}</h2>
      <Fields>
        <FailedLookups lookups={[accounts]} />
        {accounts.options.length === 0 && !accounts.isLoading && !accounts.hasFailed && (
          <Banner tone="warning">{text('template.account.none')}</Banner>
        )}
        <TextField
          label={text('template.name')}
          description={text(isFixed ? 'template.fixed' : 'template.name.hint')}
          value={values.name}
          onChange={(typed) => change('name', typed.toLowerCase().replaceAll(/[\s-]+/gu, '_'))}
          error={problem('name')}
          isReadOnly={isReadOnly || isFixed}
          isVerbatim
          autoComplete="off"
          isRequired
        />
        <div className={styles.row}>
          <Select
            label={text('template.account')}
            options={accounts.options}
            value={values.instance_id}
            onChange={(id) => change('instance_id', id)}
            placeholder={text('form.choose')}
            error={problem('instance_id')}
            isDisabled={isReadOnly || isFixed}
            isRequired
          />
          <Select
            label={text('template.language')}
            options={languages.map((id) => ({ id, label: languageName(id) }))}
            value={values.language}
            onChange={(id) => change('language', id)}
            placeholder={text('form.choose')}
            error={problem('language')}
            isDisabled={isReadOnly || isFixed}
          />
        </div>
        <div className={styles.row}>
          <Select
            label={text('template.category')}
            description={text(
              values.category === 'MARKETING' ? 'template.category.MARKETING.hint' : 'template.category.UTILITY.hint',
            )}
            options={TEMPLATE_CATEGORIES.map((id) => ({ id, label: text(`template.category.${id}`) }))}
            value={values.category}
            onChange={(id) => change('category', id)}
            placeholder={text('form.choose')}
            error={problem('category')}
            isDisabled={isReadOnly}
          />
          <Select
            label={text('template.variables')}
            description={text(values.named ? 'template.variables.named.hint' : 'template.variables.numbered.hint')}
            options={(['numbered', 'named'] as const).map((id) => ({ id, label: text(`template.variables.${id}`) }))}
            value={values.named ? 'named' : 'numbered'}
            onChange={(id) => change('named', id === 'named')}
            placeholder={text('form.choose')}
            isDisabled={isReadOnly}
          />
        </div>
      </Fields>
    </section>
  );
}

function Message() {
  const text = useText();
  const { values, change, problem, isReadOnly } = useEditing();
  const isCarousel = values.cards.length > 0;
  // Switching back to a carousel restores its cards.
  const [cards, setCards] = useState<readonly TemplateCard[]>([emptyCard, emptyCard]);
  return (
    <section className={styles.card} aria-label={text('template.message')}>
      <header>
        <h2>{text('template.message')}</h2>
        <SegmentedControl
          label={text('template.kind')}
          options={(['plain', 'carousel'] as const).map((value) => ({ value, label: text(`template.kind.${value}`) }))}
          value={isCarousel ? 'carousel' : 'plain'}
          onChange={(kind) => {
            if (isReadOnly || (kind === 'carousel') === isCarousel) return;
            if (isCarousel) setCards(values.cards);
            change('cards', isCarousel ? [] : [...cards]);
          }}
        />
      </header>
      <Fields>
        {isCarousel && <Banner>{text('template.kind.carousel.hint')}</Banner>}
        {!isCarousel && (
          <>
            <Select
              label={text('template.header')}
              options={TEMPLATE_HEADERS.map((id) => ({ id, label: text(`template.header.${id}`) }))}
              value={values.header}
              onChange={(id) => {
                change('header', id);
                // Another kind needs another example.
                if (values.header_file_id !== null) change('header_file_id', null);
              }}
              placeholder={text('form.choose')}
              isDisabled={isReadOnly}
            />
            {values.header === 'text' && (
              <WordsField
                part="header"
                path="header_text"
                label={text('template.header.words')}
                value={values.header_text}
                onChange={(typed) => change('header_text', typed)}
                max={TEMPLATE_TEXT_MAX.header}
                isLine
              />
            )}
            {values.header !== 'text' && values.header !== 'none' && (
              <ExampleFile
                kind={values.header}
                path="header_file_id"
                fileId={values.header_file_id}
                onChange={(id) => change('header_file_id', id)}
              />
            )}
          </>
        )}
        <WordsField
          part="body"
          path="body"
          label={text('template.body')}
          value={values.body}
          onChange={(typed) => change('body', typed)}
          max={TEMPLATE_TEXT_MAX.body}
        />
        {isCarousel ? (
          <CardsField />
        ) : (
          <>
            <TextField
              label={text('template.footer')}
              description={text('template.count', { count: values.footer.length, max: TEMPLATE_TEXT_MAX.footer })}
              value={values.footer}
              onChange={(typed) => change('footer', typed)}
              error={problem('footer')}
              isReadOnly={isReadOnly}
              autoComplete="off"
            />
            <ButtonsField
              path="buttons"
              buttons={values.buttons}
              onChange={(next, path) => change('buttons', next, path)}
            />
          </>
        )}
      </Fields>
    </section>
  );
}
