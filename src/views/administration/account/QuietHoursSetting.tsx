import { useIntl } from 'react-intl';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import type { QuietHours } from '../../../machines/log/events-session.ts';
import { Choices } from '../../kit/Choices.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './NoticeSettings.module.css';

const everyDay = [1, 2, 3, 4, 5, 6, 0] as const;
const A_SUNDAY = Date.UTC(2024, 0, 7);
const initial = { from: 20 * 60, to: 8 * 60, days: everyDay };

interface QuietHoursSettingProps {
  readonly quiet: QuietHours | undefined;
  readonly onChange: (quiet: QuietHours | undefined) => void;
}

/** When nothing sounds: from, to, and the days on which it begins. Takes effect at once. */
export function QuietHoursSetting({ quiet, onChange }: QuietHoursSettingProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const weekday = (day: number) => formatDate(A_SUNDAY + day * DAY_MS, { weekday: 'long', timeZone: 'UTC' });
  // The times are in the time zone in which they were last changed.
  const change = (changed: Partial<QuietHours>) =>
    onChange({ ...initial, ...quiet, ...changed, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  const changeTime = (part: 'from' | 'to', typed: string) => {
    const minutes = minutesOf(typed);
    if (minutes !== null) change({ [part]: minutes });
  };
  return (
    <div className={styles.quiet}>
      <Switch
        isSelected={quiet !== undefined}
        onChange={(isOn) => (isOn ? change({}) : onChange(undefined))}
        description={text('noticeSettings.quiet.hint')}
      >
        {text('noticeSettings.quiet')}
      </Switch>
      {quiet !== undefined && (
        <>
          <div className={styles.times}>
            <DateField
              of="time"
              label={text('noticeSettings.quiet.from')}
              value={timeOf(quiet.from)}
              onChange={(typed) => changeTime('from', typed)}
            />
            <DateField
              of="time"
              label={text('noticeSettings.quiet.to')}
              value={timeOf(quiet.to)}
              onChange={(typed) => changeTime('to', typed)}
            />
          </div>
          <Choices
            label={text('noticeSettings.quiet.days')}
            options={everyDay.map((day) => ({ id: String(day), label: weekday(day) }))}
            value={quiet.days.map(String)}
            onChange={(ids) => change({ days: ids.map(Number) })}
            none=""
            description={text('noticeSettings.quiet.zone', { zone: quiet.timeZone.replaceAll('_', ' ') })}
            error={quiet.days.length === 0 ? text('noticeSettings.quiet.noDays') : undefined}
          />
        </>
      )}
    </div>
  );
}

function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Null for a time that isn't complete. */
function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/u.exec(time) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}
