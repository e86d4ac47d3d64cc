/*
 * What a company may set of the program's behaviour, each with what holds where it is not set. One
 * table: the server reads its effect from here, and screens are made of it.
 */

/** Parts of the screen, in their order. */
export const SETTING_GROUPS = ['security', 'attendance', 'retention', 'help'] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

export const SETTING_UNITS = ['minutes', 'hours', 'days'] as const;
export type SettingUnit = (typeof SETTING_UNITS)[number];

type Definition = { readonly group: SettingGroup } & (
  | { readonly type: 'boolean'; readonly default: boolean }
  /** A whole number of its unit; a duration is how long something lasts. */
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

export const DYNAMIC_SETTINGS = {
  /** A session lives so long without being used. */
  session_hours: { group: 'security', type: 'duration', unit: 'hours', default: 12, min: 1, max: 24 },
  /** The same for one that is to be remembered. */
  session_remember_days: { group: 'security', type: 'duration', unit: 'days', default: 30, min: 1, max: 30 },
  /** Untouched for so long at most a screen locks; everybody may choose less. 0: as each chooses. */
  lock_minutes: { group: 'security', type: 'number', unit: 'minutes', default: 0, min: 0, max: 240 },
  /** An invitation is good for so long. */
  invitation_days: { group: 'security', type: 'duration', unit: 'days', default: 7, min: 1, max: 30 },
  /** Whether the back-office may enter the company as support. */
  support_access: { group: 'security', type: 'boolean', default: true },
  /** After so long a support session is over. */
  support_session_minutes: { group: 'security', type: 'duration', unit: 'minutes', default: 60, min: 15, max: 240 },
  /** After so long without an answer a ticket is offered to somebody else, where its department says nothing; 0: never. */
  transfer_after_minutes: { group: 'attendance', type: 'number', unit: 'minutes', default: 0, min: 0, max: 1440 },
  /** How the customer's number stands in a ticket's PDF. */
  protocol_phone: { group: 'attendance', type: 'choice', default: 'full', options: ['full', 'masked'] },
  /** What was sent stays in the outbox for so long, for whoever looks into a failure. */
  sent_kept_days: { group: 'retention', type: 'duration', unit: 'days', default: 7, min: 1, max: 90 },
  /** Whom the company's people ask first. */
  support_contact: { group: 'help', type: 'text', default: '', maxLength: 200 },
} as const satisfies Readonly<Record<string, Definition>>;

export type SettingKey = keyof typeof DYNAMIC_SETTINGS;
type Widened<Value> = Value extends boolean ? boolean : Value extends number ? number : string;
/** What a setting holds. */
export type SettingOf<Key extends SettingKey> = Widened<(typeof DYNAMIC_SETTINGS)[Key]['default']>;
export type SettingValue = string | number | boolean;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(DYNAMIC_SETTINGS, key);
}

/** The least and the most that the `value` of a setting may be, or have in characters; what the texts of its problems say. */
export function settingLimits(key: SettingKey): Record<string, number> {
  const definition: Definition = DYNAMIC_SETTINGS[key];
  if (definition.type === 'text') return { 'value.max': definition.maxLength };
  if (definition.type !== 'number' && definition.type !== 'duration') return {};
  return { 'value.min': definition.min, 'value.max': definition.max };
}

/** What is wrong with a value, by the catalogue's key; null for nothing. */
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
