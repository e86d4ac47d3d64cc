import type { CampaignProgress } from '../../../machines/entities/campaigns.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { REACHED_BY } from './campaign-words.ts';
import { titleOf } from '../../attendance/templates/template-title.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import styles from './Cards.module.css';

/** The batches' funnels side by side, to compare them. */
export function CampaignParts({ campaign }: { readonly campaign: CampaignProgress }) {
  const { id, parts, partMessages, channel } = campaign;
  const text = useText();
  const formats = useFormats();
  const said = (batch: number) => {
    const { template, message, file } = partMessages.find((each) => each.batch === batch) ?? campaign;
    if (template !== null) return titleOf({ name: template });
    return [file, message].filter((each) => (each ?? '') !== '').join(' · ');
  };
  return (
    <section className={styles.card} aria-labelledby="campaign-parts">
      <header>
        <h3 id="campaign-parts">{text('campaign.byPart')}</h3>
        <small>{text('campaign.byPart.about')}</small>
      </header>
      <div className={styles.scroll}>
        <table className={styles.parts} aria-labelledby="campaign-parts">
          <thead>
            <tr>
              <th scope="col">{text('campaign.byPart.part')}</th>
              <th scope="col">{text('campaign.stage.prepared')}</th>
              {REACHED_BY[channel].map((stage) => (
                <th key={stage} scope="col">
                  {text(`campaign.stage.${stage}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part.batch}>
                <th scope="row">
                  {text('campaign.parts.part', { place: part.batch })}
                  {partMessages.length > 0 && <small title={said(part.batch)}>{said(part.batch)}</small>}
                </th>
                <td data-number={rowNumber('campaign', `parts.${part.batch}.total`, id)}>
                  {formats.number(part.total)}
                </td>
                {REACHED_BY[channel].map((stage) => (
                  <td key={stage} data-number={rowNumber('campaign', `parts.${part.batch}.${stage}`, id)}>
                    {formats.number(part[stage])}
                    {stage !== 'sent' && part.sent > 0 && <small> {formats.percent(part[stage] / part.sent)}</small>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
