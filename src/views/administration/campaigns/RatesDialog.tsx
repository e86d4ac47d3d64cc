import { useState } from 'react';
import { useLocale } from 'react-aria-components/I18nProvider';
import { PRICE_CATEGORIES } from '../../../../contract/facts/campaigns.ts';
import { createMoney } from '../../../i18n/money.ts';
import type { MessageRate } from '../../../machines/entities/campaigns.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useApp } from '../../app/app-context.tsx';
import { TrashIcon } from '../../kit/administration-icons.tsx';
import { IconButton } from '../../kit/Button.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useListing, wholeList } from '../list/use-listing.ts';
import { useCategoryName } from './campaign-words.ts';
import cards from './Cards.module.css';
import styles from './Wizard.module.css';

const { FormSelect, FormText, useField } = fieldsOf<FormFields['campaign.rate']>();
const CURRENCIES = ['BRL', 'USD', 'EUR'] as const;
/** Maximum decimals of a rate. */
const DECIMALS = 6;

interface RatesDialogProps {
  /** The category without a price. */
  readonly category: string | undefined;
  readonly onClose: () => void;
}

/** The company's message rates, and a form to add one. */
export function RatesDialog({ category, onClose }: RatesDialogProps) {
  const text = useText();
  const formats = useFormats();
  const { now } = useApp();
  const nameOf = useCategoryName();
  const [unwanted, setUnwanted] = useState<MessageRate>();
  return (
    <>
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
        <RateList onDelete={setUnwanted} />
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
      {unwanted !== undefined && <DeleteRate rate={unwanted} onClose={() => setUnwanted(undefined)} />}
    </>
  );
}

interface DeleteRateProps {
  readonly rate: MessageRate;
  readonly onClose: () => void;
}

function DeleteRate({ rate, onClose }: DeleteRateProps) {
  const text = useText();
  const { category, prefix, since } = rate;
  return (
    <ActionDialog
      form="campaign.rate.delete"
      formKey={`${category} ${prefix} ${since}`}
      values={{ category, prefix, since }}
      title={text('campaign.rates.delete.title', useRateWords()(rate))}
      confirmLabel={text('campaign.rates.delete')}
      tone="danger"
      onClose={onClose}
    >
      <p>{text('campaign.rates.delete.text')}</p>
    </ActionDialog>
  );
}

/** A rate's category, country and start, in words. */
function useRateWords(): (rate: MessageRate) => { category: string; country: string; since: string } {
  const text = useText();
  const formats = useFormats();
  const nameOf = useCategoryName();
  return ({ category, prefix, since }) => ({
    category: nameOf(category),
    country: prefix === '' ? text('campaign.rates.others') : `+${prefix}`,
    since: formats.date(`${since}T12:00:00Z`),
  });
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

/** The existing rates by category and country, newest first. */
function RateList({ onDelete }: { readonly onDelete: (rate: MessageRate) => void }) {
  const text = useText();
  const wordsOf = useRateWords();
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
          {rows.map((rate) => {
            const words = wordsOf(rate);
            return (
              <tr key={rate.id}>
                <th scope="row">{words.category}</th>
                <td>{words.country}</td>
                <td>{money(rate.amount, rate.currency)}</td>
                <td>
                  {words.since}{' '}
                  <IconButton
                    size="sm"
                    label={text('campaign.rates.delete.title', words)}
                    icon={<TrashIcon />}
                    onPress={() => onDelete(rate)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
