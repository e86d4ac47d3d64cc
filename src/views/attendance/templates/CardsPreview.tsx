import { variablesOf } from '../../../../contract/facts/templates.ts';
import type { TemplateCard } from '../../../machines/entities/customers.ts';
import { useText } from '../../kit/useText.ts';
import { FilledText } from './FilledText.tsx';
import { headerFileIcons } from './header-file.ts';
import styles from './Cards.module.css';

interface CardsPreviewProps {
  readonly cards: readonly TemplateCard[];
  readonly values: Readonly<Record<string, string>>;
  /** The name of the file that was chosen for a card; null for the template's example. */
  readonly ownName: (at: number) => string | null;
}

/** The cards of a carousel, as the customer scrolls through them. */
export function CardsPreview({ cards, values, ownName }: CardsPreviewProps) {
  const text = useText();
  if (cards.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <ul className={styles.cards} aria-label={text('templates.cards')} tabIndex={0}>
      {cards.map((card, at) => {
        const Icon = headerFileIcons[card.headerFile];
        const body = card.body ?? '';
        const own = variablesOf(body).map((name) => [`body.${name}`, values[`card.${at}.${name}`] ?? ''] as const);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- cards have nothing else of their own
          <li key={at} className={styles.card}>
            <span className={styles.file}>
              <Icon size={24} />
              <small>{ownName(at) ?? card.fileName}</small>
            </span>
            <p>
              <FilledText template={{ header: null, body, footer: null }} values={Object.fromEntries(own)} />
            </p>
            {card.buttons.map((caption) => (
              <b key={caption}>{caption}</b>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
