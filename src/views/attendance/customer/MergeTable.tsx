import { useId, type ReactNode } from 'react';
import type { MergePreview, MergeSide } from '../../../machines/entities/customers.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { TagChip } from '../../kit/TagChip.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { useZoneName } from '../../administration/use-zone-name.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useValueText } from './use-value-text.ts';
import styles from './MergeDialog.module.css';

/** What of the other customer replaces the remaining one's. */
export interface Taken {
  readonly name: boolean;
  readonly image: boolean;
}

interface MergeTableProps {
  readonly preview: MergePreview;
  readonly taken: Taken;
  readonly onTake: (taken: Taken) => void;
}

/** What two customers have, side by side; name and picture can be chosen, and what won't be kept is struck out. */
export function MergeTable({ preview: { into, from }, taken, onTake }: MergeTableProps) {
  const text = useText();
  const zoneName = useZoneName();
  const formats = useFormats();
  const valueText = useValueText();
  const sides = [into, from] as const;
  const both = (show: (side: MergeSide) => ReactNode) => sides.map((side) => <td key={side.card.id}>{show(side)}</td>);
  /** A value of which only one is kept: the remaining customer's, if they have one. */
  const single = (valueOf: (side: MergeSide) => string | null | undefined) => {
    const isTwice = Boolean(valueOf(into)) && Boolean(valueOf(from)) && valueOf(into) !== valueOf(from);
    return both((side) => {
      const value = valueOf(side);
      if (!value) return text('merge.empty');
      return isTwice && side === from ? <del>{value}</del> : value;
    });
  };
  const numbersOf = ({ card }: MergeSide) => [card.phone, ...(card.numbers ?? [])];
  const fields = into.card.fields.filter(({ id }) => sides.some(({ card }) => card.values[id] !== undefined));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{text('merge.what')}</VisuallyHidden>
          </th>
          <th scope="col">{text('merge.stays')}</th>
          <th scope="col">{text('merge.goes')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{text('merge.name')}</th>
          <Choice
            isTaken={taken.name}
            onTake={(name) => onTake({ ...taken, name })}
            options={sides.map(({ card }) => ({ id: card.id, label: card.name, content: card.name }))}
          />
        </tr>
        {(into.image !== null || from.image !== null) && (
          <tr>
            <th scope="row">{text('merge.image')}</th>
            {into.image !== null && from.image !== null ? (
              <Choice
                isTaken={taken.image}
                onTake={(image) => onTake({ ...taken, image })}
                options={sides.map(({ card, image }) => ({
                  id: card.id,
                  label: text('merge.image.of', { name: card.name }),
                  content: <Avatar name={card.name} seed={card.id} image={image} />,
                }))}
              />
            ) : (
              both(({ card, image }) =>
                image === null ? text('merge.image.none') : <Avatar name={card.name} seed={card.id} image={image} />,
              )
            )}
          </tr>
        )}
        <tr>
          <th scope="row">{text('merge.numbers')}</th>
          {both((side) =>
            numbersOf(side).map((number) => (
              <span key={number} className={styles.line}>
                {formats.phone(number)}
              </span>
            )),
          )}
        </tr>
        <tr>
          <th scope="row">{text('merge.history')}</th>
          {both(({ tickets, messages, open }) => (
            <>
              {text('merge.history.of', { tickets, messages })}
              {open.map(({ id, instance, owner }) => (
                <span key={id} className={styles.line}>
                  {owner === null
                    ? text('merge.openQueued', { instance })
                    : text('merge.openOf', { instance, name: owner })}
                </span>
              ))}
            </>
          ))}
        </tr>
        {sides.some(({ isBlocked }) => isBlocked) && (
          <tr>
            <th scope="row">{text('merge.blocked')}</th>
            {both(({ isBlocked }) => text(isBlocked ? 'customers.yes' : 'customers.no'))}
          </tr>
        )}
        {sides.some(({ card }) => card.tags.length > 0) && (
          <tr>
            <th scope="row">{text('merge.tags')}</th>
            {both(({ card }) =>
              card.tags.length === 0 ? (
                text('merge.empty')
              ) : (
                <span className={styles.tags}>
                  {card.tags.map((tag) => (
                    <TagChip key={tag.id} name={tag.name} color={tag.color} />
                  ))}
                </span>
              ),
            )}
          </tr>
        )}
        {sides.some(({ card }) => card.email !== null) && (
          <tr>
            <th scope="row">{text('merge.email')}</th>
            {single(({ card }) => card.email)}
          </tr>
        )}
        {sides.some(({ card }) => Boolean(card.timezone)) && (
          <tr>
            <th scope="row">{text('customers.timezone')}</th>
            {single(({ card }) => (card.timezone ? zoneName(card.timezone) : null))}
          </tr>
        )}
        {fields.map((field) => (
          <tr key={field.id}>
            <th scope="row">{field.name}</th>
            {single(({ card }) => {
              const value = card.values[field.id];
              return value === undefined ? null : valueText(field, value);
            })}
          </tr>
        ))}
        {sides.some(({ card }) => card.note !== null) && (
          <tr>
            <th scope="row">{text('merge.note')}</th>
            {both(({ card }) => card.note ?? text('merge.empty'))}
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface ChoiceProps {
  /** The remaining customer's, and the other's. */
  readonly options: readonly { readonly id: string; readonly label: string; readonly content: ReactNode }[];
  /** Whether the other's is chosen. */
  readonly isTaken: boolean;
  readonly onTake: (isTaken: boolean) => void;
}

/** Two cells of which one is chosen. */
function Choice({ options, isTaken, onTake }: ChoiceProps) {
  const group = useId();
  return options.map(({ id, label, content }, at) => (
    <td key={id}>
      <label className={styles.choice}>
        <input
          type="radio"
          name={group}
          aria-label={label}
          checked={isTaken === (at === 1)}
          onChange={() => onTake(at === 1)}
        />
        {content}
      </label>
    </td>
  ));
}
