import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { SETTING_GROUPS, type SettingGroup } from '../../../../contract/facts/dynamic-settings.ts';
import { PAGE_SIZE_MAX } from '../../../../contract/facts/limits.ts';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { DynamicSetting } from '../../../machines/entities/support.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { PencilIcon } from '../../kit/administration-icons.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { useListing } from '../list/use-listing.ts';
import { SettingDialog } from './SettingDialog.tsx';
import { useSettingTexts } from './setting-texts.ts';
import styles from './SettingsScreen.module.css';

const query: ListQuery = {
  page: 1,
  limit: PAGE_SIZE_MAX,
  search: '',
  sort: { by: 'id', descending: false },
  filters: {},
};

type Opened = { readonly kind: 'edit' | 'revert'; readonly setting: DynamicSetting };

/** /dynamic-settings: the company's settings, their defaults, and who changed them when. */
export function SettingsScreen() {
  const text = useText();
  const failureText = useFailureText();
  const { nameOf, valueOf } = useSettingTexts();
  const { rows, failure, retry } = useListing('settings', query);
  const [opened, setOpened] = useState<Opened>();
  const viewer = useSelector(useApp().directory.auth, selectViewer);
  const mayChange = (group: SettingGroup) => group !== 'security' || (viewer !== null && isAdmin(viewer));
  const close = () => setOpened(undefined);
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{text('settings.title')}</h1>
        <p className={styles.lead}>{text('settings.lead')}</p>
      </header>
      {rows === null && failure === null && (
        <div role="status" aria-label={text('table.loading')}>
          <Skeleton shape="block" height={320} />
        </div>
      )}
      {rows === null && failure !== null && (
        <ErrorState title={text('settings.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
          {failureText(failure)}
        </ErrorState>
      )}
      {rows !== null &&
        SETTING_GROUPS.map((group) => (
          <section key={group} aria-labelledby={`settings-${group}`}>
            <h2 id={`settings-${group}`} className={styles.group}>
              {text(`settings.group.${group}`)}
            </h2>
            {!mayChange(group) && <Banner className={styles.note}>{text('settings.administrators')}</Banner>}
            <ul role="list" className={styles.list}>
              {rows
                .filter((setting) => setting.group === group)
                .map((setting) => (
                  <Row
                    key={setting.id}
                    setting={setting}
                    onOpen={mayChange(group) ? (kind) => setOpened({ kind, setting }) : undefined}
                  />
                ))}
            </ul>
          </section>
        ))}
      {opened?.kind === 'edit' && <SettingDialog setting={opened.setting} onClose={close} />}
      {opened?.kind === 'revert' && (
        <ActionDialog
          form="setting.revert"
          formKey={opened.setting.id}
          title={text('settings.revert.title', { name: nameOf(opened.setting) })}
          confirmLabel={text('settings.revert')}
          onClose={close}
        >
          {text('settings.revert.text', {
            value: valueOf(opened.setting, opened.setting.value),
            usual: valueOf(opened.setting, opened.setting.usual),
          })}
        </ActionDialog>
      )}
    </div>
  );
}

interface RowProps {
  readonly setting: DynamicSetting;
  /** Undefined for users who may not change it. */
  readonly onOpen: ((kind: Opened['kind']) => void) | undefined;
}

function Row({ setting, onOpen }: RowProps) {
  const text = useText();
  const formats = useFormats();
  const { nameOf, aboutOf, valueOf } = useSettingTexts();
  const { changedAt, changedBy, isUsual } = setting;
  const name = nameOf(setting);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>{name}</strong>
        <span>{aboutOf(setting)}</span>
        {changedAt !== null && (
          <small>
            {text('settings.changed', {
              name: changedBy ?? text('settings.someone'),
              date: formats.date(changedAt),
              time: formats.time(changedAt),
            })}
          </small>
        )}
      </div>
      <div className={styles.value}>
        <span className={styles.held}>{valueOf(setting, setting.value)}</span>
        {isUsual ? (
          <Tag>{text('settings.usual')}</Tag>
        ) : (
          <small>{text('settings.usual.is', { value: valueOf(setting, setting.usual) })}</small>
        )}
      </div>
      {onOpen !== undefined && (
        <div className={styles.actions}>
          {!isUsual && (
            <Button variant="ghost" size="sm" onPress={() => onOpen('revert')}>
              {text('settings.revert')}
            </Button>
          )}
          <Button
            size="sm"
            icon={<PencilIcon />}
            aria-label={text('settings.change.of', { name })}
            onPress={() => onOpen('edit')}
          >
            {text('settings.change')}
          </Button>
        </div>
      )}
    </li>
  );
}
