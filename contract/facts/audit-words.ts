import { DYNAMIC_SETTINGS, isSettingKey, type SettingKey } from './dynamic-settings.ts';

/** An audit entry, as far as its wording needs it. */
export type Deed = {
  action: string;
  /** `kind:id` */
  subject: string | null;
  /** JSON, an object that depends on the action. */
  details: string;
  /** Names of the things it refers to; `of` is `kind:id`. */
  names: readonly { readonly of: string; readonly name: string }[];
};

/** How texts, numbers and times are formatted for the reader. */
export type Phrasing = {
  /** The catalogue text with this id, if there is one. */
  text: (id: string) => string | undefined;
  number: (value: number) => string;
  moment: (at: string) => string;
  /** A shortened user agent. */
  browser: (agent: string) => string;
};

export type DeedFact = readonly [label: string, value: string];

type Details = Readonly<Record<string, unknown>>;

/** Details that hold one id or a list of ids, and the kind of thing they refer to. */
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
  tag: 'tag',
  ticket: 'ticket',
  flow: 'flow',
  flow_ids: 'flow',
  rule_ids: 'rule',
  invitation: 'invitation',
  tenant: 'company',
};

/** Details whose values are identifiers to translate; others are shown as typed. */
const CODED: ReadonlySet<string> = new Set([
  'access_token',
  'action',
  'client_secret',
  'color',
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
  'type',
  'weekday',
]);
/** Catalogue prefixes under which the texts of such values are. */
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
/** A timestamp on the wire. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** The things an entry refers to, as `kind:id`; companies by URL name, as `company:aurora`. */
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

/** E-mail of the support user who did it, if any. */
export function supportEmailOf({ details }: Pick<Deed, 'details'>): string | undefined {
  const { acting_for: from } = detailsOf(details);
  return isRecord(from) && typeof from['user'] === 'string' ? from['user'] : undefined;
}

/** Name of the support user who did it, if any: they have no user in this company. */
export function supportOf({ details, names }: Pick<Deed, 'details' | 'names'>): string | undefined {
  const { acting_for: from } = detailsOf(details);
  if (!isRecord(from)) return undefined;
  const { name, user, tenant } = from;
  const person = [name, user].find((each) => typeof each === 'string');
  const company = names.find(({ of }) => of === `company:${String(tenant)}`)?.name;
  return company === undefined ? person : `${person ?? '—'} (${company})`;
}

/** Audit entries in the reader's language; an action newer than the texts stays readable. */
export function auditWords({ text, number, moment, browser }: Phrasing) {
  const labelOf = (name: string): string => text(`audit.detail.${name}`) ?? readable(name);

  /** For a filter by several actions, the name of the first. */
  const coded = (value: string): string => codedOne(value.split(',')[0] ?? value);

  const codedOne = (value: string): string =>
    text(value) ??
    PREFIXES.map((prefix) => text(`${prefix}.${value}`)).find((words) => words !== undefined) ??
    readable(value);

  /** The wording of a detail's value. */
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

  /** The wording of a setting's value, as its screen shows it. */
  const settingOf = (key: SettingKey, value: unknown): string => {
    const isNone = value === 0 || value === '';
    const word = isNone ? 'none' : DYNAMIC_SETTINGS[key].type === 'choice' ? String(value) : undefined;
    return (word === undefined ? undefined : text(`setting.${key}.${word}`)) ?? wordsOf(value, '', []);
  };

  return {
    actionOf: ({ action }: Pick<Deed, 'action'>): string => text(`audit.${action}`) ?? readable(action),
    /** Kind and name (or number) of the subject; undefined if there is none. */
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

/** The entry's details, by their wire names. */
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

/** The values before and after, if the detail is nothing but a change. */
function changeOf(value: Details): { readonly was: unknown; readonly is: unknown } | undefined {
  const names = Object.keys(value).toSorted().join();
  if (names === 'is,was') return { was: value['was'], is: value['is'] };
  return names === 'from,to' ? { was: value['from'], is: value['to'] } : undefined;
}

/** An identifier as words: `days_ago` and `daysAgo` become “Days ago”. */
function readable(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]+/g, ' ')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
