import { parseDate, parseDateTime, parseTime, type DateValue } from '@internationalized/date';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Heading } from 'react-aria-components/Heading';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { DatePicker } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField';
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from './administration-icons.tsx';
import { cx } from './cx.ts';
import { AlertIcon } from './icons.tsx';
import type { DateFieldProps } from './lazy-date-field.tsx';
import field from './field.module.css';
import popover from './popover.module.css';
import styles from './DateField.module.css';

/** In every language, as in the formats. */
const HOURS = 24;

/** A day, a moment or a time of day, typed part by part in the page's language or chosen in a calendar. */
export function DateField(props: DateFieldProps) {
  return props.of === 'time' ? <Time {...props} /> : <Day {...props} />;
}

function Day({ of = 'day', label, value, onChange, min, max, ...rest }: DateFieldProps) {
  const { description, error, isReadOnly = false, isLabelHidden = false, className } = rest;
  const granularity = of === 'day' ? 'day' : 'minute';
  const parsed = (text: string | undefined): DateValue | null =>
    of === 'day' ? parsedOr(text, parseDate) : parsedOr(text, parseDateTime);
  const [least, most] = [parsed(min), parsed(max)];
  return (
    <DatePicker<DateValue>
      value={parsed(value)}
      onChange={(next) => onChange(next === null ? '' : next.toString().slice(0, of === 'day' ? 10 : 16))}
      granularity={granularity}
      hourCycle={HOURS}
      shouldForceLeadingZeros
      isInvalid={error !== undefined}
      isReadOnly={isReadOnly}
      validationBehavior="aria"
      className={cx(field.field, className)}
    >
      <Label className={cx(field.label, isLabelHidden && styles.hidden)}>{label}</Label>
      <Group className={cx(field.box, styles.box)}>
        <DateInput className={cx(styles.input)}>
          {(segment) => <DateSegment segment={segment} className={cx(styles.segment)} />}
        </DateInput>
        <AriaButton className={cx(styles.button)}>
          <CalendarIcon />
        </AriaButton>
      </Group>
      <Words description={description} error={error} />
      <Popover className={cx(popover.popover, styles.popover)} offset={5}>
        <Dialog className={cx(styles.dialog)}>
          <Calendar {...(least === null ? {} : { minValue: least })} {...(most === null ? {} : { maxValue: most })}>
            <div className={styles.head}>
              <AriaButton slot="previous" className={cx(styles.button)}>
                <ChevronLeftIcon />
              </AriaButton>
              <Heading className={cx(styles.month)} />
              <AriaButton slot="next" className={cx(styles.button)}>
                <ChevronRightIcon />
              </AriaButton>
            </div>
            <CalendarGrid className={cx(styles.grid)} weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className={cx(styles.weekday)}>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className={cx(styles.day)} />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

function Time({ label, value, onChange, description, error, isReadOnly = false, className }: DateFieldProps) {
  return (
    <AriaTimeField
      value={parsedOr(value, parseTime)}
      onChange={(next) => onChange(next === null ? '' : next.toString().slice(0, 5))}
      granularity="minute"
      hourCycle={HOURS}
      shouldForceLeadingZeros
      isInvalid={error !== undefined}
      isReadOnly={isReadOnly}
      validationBehavior="aria"
      className={cx(field.field, className)}
    >
      <Label className={cx(field.label)}>{label}</Label>
      <DateInput className={cx(field.box, styles.input)}>
        {(segment) => <DateSegment segment={segment} className={cx(styles.segment)} />}
      </DateInput>
      <Words description={description} error={error} />
    </AriaTimeField>
  );
}

function Words({ description, error }: Pick<DateFieldProps, 'description' | 'error'>) {
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className={field.description}>
          {description}
        </Text>
      )}
      <FieldError className={cx(field.error)}>
        <AlertIcon />
        <span>{error}</span>
      </FieldError>
    </>
  );
}

/** Null for an empty or unreadable value. */
function parsedOr<Value>(text: string | undefined, parse: (text: string) => Value): Value | null {
  if (text === undefined || text === '') return null;
  try {
    return parse(text);
  } catch {
    return null;
  }
}
