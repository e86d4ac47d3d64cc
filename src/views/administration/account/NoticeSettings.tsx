import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { VOLUME_DEFAULT } from '../../../machines/limits.ts';
import { SOUND_KINDS } from '../../../../contract/facts/sounds.ts';
import type { SoundKind } from '../../../machines/log/events-session.ts';
import { selectNoticeSettings, selectSoundOn } from '../../../machines/shell/shell.preferences.selectors.ts';
import { selectDesktopPermission } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { useText } from '../../kit/useText.ts';
import { Card } from './Card.tsx';
import { QuietHoursSetting } from './QuietHoursSetting.tsx';
import styles from './NoticeSettings.module.css';

/** Steps of the volume, in per cent. */
const VOLUME_STEP = 10;

/** How this browser notifies: sounds, desktop notifications, quiet hours. */
export function NoticeSettings() {
  const { directory, append } = useApp();
  const text = useText();
  const isSoundOn = useSelector(directory.shell, selectSoundOn);
  const { silent = [], volume = VOLUME_DEFAULT, quiet } = useSelector(directory.shell, selectNoticeSettings);
  const desktop = useSelector(directory.shell, selectDesktopPermission);
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '#notices') return;
    place.current?.scrollIntoView({ block: 'start' });
    place.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [hash]);
  const toggle = (kind: SoundKind, isOn: boolean) =>
    append({
      type: 'noticeSettings.changed',
      change: { silent: isOn ? silent.filter((each) => each !== kind) : [...silent, kind] },
    });
  return (
    <div ref={place} id="notices">
      <Card title={text('noticeSettings.title')} lead={text('noticeSettings.lead')}>
        <Switch
          isSelected={isSoundOn}
          onChange={() => append({ type: 'sound.toggled' })}
          description={text('account.sound.hint')}
        >
          {text('account.sound')}
        </Switch>
        {isSoundOn && (
          <div className={styles.sounds}>
            <label className={styles.volume}>
              <span>{text('noticeSettings.volume')}</span>
              <input
                type="range"
                min={VOLUME_STEP}
                max={100}
                step={VOLUME_STEP}
                value={Math.round(volume * 100)}
                onChange={(event) =>
                  append({ type: 'noticeSettings.changed', change: { volume: Number(event.target.value) / 100 } })
                }
              />
            </label>
            <ul role="list" className={styles.kinds}>
              {SOUND_KINDS.map((kind) => {
                const name = text(`noticeSettings.sound.${kind}`);
                return (
                  <li key={kind} className={styles.kind}>
                    <Switch isSelected={!silent.includes(kind)} onChange={(isOn) => toggle(kind, isOn)}>
                      {name}
                    </Switch>
                    <Button
                      size="sm"
                      aria-label={text('noticeSettings.test.of', { name })}
                      onPress={() => append({ type: 'sound.tested', sound: kind })}
                    >
                      {text('noticeSettings.test')}
                    </Button>
                  </li>
                );
              })}
            </ul>
          </div>
        )}
        <div className={styles.desktop}>
          <span className={styles.words}>
            <span className={styles.name}>{text('noticeSettings.desktop')}</span>
            <span className={styles.hint}>{text(`noticeSettings.desktop.${desktop}`)}</span>
          </span>
          {desktop === 'default' && (
            <Button onPress={() => append({ type: 'desktop.permissionAsked' })}>{text('account.desktop.allow')}</Button>
          )}
          {desktop === 'granted' && (
            <Button
              size="sm"
              aria-label={text('noticeSettings.test.of', { name: text('noticeSettings.desktop') })}
              onPress={() => append({ type: 'desktop.tested' })}
            >
              {text('noticeSettings.test')}
            </Button>
          )}
        </div>
        <QuietHoursSetting
          quiet={quiet}
          onChange={(changed) => append({ type: 'noticeSettings.changed', change: { quiet: changed ?? null } })}
        />
      </Card>
    </div>
  );
}
