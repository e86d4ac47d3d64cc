import { DYNAMIC_SETTINGS, isSettingKey, type SettingKey } from './dynamic-settings.ts';

/** A deed of the audit, as far as it is put into words. */
export type Deed = {
  action: string;
  /** `kind:id` */
  subject: string | null;
  /** JSON, an object that depends on the action. */
  details: string;
  /** What the things it speaks of are called; `of` is `kind:id`. */
  names: readonly { readonly of: string; readonly name: string }[];
};

/** How words, numbers and moments are written for the reader. */
export type Phrasing = {
  /** The text so named; undefined where there is none. */
  text: (id: string) => string | undefined;
  number: (value: number) => string;
  moment: (at: string) => string;
  /** A browser's long description of itself, shorter. */
  browser: (agent: string) => string;
};

export type DeedFact = readonly [label: string, value: string];

type Details = Readonly<Record<string, unknown>>;

/** Details that are ids, or lists of them, and of what. */
const KINDS: Readonly<Record<string, string>> = {
  role: 'role',
  role_id: 'role',
  user: 'user',
  user_id: 'user',
  next_user: 'user',
  previous_user: 'user',
  support_user: 'user',
  member_ids: 'user',
  department: 'department',
  instance: 'instance',
  instance_ids: 'instance',
  ticket: 'ticket',
  invitation: 'invitation',
  tenant: 'company',
};

/** Details whose values are names of a program; what people have typed stays as it is. */
const CODED: ReadonlySet<string> = new Set([
  'access_token',
  'action',
  'client_secret',
  'distribution',
  'features',
  'format',
  'given',
  'key',
  'locale',
  'option',
  'password',
  'second_factor',
  'sheet',
  'taken',
  'weekday',
]);
/** Where the words of such a value stand. */
const PREFIXES = [
  'audit.value',
  'permission',
  'feature',
  'departments.distribution',
  'access.action',
  'download',
  'tenants.sheets',
  'layout.language',
];

const ID = /^\d{1,18}$/;
/** A moment as the wire carries it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** What the deed speaks of by its id, as `kind:id`; a company by its address, as `company:aurora`. */
export function referencesOf({ subject, details }: Pick<Deed, 'subject' | 'details'>): ReadonlySet<string> {
  const found = new Set<string>();
  const [kind, id = ''] = subject?.split(':') ?? [];
  if (kind !== undefined && ID.test(id)) found.add(`${kind}:${id}`);
  const look = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const each of value) look(each, name);
    else if (isRecord(value)) {
      const isChange = changeOf(value) !== undefined;
      for (const [part, each] of Object.entries(value)) look(each, isChange ? name : part);
    } else {
      const reference = referenceOf(value, name);
      if (reference !== undefined) found.add(reference);
    }
  };
  look(detailsOf(details), '');
  return found;
}

/** The e-mail of who of the platform did it; undefined where nobody did. */
export function supportEmailOf({ details }: Pick<Deed, 'details'>): string | undefined {
  const { acting_for: from } = detailsOf(details);
  return isRecord(from) && typeof from['user'] === 'string' ? from['user'] : undefined;
}

/** Who of the platform did it: they have no user in this company. Undefined where nobody did. */
export function supportOf({ details, names }: Pick<Deed, 'details' | 'names'>): string | undefined {
  const { acting_for: from } = detailsOf(details);
  if (!isRecord(from)) return undefined;
  const { name, user, tenant } = from;
  const person = [name, user].find((each) => typeof each === 'string');
  const company = names.find(({ of }) => of === `company:${String(tenant)}`)?.name;
  return company === undefined ? person : `${person ?? '—'} (${company})`;
}

