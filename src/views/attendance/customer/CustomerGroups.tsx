import { useText } from '../../kit/useText.ts';
import { Tag } from '../../kit/Tag.tsx';
import styles from './CustomerCard.module.css';

/** The groups that a customer is in. */
export function CustomerGroups({
  groups,
}: {
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}) {
  const text = useText();
  if (groups.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="customer-groups">
      <div className={styles.head}>
        <h3 id="customer-groups" className={styles.title}>
          {text('customers.groups')}
        </h3>
      </div>
      <ul role="list" className={styles.tags}>
        {groups.map(({ id, name }) => (
          <li key={id}>
            <Tag>{name}</Tag>
          </li>
        ))}
      </ul>
    </section>
  );
}
