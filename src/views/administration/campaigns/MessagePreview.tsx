import type { CampaignFile } from '../../../../contract/facts/campaigns.ts';
import type { ChannelName } from '../../../../contract/facts/channels.ts';
import { cardFileKey, filledPart } from '../../../../contract/facts/templates.ts';
import type { CampaignVariable } from '../../../machines/entities/campaigns.ts';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';
import { useText } from '../../kit/useText.ts';
import { CardsPreview } from '../../attendance/templates/CardsPreview.tsx';
import { FilledText } from '../../attendance/templates/FilledText.tsx';
import { campaignFileIcons, campaignFileKind } from './campaign-file.ts';
import { fallbackOf } from './campaign-values.ts';
import styles from './Wizard.module.css';

interface PreviewProps {
  /** Its batch; undefined without batches. */
  readonly place: number | undefined;
  readonly channel: ChannelName;
  readonly template: MessageTemplate | undefined;
  readonly message: string | null;
  /** Of its header, or of the text's file. */
  readonly fileName: string | undefined;
  readonly variables: readonly CampaignVariable[];
}

/** The message as the phone shows it, with the variables' fallbacks. */
export function MessagePreview({ place, channel, template, message, fileName, variables }: PreviewProps) {
  const text = useText();
  const values = Object.fromEntries(variables.map((each) => [each.key, fallbackOf(each).trim()]));
  const words = (message ?? '').trim() === '' ? undefined : filledPart('body', message ?? '', values);
  const mark =
    template === undefined ? (fileName === undefined ? undefined : campaignFileKind(fileName)) : template.headerFile;
  const isThere = template !== undefined || words !== undefined || fileName !== undefined;
  return (
    <figure className={styles.phone}>
      <figcaption>
        {place === undefined ? text('campaign.preview') : text('campaign.preview.part', { place })}
      </figcaption>
      {isThere ? (
        <div className={styles.bubble} data-channel={channel}>
          {mark !== undefined && mark !== null && <HeaderMark kind={mark} name={fileName} />}
          {template === undefined && words !== undefined && (
            <p>
              <span data-text="">{words}</span>
            </p>
          )}
          {template !== undefined && (
            <p>
              <FilledText template={{ ...template, cards: [] }} values={values} />
            </p>
          )}
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
        <p className={styles.hint}>{text(channel === 'sms' ? 'campaign.preview.none.sms' : 'campaign.preview.none')}</p>
      )}
      <p className={styles.hint}>{text('campaign.preview.hint')}</p>
    </figure>
  );
}

/** The message's file. */
function HeaderMark({ kind, name }: { readonly kind: CampaignFile; readonly name: string | undefined }) {
  const Icon = campaignFileIcons[kind];
  return (
    <span className={styles.mark}>
      <Icon size={18} /> {name}
    </span>
  );
}
