import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { Copiable } from './Copiable.tsx';
import styles from './CustomerCard.module.css';

/** The numbers that a customer has besides the main one. */
export function OtherNumbers({ numbers }: { readonly numbers: readonly string[] }) {
  const text = useText();
  const formats = useFormats();
  if (numbers.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="customer-numbers">
      <div className={styles.head}>
        <h3 id="customer-numbers" className={styles.title}>
          {text('merge.further')}
        </h3>
      </div>
      <ul role="list">
        {numbers.map((number) => (
          <li key={number} className={styles.number}>
            <Copiable what={formats.phone(number)} value={`+${number}`}>
              {formats.phone(number)}
            </Copiable>
          </li>
        ))}
      </ul>
    </section>
  );
}
