import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useLocale } from 'react-aria-components/I18nProvider';
import { createMoney } from '../../../i18n/money.ts';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { CampaignCost as Cost, CampaignProgress } from '../../../machines/entities/campaigns.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useCategoryName } from './campaign-words.ts';
import cards from './Cards.module.css';
import { RatesDialog } from './RatesDialog.tsx';
import styles from './Wizard.module.css';

/** The total cost by currency; a lower bound if some messages have no price. */
function useTotal(): (costs: readonly Cost[]) => string {
  const text = useText();
  const money = createMoney(useLocale().locale);
  return (costs) => {
    const sums = new Map<string, number>();
    for (const { currency, amount } of costs) {
      if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + (amount ?? 0));
    }
    const isWhole = costs.every(({ amount }) => amount !== null);
    const total = [...sums].map(([currency, amount]) => money(amount, currency)).join(' + ');
    if (total === '') return isWhole && costs.length > 0 ? text('campaign.cost.free') : '—';
    return isWhole ? total : text('campaign.cost.atLeast', { total });
  };
}

/** Rows with the total cost and, if there are several categories, each one's. */
export function CostFacts({ label, costs }: { readonly label: string; readonly costs: readonly Cost[] }) {
  const text = useText();
  const formats = useFormats();
  const nameOf = useCategoryName();
  const total = useTotal();
  return (
    <>
      <div>
        <dt>{label}</dt>
        <dd>{total(costs)}</dd>
      </div>
      {costs.length > 1 &&
        costs.some(({ amount }) => amount !== null) &&
        costs.map((cost) => (
          <div key={`${cost.category} ${cost.currency} ${cost.amount === null}`}>
            <dt>
              {text('campaign.cost.category', {
                category: nameOf(cost.category),
                messages: formats.number(cost.messages),
              })}
            </dt>
            <dd>{total([cost])}</dd>
          </div>
        ))}
    </>
  );
}

/** Categories without a price, and for administrators the button to set one. */
export function Rates({ costs }: { readonly costs: readonly Cost[] }) {
  const text = useText();
  const nameOf = useCategoryName();
  const { directory } = useApp();
  const viewer = useSelector(directory.auth, selectViewer);
  const [isOpen, setOpen] = useState(false);
  const missing = [...new Set(costs.filter(({ amount }) => amount === null).map(({ category }) => category))];
  const maySet = viewer !== null && isAdmin(viewer);
  return (
    <>
      {missing.length > 0 && (
        <p className={styles.hint}>
          {text('campaign.cost.missing', { categories: missing.map(nameOf).join(', ') })}{' '}
          {!maySet && text('campaign.cost.ask')}
        </p>
      )}
      {maySet && (
        <div>
          <Button size="sm" variant="link" onPress={() => setOpen(true)}>
            {text('campaign.rates')}
          </Button>
        </div>
      )}
      {isOpen && <RatesDialog category={missing[0]} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The cost of a finished campaign, by the provider's statuses or the length of each SMS. */
export function CampaignCost({ costs, channel }: Pick<CampaignProgress, 'costs' | 'channel'>) {
  const text = useText();
  return (
    <section className={cx(cards.card, cards.cost)} aria-labelledby="campaign-cost">
      <header>
        <h3 id="campaign-cost">{text('campaign.cost')}</h3>
        <small>{text(channel === 'sms' ? 'campaign.cost.about.sms' : 'campaign.cost.about')}</small>
      </header>
      <dl className={cards.facts}>
        <CostFacts label={text('campaign.cost.total')} costs={costs} />
      </dl>
      <Rates costs={costs} />
    </section>
  );
}
