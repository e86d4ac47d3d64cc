import { cardFileKey, filledPart, type HeaderFile } from '../../../../contract/facts/templates.ts';
import type { CampaignVariable } from '../../../machines/entities/campaigns.ts';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';
import { useText } from '../../kit/useText.ts';
import { CardsPreview } from '../../attendance/templates/CardsPreview.tsx';
import { FilledText } from '../../attendance/templates/FilledText.tsx';
import { headerFileIcons } from '../../attendance/templates/header-file.ts';
import { fallbackOf } from './campaign-values.ts';
import styles from './Wizard.module.css';

interface PreviewProps {
  /** Which part it is of; undefined of a campaign that isn't divided. */
  readonly place: number | undefined;
  readonly template: MessageTemplate | undefined;
  readonly message: string | null;
  readonly fileName: string | undefined;
  readonly variables: readonly CampaignVariable[];
}

/** The message as the phone shows it, with what stands where nothing is known of a customer. */
export function MessagePreview({ place, template, message, fileName, variables }: PreviewProps) {
  const text = useText();
  const values = Object.fromEntries(variables.map((each) => [each.key, fallbackOf(each).trim()]));
  const isThere = template !== undefined || (message ?? '').trim() !== '';
  return (
    <figure className={styles.phone}>
      <figcaption>
        {place === undefined ? text('campaign.preview') : text('campaign.preview.part', { place })}
      </figcaption>
      {isThere ? (
        <div className={styles.bubble}>
          {template !== undefined && template.headerFile !== null && (
            <HeaderMark kind={template.headerFile} name={fileName} />
          )}
          <p>
            {template === undefined ? (
              <span data-text="">{filledPart('body', message ?? '', values)}</span>
            ) : (
              <FilledText template={{ ...template, cards: [] }} values={values} />
            )}
          </p>
          {template !== undefined &&
            template.buttons.map((caption) => (
              <span key={caption} className={styles.button}>
                {caption}
              </span>
            ))}
          {template !== undefined && (
            <CardsPreview
              cards={template.cards}
              values={values}
              ownName={(at) => variables.find(({ key }) => key === cardFileKey(at))?.fallback ?? null}
            />
          )}
        </div>
      ) : (
        <p className={styles.hint}>{text('campaign.preview.none')}</p>
      )}
      <p className={styles.hint}>{text('campaign.preview.hint')}</p>
    </figure>
  );
}

/** Where the file stands in the message. */
function HeaderMark({ kind, name }: { readonly kind: HeaderFile; readonly name: string | undefined }) {
  const Icon = headerFileIcons[kind];
  return (
    <span className={styles.mark}>
      <Icon size={18} /> {name}
    </span>
  );
}
