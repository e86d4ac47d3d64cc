import { type RecipientStage } from '../../../../contract/facts/campaigns.ts';
import type { ChannelName } from '../../../../contract/facts/channels.ts';
import type { CSSProperties } from 'react';
import { countOf, preparedOf } from '../../../machines/entities/campaigns.ts';
import type { CampaignCounts } from '../../../machines/entities/campaigns.ts';
import { campaignNumber } from '../../../machines/replay/row-numbers.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { REACHED_BY } from './campaign-words.ts';
import styles from './Funnel.module.css';

const APART = ['failed', 'uncertain', 'skipped'] as const satisfies readonly RecipientStage[];

interface CampaignFunnelProps {
  readonly id: string;
  readonly counts: CampaignCounts;
  readonly channel: ChannelName;
  readonly stage: RecipientStage;
  readonly onStage: (stage: RecipientStage) => void;
}

/** The funnel, each stage as a share of the previous one; a press shows its recipients in the table. */
export function CampaignFunnel({ id, counts, channel, stage, onStage }: CampaignFunnelProps) {
  const text = useText();
  const formats = useFormats();
  const prepared = preparedOf(counts);
  const steps = REACHED_BY[channel];
  const numbers = [prepared, ...steps.map((each) => countOf(counts, each))];
  const shareOf = (count: number) => (prepared === 0 ? 0 : count / prepared);
  const step = (of: RecipientStage, index: number, label: string, about: string) => {
    const count = numbers[index] ?? 0;
    const look = { '--v': shareOf(count), '--n': shareOf(numbers[index + 1] ?? 0) } as CSSProperties;
    return (
      <button
        key={of}
        type="button"
        className={styles.step}
        aria-pressed={stage === of}
        data-number={campaignNumber(of === 'all' ? 'prepared' : of, id)}
        aria-label={text('campaign.funnel.step', { stage: label, count: formats.number(count), about })}
        onClick={() => onStage(of)}
        style={look}
      >
        <span className={styles.label}>{label}</span>
        <b>{formats.number(count)}</b>
        <small>{about}</small>
        <span className={styles.bars} aria-hidden="true">
          <i />
        </span>
      </button>
    );
  };
  return (
    <div className={styles.funnel} role="group" aria-label={text('campaign.funnel')}>
      <div className={styles.steps}>
        {step(
          'all',
          0,
          text('campaign.stage.prepared'),
          text('campaign.funnel.queued', { count: countOf(counts, 'queued') }),
        )}
        {steps.map((each, index) => {
          // Some operators never say that an SMS was delivered.
          const isOfSent = channel === 'sms' && each === 'answered';
          const base = isOfSent ? countOf(counts, 'sent') : (numbers[index] ?? 0);
          const share = formats.percent(base === 0 ? 0 : (numbers[index + 1] ?? 0) / base);
          const about = text(isOfSent ? 'campaign.funnel.delivered' : `campaign.funnel.${each}`, { share });
          return step(each, index + 1, text(`campaign.stage.${each}`), about);
        })}
      </div>
      <div className={styles.apart}>
        {APART.map((each) => (
          <button
            key={each}
            type="button"
            data-stage={each}
            data-number={campaignNumber(each, id)}
            aria-pressed={stage === each}
            onClick={() => onStage(each)}
          >
            <i aria-hidden="true" />
            <span>{text(`campaign.stage.${each}`)}</span>
            <b>{formats.number(countOf(counts, each))}</b>
          </button>
        ))}
      </div>
    </div>
  );
}
