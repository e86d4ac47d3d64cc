import { useEffect, useRef, useState } from 'react';
import { TEMPLATE_CARDS, TEMPLATE_TEXT_MAX, type TemplateCard } from '../../../../contract/facts/template-form.ts';
import { CARD_HEADERS } from '../../../../contract/facts/templates.ts';
import { PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Select } from '../../kit/Select.tsx';
import { useText } from '../../kit/useText.ts';
import { ButtonsField } from './ButtonsField.tsx';
import { useEditing } from './editing-context.ts';
import { ExampleFile } from './ExampleFile.tsx';
import { WordsField } from './WordsField.tsx';
import styles from './Templates.module.css';

export const emptyCard: TemplateCard = { file_id: null, body: '', buttons: [] };

/** The cards of a carousel: each a picture or film, a text and one or two buttons. */
export function CardsField() {
  const text = useText();
  const { values, change, problem, isReadOnly } = useEditing();
  const { cards } = values;
  const error = problem('cards');
  const replace = (at: number, next: TemplateCard, path: string) =>
    change(
      'cards',
      cards.map((each, index) => (index === at ? next : each)),
      path,
    );
  const [keys, dropKey] = useKeys(cards.length);
  const fields = useRef<(HTMLFieldSetElement | null)[]>([]);
  const placeOf = (at: number) => (element: HTMLFieldSetElement | null) => {
    fields.current[at] = element;
  };
  // Focus target after a card is removed.
  const focused = useRef<number>(null);
  useEffect(() => {
    if (focused.current === null) return;
    const next = fields.current[Math.min(focused.current, cards.length - 1)];
    focused.current = null;
    next?.querySelector<HTMLElement>(':is(button, textarea):not(:disabled)')?.focus();
  }, [cards]);
  const remove = (at: number) => {
    focused.current = at;
    dropKey(at);
    // Examples are keyed by their card's index.
    const rest = values.examples.flatMap((each) => {
      const [, place, name] = /^card\.(\d+)\.(\w+)$/.exec(each.key) ?? [];
      if (place === undefined || Number(place) < at) return [each];
      return Number(place) === at ? [] : [{ ...each, key: `card.${Number(place) - 1}.${name}` }];
    });
    change('examples', rest);
    change(
      'cards',
      cards.filter((_each, index) => index !== at),
    );
  };
  return (
    <>
      <Select
        label={text('template.cards.header')}
        options={CARD_HEADERS.map((id) => ({ id, label: text(`template.header.${id}`) }))}
        value={values.card_header}
        onChange={(id) => {
          change('card_header', id);
          change(
            'cards',
            cards.map((each) => ({ ...each, file_id: null })),
          );
        }}
        placeholder={text('form.choose')}
        isDisabled={isReadOnly}
      />
      {cards.map((card, at) => (
        <fieldset key={keys[at]} ref={placeOf(at)} className={styles.cardFields}>
          <legend>{text('template.card', { number: at + 1 })}</legend>
          {cards.length > TEMPLATE_CARDS.min && (
            <IconButton
              size="sm"
              className={styles.removeCard}
              label={text('template.card.remove', { number: at + 1 })}
              icon={<TrashIcon />}
              isDisabled={isReadOnly}
              onPress={() => remove(at)}
            />
          )}
          <ExampleFile
            kind={values.card_header}
            path={`cards.${at}.file_id`}
            fileId={card.file_id}
            onChange={(id) => replace(at, { ...card, file_id: id }, `cards.${at}.file_id`)}
          />
          <WordsField
            part={`card.${at}`}
            path={`cards.${at}.body`}
            label={text('template.card.body')}
            value={card.body}
            onChange={(typed) => replace(at, { ...card, body: typed }, `cards.${at}.body`)}
            max={TEMPLATE_TEXT_MAX.card}
          />
          <ButtonsField
            path={`cards.${at}.buttons`}
            buttons={card.buttons}
            most={TEMPLATE_CARDS.buttons}
            onChange={(buttons, path) => replace(at, { ...card, buttons }, path)}
          />
        </fieldset>
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.error} data-invalid="">
          {error}
        </p>
      )}
      <Button
        icon={<PlusIcon />}
        className={styles.insert}
        isDisabled={isReadOnly || cards.length >= TEMPLATE_CARDS.max}
        onPress={() => {
          // A new card has the same kinds of buttons.
          const buttons = (cards[0]?.buttons ?? []).map(({ type }) => ({ type, text: '', value: '', example: '' }));
          change('cards', [...cards, { ...emptyCard, buttons }]);
        }}
      >
        {text('template.card.add')}
      </Button>
    </>
  );
}

/** A stable key per card, so that an upload in progress ends up on the card it was chosen for. */
function useKeys(count: number): readonly [keys: readonly number[], drop: (at: number) => void] {
  const [{ keys, next }, setKeys] = useState({ keys: Array.from({ length: count }, (_, at) => at), next: count });
  // Cards that came or went otherwise did so at the end.
  if (keys.length !== count) {
    const more = Array.from({ length: Math.max(0, count - keys.length) }, (_, at) => next + at);
    setKeys({ keys: [...keys.slice(0, count), ...more], next: next + more.length });
  }
  const drop = (at: number) =>
    setKeys((before) => ({ ...before, keys: before.keys.filter((_key, index) => index !== at) }));
  return [keys, drop];
}
