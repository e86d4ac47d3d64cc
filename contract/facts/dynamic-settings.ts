import { WAIT_MINUTES } from './waiting.ts';

/*
 * The settings that each company can change, with their defaults. The server reads this table and the settings screen
 * is generated from it.
 */

/** Groups of the settings screen, in order. */
export const SETTING_GROUPS = ['security', 'attendance', 'retention', 'help'] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

export const SETTING_UNITS = ['minutes', 'hours', 'days'] as const;
export type SettingUnit = (typeof SETTING_UNITS)[number];

export const SETTING_TYPES = ['boolean', 'number', 'duration', 'text', 'choice'] as const;
export type SettingType = (typeof SETTING_TYPES)[number];

type Definition = { readonly group: SettingGroup } & (
  | { readonly type: 'boolean'; readonly default: boolean }
  /** A whole number of its unit; a `duration` is how long something lasts. */
  | {
      readonly type: 'number' | 'duration';
      readonly unit: SettingUnit;
      readonly default: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly type: 'text'; readonly default: string; readonly maxLength: number }
  | { readonly type: 'choice'; readonly default: string; readonly options: readonly [string, ...string[]] }
);

/** Longest text that says whom to ask for help: a company's, and the operator's. */
export const SUPPORT_CONTACT_MAX = 200;

export const DYNAMIC_SETTINGS = {
  /** A session ends after this long without use. */
  session_hours: { group: 'security', type: 'duration', unit: 'hours', default: 12, min: 1, max: 24 },
  /** The same for a remembered session ("Manter conectado"). */
  session_remember_days: { group: 'security', type: 'duration', unit: 'days', default: 30, min: 1, max: 30 },
  /** Longest idle time before a screen locks; users may choose less. 0: each user decides. */
  lock_minutes: { group: 'security', type: 'number', unit: 'minutes', default: 0, min: 0, max: 240 },
  /** How long an invitation is valid. */
  invitation_days: { group: 'security', type: 'duration', unit: 'days', default: 7, min: 1, max: 30 },
  /** Whether the back-office may enter the company as support. */
  support_access: { group: 'security', type: 'boolean', default: true },
  /** How long a support session lasts. */
  support_session_minutes: { group: 'security', type: 'duration', unit: 'minutes', default: 60, min: 15, max: 240 },
  /**
   * A ticket without an answer is offered to another attendant after this long, unless its department sets its own. 0:
   * never.
   */
  transfer_after_minutes: { group: 'attendance', type: 'number', unit: 'minutes', default: 0, min: 0, max: 1440 },
  /** A customer who has waited this long for an answer is highlighted in amber. */
  wait_warning_minutes: {
    group: 'attendance',
    type: 'duration',
    unit: 'minutes',
    default: WAIT_MINUTES.warning,
    min: 1,
    max: 1439,
  },
  /** After this long, in red. */
  wait_alert_minutes: {
    group: 'attendance',
    type: 'duration',
    unit: 'minutes',
    default: WAIT_MINUTES.alert,
    min: 2,
    max: 1440,
  },
  /** Whether the customer reads an attendant's name before what they write. */
  sign_messages: { group: 'attendance', type: 'boolean', default: false },
  /** How a ticket's PDF shows the customer's number. */
  protocol_phone: { group: 'attendance', type: 'choice', default: 'full', options: ['full', 'masked'] },
  /** How long sent messages stay in the outbox, to investigate failures. */
  sent_kept_days: { group: 'retention', type: 'duration', unit: 'days', default: 7, min: 1, max: 90 },
  /** Who the company's users should ask first. */
  support_contact: { group: 'help', type: 'text', default: '', maxLength: SUPPORT_CONTACT_MAX },
} as const satisfies Readonly<Record<string, Definition>>;

export type SettingKey = keyof typeof DYNAMIC_SETTINGS;
type Widened<Value> = Value extends boolean ? boolean : Value extends number ? number : string;
/** The type of a setting's value. */
export type SettingOf<Key extends SettingKey> = Widened<(typeof DYNAMIC_SETTINGS)[Key]['default']>;
export type SettingValue = string | number | boolean;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(DYNAMIC_SETTINGS, key);
}

/** Bounds of a setting's value (or of its length), for the texts of its errors. */
export function settingLimits(key: SettingKey): Record<string, number> {
  const definition: Definition = DYNAMIC_SETTINGS[key];
  if (definition.type === 'text') return { 'value.max': definition.maxLength };
  if (definition.type !== 'number' && definition.type !== 'duration') return {};
  return { 'value.min': definition.min, 'value.max': definition.max };
}

/** The catalogue id of a value's error; null if it is valid. */
export function settingProblem(key: SettingKey, value: unknown): string | null {
  const definition: Definition = DYNAMIC_SETTINGS[key];
  switch (definition.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'error.field.invalid';
    case 'text':
      if (typeof value !== 'string' || !/^[^\p{Cc}\p{Cs}]*$/u.test(value)) return 'error.field.characters';
      return value.length > definition.maxLength ? 'error.field.tooLong' : null;
    case 'choice':
      return definition.options.some((option) => option === value) ? null : 'error.field.invalid';
    case 'number':
    case 'duration':
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'error.field.number';
      if (value < definition.min) return 'error.field.tooSmall';
      return value > definition.max ? 'error.field.tooLarge' : null;
  }
}

/** Pairs of settings of which the first has to be less than the second. */
const ORDERED = [['wait_warning_minutes', 'wait_alert_minutes']] as const satisfies readonly (readonly SettingKey[])[];

/** The error of a value that conflicts with another setting: its catalogue id and the other value; null for none. */
export function settingConflict(
  key: SettingKey,
  value: SettingValue,
  others: Readonly<Partial<Record<SettingKey, SettingValue>>>,
): { readonly key: string; readonly other: number } | null {
  for (const [low, high] of ORDERED) {
    const other = key === low ? others[high] : key === high ? others[low] : undefined;
    if (typeof other !== 'number' || typeof value !== 'number') continue;
    if (key === low ? value >= other : value <= other) {
      return { key: key === low ? 'error.setting.notBelow' : 'error.setting.notAbove', other };
    }
  }
  return null;
}
