import { part } from './part.tsx';
import { Skeleton } from './Skeleton.tsx';

export interface DateFieldProps {
  /** Kind of value: a day (`2026-11-20`), a moment (`2026-11-20T08:30`) or a time of day (`08:30`). */
  readonly of?: 'day' | 'moment' | 'time';
  readonly label: string;
  /** Whether something beside it says the same. */
  readonly isLabelHidden?: boolean;
  /** Empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The first and last day that the calendar offers. */
  readonly min?: string;
  readonly max?: string;
  readonly description?: string | undefined;
  /** What is wrong with the value, as text; marks the field invalid. */
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly className?: string | undefined;
}

/**
 * A field for a day, a moment or a time in the page's language; the browser's own fields follow the browser's. It loads
 * when it is first shown.
 */
export const DateField = part<DateFieldProps>(async () => (await import('./DateField.tsx')).DateField, [], {
  fallback: () => <Skeleton shape="block" height={62} />,
  isInPlace: true,
});
