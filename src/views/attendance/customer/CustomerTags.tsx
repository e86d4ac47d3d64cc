import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState } from 'react';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { foldText } from '../../../../contract/facts/fold-text.ts';
import { CUSTOMER_TAGS_MAX } from '../../../../contract/facts/customers.ts';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { CustomerCard } from '../../../machines/entities/customers.ts';
import { useAction } from '../../administration/form/use-action.ts';
import { useListing, heldList } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { cx } from '../../kit/cx.ts';
import { Button } from '../../kit/Button.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { TagChip } from '../../kit/TagChip.tsx';
import { useText } from '../../kit/useText.ts';
import { isFocusLost } from '../focus.ts';
import field from '../../kit/field.module.css';
import popover from '../../kit/popover.module.css';
import styles from './CustomerCard.module.css';

/** The id of the entry that makes a new tag. */
const NEW = 'new';

interface CustomerTagsProps {
  readonly card: Pick<CustomerCard, 'id' | 'tags'>;
  /** Whether the field for another one gets the focus. */
  readonly autoFocus?: boolean;
}

/** A customer's tags: added by typing, taken off one by one. Who manages tags makes new ones here too. */
export function CustomerTags({ card, autoFocus = false }: CustomerTagsProps) {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const listing = useListing('choices.tags', heldList);
  const all = listing.rows ?? [];
  const hasFailed = listing.rows === null && listing.failure !== null;
  const mayCreate = useSelector(directory.auth, selectRoutes).includes('customer-fields');
  const { run, isPending, failure } = useAction('chat.tag', card.id);
  const section = useRef<HTMLElement>(null);
  const isRemoving = useRef(false);
  // The pressed button can't be pressed meanwhile, and then is gone.
  useEffect(() => {
    if (isPending || !isRemoving.current || !isFocusLost()) return;
    isRemoving.current = false;
    section.current?.focus({ preventScroll: true });
  }, [isPending, card.tags]);
  const titleId = useId();
  const [typed, setTyped] = useState('');
  // The list shuts when a value is chosen, which it has until then.
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = foldText(typed.trim());
  const options = all.filter(
    ({ id, name }) => card.tags.every((tag) => tag.id !== id) && foldText(name).includes(wanted),
  );
  const isKnown = all.some(({ name }) => foldText(name) === wanted);
  const items = [
    ...options.map(({ id, name, color }) => ({ id, name, color })),
    ...(mayCreate && wanted !== '' && !isKnown ? [{ id: NEW, name: typed.trim(), color: undefined }] : []),
  ];
  function add(id: string | number | readonly (string | number)[] | null): void {
    if (typeof id !== 'string') return;
    if (id === NEW) run({ tagged: true, name: typed.trim() });
    else run({ tag_id: id, tagged: true });
    setTyped('');
    setChosen(id);
  }
  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {text('customers.tags')}
        </h3>
      </div>
      <div className={styles.tags}>
        {card.tags.map(({ id, name, color }) => (
          <span key={id} className={styles.tag}>
            <TagChip name={name} color={color} />
            <button
              type="button"
              className={styles.remove}
              disabled={isPending}
              aria-label={text('customers.tags.remove', { name })}
              onClick={() => {
                isRemoving.current = true;
                run({ tag_id: id, tagged: false });
              }}
            >
              <CloseIcon />
            </button>
          </span>
        ))}
        {card.tags.length < CUSTOMER_TAGS_MAX && (
          <ComboBox
            className={cx(styles.picker)}
            aria-label={text('customers.tags.add')}
            isReadOnly={isPending}
            autoFocus={autoFocus}
            menuTrigger="focus"
            allowsEmptyCollection
            items={items}
            inputValue={typed}
            onInputChange={setTyped}
            value={chosen}
            onChange={add}
            onOpenChange={(isOpen) => {
              if (!isOpen) setChosen(null);
            }}
          >
            <div className={field.box}>
              <Input className={cx(field.input)} placeholder={text('customers.tags.placeholder')} />
            </div>
            <Popover className={cx(popover.popover)} offset={5}>
              <ListBox
                className={cx(popover.list)}
                renderEmptyState={() => (
                  <p className={styles.none}>{text(hasFailed ? 'customers.tags.missed' : 'customers.tags.none')}</p>
                )}
              >
                {(item: (typeof items)[number]) => (
                  <ListBoxItem id={item.id} textValue={item.name} className={cx(popover.item)}>
                    {item.color === undefined ? (
                      text('customers.tags.create', { name: item.name })
                    ) : (
                      <TagChip name={item.name} color={item.color} />
                    )}
                  </ListBoxItem>
                )}
              </ListBox>
            </Popover>
          </ComboBox>
        )}
      </div>
      {hasFailed && (
        <p className={styles.problem} role="status">
          {text('customers.tags.missed')}{' '}
          <Button size="sm" onPress={listing.retry}>
            {text('action.retry')}
          </Button>
        </p>
      )}
      {failure !== null && (
        <p className={styles.problem} role="alert">
          {Object.values(failure.fields)[0] === undefined ? failureText(failure) : text('customers.tags.invalid')}
        </p>
      )}
    </section>
  );
}
