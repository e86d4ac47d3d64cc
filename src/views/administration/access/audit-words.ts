import type { AuditEntry } from '../../../machines/entities/administration.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { detailsOf, isRecord } from './audit-details.ts';

export type AuditFact = readonly [label: string, value: string];

/** An entry of the audit in the reader's words; what is newer than these texts stays readable. */
export function useAuditWords() {
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();

  const named = (prefix: string, name: string): string | undefined => {
    const id = `${prefix}.${name}`;
    return isText(id) ? text(id) : undefined;
  };
  const labelOf = (name: string): string => named('audit.detail', name) ?? readable(name);

  /** A value of the detail so named. */
  const wordsOf = (value: unknown, name = ''): string => {
    if (Array.isArray(value)) return value.map((each) => wordsOf(each, name)).join(', ') || '—';
    if (value === null || value === undefined || value === '') return '—';
    if (typeof value === 'boolean') return text(value ? 'audit.value.yes' : 'audit.value.no');
    if (typeof value === 'number') return formats.number(value);
    if (typeof value === 'string') {
      if (MOMENT.test(value)) return `${formats.date(value)} ${formats.time(value)}`;
      if (!CODED.has(name)) return value;
      if (isText(value)) return text(value);
      return (
        ['audit.value', 'permission', 'feature', 'departments.distribution']
          .map((prefix) => named(prefix, value))
          .find((words) => words !== undefined) ?? readable(value)
      );
    }
    if (!isRecord(value)) return '—';
    const change = changeOf(value);
    if (change !== undefined) return `${wordsOf(change.was, name)} → ${wordsOf(change.is, name)}`;
    return Object.entries(value)
      .map(([part, each]) => `${labelOf(part)}: ${wordsOf(each, part)}`)
      .join('; ');
  };

  return {
    actionOf: ({ action }: Pick<AuditEntry, 'action'>): string => named('audit', action) ?? readable(action),
    /** What it was done to: its kind, and its number or name; undefined for what concerns nothing in particular. */
    subjectOf: ({ subject }: Pick<AuditEntry, 'subject'>): string | undefined => {
      if (subject === null) return undefined;
      const [kind = '', ...rest] = subject.split(':');
      const id = rest.join(':');
      const label = named('audit.subject', kind) ?? readable(kind);
      return kind === 'setting' ? `${label}: ${named('setting', id) ?? readable(id)}` : `${label} ${id}`.trim();
    },
    factsOf: (entry: Pick<AuditEntry, 'details'>): readonly AuditFact[] => {
      const details = detailsOf(entry);
      const change = changeOf(details);
      if (change === undefined)
        return Object.entries(details).map(([name, value]) => [labelOf(name), wordsOf(value, name)]);
      return [[text('audit.detail.change'), wordsOf(change)]];
    },
  };
}

/** Details whose values are names of a program; what people have typed stays as it is. */
const CODED: ReadonlySet<string> = new Set([
  'access_token',
  'client_secret',
  'distribution',
  'features',
  'given',
  'key',
  'option',
  'password',
  'sheet',
  'taken',
]);

/** A moment as the wire carries it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A value before and after, where it is nothing else. */
function changeOf(
  value: Readonly<Record<string, unknown>>,
): { readonly was: unknown; readonly is: unknown } | undefined {
  const names = Object.keys(value).toSorted().join();
  if (names === 'is,was') return { was: value['was'], is: value['is'] };
  return names === 'from,to' ? { was: value['from'], is: value['to'] } : undefined;
}

/** A name of a program as words: `days_ago` and `daysAgo` are “Days ago”. */
function readable(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]+/g, ' ')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
