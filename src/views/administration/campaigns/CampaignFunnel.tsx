import { type RecipientStage } from '../../../../contract/facts/campaigns.ts';
import type { CSSProperties } from 'react';
import { countOf, preparedOf } from '../../../machines/entities/campaigns.ts';
import type { CampaignCounts } from '../../../machines/entities/campaigns.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import styles from './Funnel.module.css';

const STEPS = ['sent', 'delivered', 'read', 'answered'] as const satisfies readonly RecipientStage[];
const APART = ['failed', 'uncertain', 'skipped'] as const satisfies readonly RecipientStage[];

interface CampaignFunnelProps {
  readonly counts: CampaignCounts;
  readonly stage: RecipientStage;
  readonly onStage: (stage: RecipientStage) => void;
}

/** The funnel, each stage as a share of the previous one; a press shows its recipients in the table. */
export function CampaignFunnel({ counts, stage, onStage }: CampaignFunnelProps) {
  const text = useText();
  const formats = useFormats();
  const prepared = preparedOf(counts);
  const numbers = [prepared, ...STEPS.map((each) => countOf(counts, each))];
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
        {STEPS.map((each, index) =>
          step(
            each,
            index + 1,
            text(`campaign.stage.${each}`),
            text(`campaign.funnel.${each}`, {
              share: formats.percent(
                (numbers[index] ?? 0) === 0 ? 0 : (numbers[index + 1] ?? 0) / (numbers[index] ?? 1),
              ),
            }),
          ),
        )}
      </div>
      <div className={styles.apart}>
        {APART.map((each) => (
          <button
            key={each}
            type="button"
            data-stage={each}
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