/** Deeds in the reader's words; what is newer than the texts stays readable. */
export function auditWords({ text, number, moment, browser }: Phrasing) {
  const labelOf = (name: string): string => text(`audit.detail.${name}`) ?? readable(name);

  /** Of several actions that were filtered by, the first is their name. */
  const coded = (value: string): string => codedOne(value.split(',')[0] ?? value);

  const codedOne = (value: string): string =>
    text(value) ??
    PREFIXES.map((prefix) => text(`${prefix}.${value}`)).find((words) => words !== undefined) ??
    readable(value);

  /** A value of the detail so named. */
  const wordsOf = (value: unknown, name: string, names: Deed['names']): string => {
    if (Array.isArray(value)) return value.map((each) => wordsOf(each, name, names)).join(', ') || '—';
    if (value === null || value === undefined || value === '') return '—';
    if (typeof value === 'boolean') return text(value ? 'audit.value.yes' : 'audit.value.no') ?? String(value);
    const reference = referenceOf(value, name);
    const called = names.find(({ of }) => of === reference)?.name;
    if (called !== undefined && reference !== undefined) return `${called} (${idOf(reference)})`;
    if (typeof value === 'number') {
      if (CODED.has(name)) return text(`audit.${name}.${value}`) ?? number(value);
      return reference === undefined ? number(value) : String(value);
    }
    if (typeof value === 'string') {
      if (MOMENT.test(value)) return moment(value);
      if (name === 'user_agent') return browser(value);
      return CODED.has(name) ? coded(value) : value;
    }
    if (!isRecord(value)) return '—';
    const change = changeOf(value);
    if (change !== undefined) return `${wordsOf(change.was, name, names)} → ${wordsOf(change.is, name, names)}`;
    return Object.entries(value)
      .map(([part, each]) => `${labelOf(part)}: ${wordsOf(each, part, names)}`)
      .join('; ');
  };

  /** What a setting holds; one of a choice, and none of what has a word for it, as its screen calls it. */
  const settingOf = (key: SettingKey, value: unknown): string => {
    const isNone = value === 0 || value === '';
    const word = isNone ? 'none' : DYNAMIC_SETTINGS[key].type === 'choice' ? String(value) : undefined;
    return (word === undefined ? undefined : text(`setting.${key}.${word}`)) ?? wordsOf(value, '', []);
  };

  return {
    actionOf: ({ action }: Pick<Deed, 'action'>): string => text(`audit.${action}`) ?? readable(action),
    /** What it was done to, its kind and its name or number; undefined for what concerns nothing in particular. */
    subjectOf: ({ subject, names }: Pick<Deed, 'subject' | 'names'>): string | undefined => {
      if (subject === null) return undefined;
      const [kind = '', ...rest] = subject.split(':');
      const id = rest.join(':');
      const label = text(`audit.subject.${kind}`) ?? readable(kind);
      if (kind === 'setting') return `${label}: ${text(`setting.${id}`) ?? readable(id)}`;
      const called = names.find(({ of }) => of === subject)?.name;
      return (called === undefined ? `${label} ${id}` : `${label}: ${called} (${id})`).trim();
    },
    factsOf: ({ subject, details, names }: Pick<Deed, 'subject' | 'details' | 'names'>): readonly DeedFact[] => {
      const found = detailsOf(details);
      const change = changeOf(found);
      const key = subject?.startsWith('setting:') === true ? idOf(subject) : '';
      if (change !== undefined && isSettingKey(key)) {
        return [[labelOf('change'), `${settingOf(key, change.was)} → ${settingOf(key, change.is)}`]];
      }
      if (change !== undefined) return [[labelOf('change'), wordsOf(found, '', names)]];
      return Object.entries(found).map(([name, value]) => [labelOf(name), wordsOf(value, name, names)]);
    },
  };
}

/** What else is written down of a deed, by the wire's names. */
function detailsOf(details: string): Details {
  try {
    const found: unknown = JSON.parse(details);
    return isRecord(found) ? found : {};
  } catch {
    return { details };
  }
}

function referenceOf(value: unknown, name: string): string | undefined {
  const kind = KINDS[name];
  if (kind === undefined || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  return kind === 'company' || ID.test(String(value)) ? `${kind}:${value}` : undefined;
}

function idOf(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1);
}

function isRecord(value: unknown): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value before and after, where it is nothing else. */
function changeOf(value: Details): { readonly was: unknown; readonly is: unknown } | undefined {
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
