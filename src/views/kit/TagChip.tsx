import type { TagColor } from '../../../contract/facts/tag-colors.ts';
import styles from './TagChip.module.css';

interface Chip {
  readonly id: string;
  readonly name: string;
  readonly color: TagColor;
}

/** A company's tag in its colour. */
export function TagChip({ name, color }: Omit<Chip, 'id'>) {
  return (
    <span className={styles.chip} data-color={color} title={name}>
      {name}
    </span>
  );
}

/** How many tags a row shows. */
const SHOWN = 2;

/** The first tags, and how many more there are. */
export function TagChips({ tags = [] }: { readonly tags?: readonly Chip[] | undefined }) {
  if (tags.length === 0) return null;
  return (
    <span className={styles.chips}>
      {tags.slice(0, SHOWN).map((tag) => (
        <TagChip key={tag.id} name={tag.name} color={tag.color} />
      ))}
      {tags.length > SHOWN && (
        <span className={styles.more} title={tags.map(({ name }) => name).join(', ')}>
          +{tags.length - SHOWN}
        </span>
      )}
    </span>
  );
}
