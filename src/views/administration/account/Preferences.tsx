import { useSelector } from '@xstate/react';
import { LOCALES } from '../../../../contract/facts/locales.ts';
import { parseLocale } from '../../../i18n/locale.ts';
import { selectSupportFrom } from '../../../machines/auth/auth.selectors.ts';
import { selectLockMinutes } from '../../../machines/shell/shell.preferences.selectors.ts';
import {
  selectDensity,
  selectHasSingleKeys,
  selectModSends,
  selectLocale,
  selectThemeChoice,
} from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { useText } from '../../kit/useText.ts';
import { Card } from './Card.tsx';
import { lockAfter, useOwnSettings } from './use-own-settings.ts';
import styles from './Preferences.module.css';

const minutes = [5, 15, 30, 60] as const;
const NEVER = 'never';

/** The choices up to the company's limit, the limit itself, and the current value. */
function choicesOf(limit: number, current: number | null): readonly number[] {
  const allowed = limit === 0 ? minutes : [...minutes.filter((each) => each < limit), limit];
  return [...new Set(current === null ? allowed : [...allowed, current])].toSorted((a, b) => a - b);
}

/** This browser's theme, language and lock time. */
export function Preferences({ userId }: { readonly userId: string }) {
  const { directory, append } = useApp();
  const text = useText();
  const theme = useSelector(directory.shell, selectThemeChoice);
  const density = useSelector(directory.shell, selectDensity);
  const locale = useSelector(directory.shell, selectLocale);
  const modSends = useSelector(directory.shell, selectModSends);
  const hasSingleKeys = useSelector(directory.shell, selectHasSingleKeys);
  const isSupport = useSelector(directory.auth, selectSupportFrom) !== undefined;
  const chosenMinutes = useSelector(directory.shell, selectLockMinutes);
  const { own } = useOwnSettings(userId);
  const limit = own?.lockMinutes ?? 0;
  const lockMinutes = lockAfter(chosenMinutes, own);
  return (
    <Card title={text('account.preferences')} lead={text('account.preferences.lead')}>
      <div className={styles.choices}>
        <div className={styles.theme}>
          <span className={styles.label}>{text('layout.account.theme')}</span>
          <SegmentedControl
            label={text('layout.account.theme')}
            options={[
              { value: 'light', label: text('layout.account.theme.light') },
              { value: 'dark', label: text('layout.account.theme.dark') },
              { value: 'system', label: text('layout.account.theme.system') },
            ]}
            value={theme}
            onChange={(chosen) => append({ type: 'theme.chosen', theme: chosen })}
          />
        </div>
        <div className={styles.theme}>
          <span className={styles.label}>{text('layout.account.density')}</span>
          <SegmentedControl
            label={text('layout.account.density')}
            options={[
              { value: 'comfortable', label: text('layout.account.density.comfortable') },
              { value: 'compact', label: text('layout.account.density.compact') },
            ]}
            value={density}
            onChange={(chosen) => append({ type: 'density.chosen', density: chosen })}
          />
        </div>
        <Select
          label={text('layout.account.language')}
          options={LOCALES.map((id) => ({ id, label: text(`layout.language.${id}`) }))}
          value={locale}
          placeholder=""
          onChange={(id) => append({ type: 'locale.chosen', locale: parseLocale(id) ?? locale })}
        />
        {!isSupport && (
          <Select
            label={text('account.lockAfter')}
            options={[
              ...(limit === 0 ? [{ id: NEVER, label: text('account.lockAfter.never') }] : []),
              ...choicesOf(limit, lockMinutes).map((each) => ({
                id: String(each),
                label: text('account.lockAfter.minutes', { count: each }),
              })),
            ]}
            value={lockMinutes === null ? NEVER : String(lockMinutes)}
            placeholder=""
            onChange={(id) => append({ type: 'lockMinutes.chosen', minutes: id === NEVER ? null : Number(id) })}
            {...(limit === 0 ? {} : { description: text('account.lockAfter.limit', { count: limit }) })}
          />
        )}
      </div>
      <Switch
        isSelected={hasSingleKeys}
        onChange={() => append({ type: 'singleKeys.toggled' })}
        description={text('account.singleKeys.hint')}
      >
        {text('account.singleKeys')}
      </Switch>
      <Switch
        isSelected={modSends}
        onChange={() => append({ type: 'modSends.toggled' })}
        description={text('account.modSends.hint')}
      >
        {text('account.modSends')}
      </Switch>
    </Card>
  );
}
