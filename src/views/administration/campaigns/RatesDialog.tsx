import { useLocale } from 'react-aria-components/I18nProvider';
import { PRICE_CATEGORIES } from '../../../../contract/facts/campaigns.ts';
import { createMoney } from '../../../i18n/money.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useApp } from '../../app/app-context.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useListing, wholeList } from '../list/use-listing.ts';
import { useCategoryName } from './campaign-words.ts';
import cards from './Cards.module.css';
import styles from './Wizard.module.css';

const { FormSelect, FormText, useField } = fieldsOf<FormFields['campaign.rate']>();
const CURRENCIES = ['BRL', 'USD', 'EUR'] as const;
/** As many decimals as a rate has. */
const DECIMALS = 6;

interface RatesDialogProps {
  /** The category that a price is missing for. */
  readonly category: string | undefined;
  readonly onClose: () => void;
}

/** What messages cost the company, and another price from a day on. */
export function RatesDialog({ category, onClose }: RatesDialogProps) {
  const text = useText();
  const formats = useFormats();
  const { now } = useApp();
  const nameOf = useCategoryName();
  return (
    <FormDialog
      form="campaign.rate"
      formKey="new"
      values={{
        category: PRICE_CATEGORIES.find((each) => each === category) ?? PRICE_CATEGORIES[0],
        prefix: '55',
        currency: CURRENCIES[0],
        amount: '',
        since: formats.dayKey(now()),
      }}
      title={text('campaign.rates')}
      submitLabel={text('campaign.rates.save')}
      onClose={onClose}
    >
      <p className={styles.hint}>{text('campaign.rates.hint')}</p>
      <RateList />
      <Fields>
        <FieldRow>
          <FormSelect
            name="category"
            label={text('campaign.rates.category')}
            options={PRICE_CATEGORIES.map((id) => ({ id, label: nameOf(id) }))}
            isRequired
          />
          <FormText
            name="prefix"
            label={text('campaign.rates.prefix')}
            description={text('campaign.rates.prefix.hint')}
            inputMode="numeric"
          />
        </FieldRow>
        <FieldRow>
          <FormSelect
            name="currency"
            label={text('campaign.rates.currency')}
            options={CURRENCIES.map((id) => ({ id, label: id }))}
            isRequired
          />
          <FormText name="amount" label={text('campaign.rates.amount')} isRequired />
        </FieldRow>
        <FieldRow>
          <Since />
        </FieldRow>
      </Fields>
    </FormDialog>
  );
}

function Since() {
  const text = useText();
  const { value, change, error, isReadOnly } = useField('since');
  return (
    <DateField
      label={text('campaign.rates.since')}
      description={text('campaign.rates.since.hint')}
      value={typeof value === 'string' ? value : ''}
      onChange={change}
      error={error}
      isReadOnly={isReadOnly}
    />
  );
}

/** The prices so far, by category and country, the newest first. */
function RateList() {
  const text = useText();
  const formats = useFormats();
  const nameOf = useCategoryName();
  const money = createMoney(useLocale().locale, DECIMALS);
  const { rows, failure, retry } = useListing('campaign.rates', wholeList);
  if (failure !== null) return <FailedLookups lookups={[{ hasFailed: true, retry }]} />;
  if (rows === null) return <SkeletonRows count={2} />;
  if (rows.length === 0) return <p className={styles.hint}>{text('campaign.rates.none')}</p>;
  return (
    <div className={cards.scroll}>
      <table className={cards.parts} aria-label={text('campaign.rates')}>
        <thead>
          <tr>
            <th scope="col">{text('campaign.rates.category')}</th>
            <th scope="col">{text('campaign.rates.country')}</th>
            <th scope="col">{text('campaign.rates.amount')}</th>
            <th scope="col">{text('campaign.rates.since')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, category, prefix, currency, amount, since }) => (
            <tr key={id}>
              <th scope="row">{nameOf(category)}</th>
              <td>{prefix === '' ? text('campaign.rates.others') : `+${prefix}`}</td>
              <td>{money(amount, currency)}</td>
              <td>{formats.date(`${since}T12:00:00Z`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
