/* What rules are made of, and their bounds. */

export const RULES_MAX = 100;
export const RULE_NAME_MAX = 80;
export const RULE_GROUPS_MAX = 10;
export const RULE_TESTS_MAX = 10;
export const RULE_VALUES_MAX = 50;
export const RULE_VALUE_MAX = 200;
export const RULE_ACTIONS_MAX = 10;
export const RULE_TEXT_MAX = 1_000;
/** Longest definition, and longest import, as JSON in UTF-16 units. */
export const RULE_JSON_MAX = 60_000;
export const RULE_IMPORT_MAX = 1_000_000;
/** Thirty days. */
export const RULE_MINUTES_MAX = 43_200;

/** Rules that cause one another, the first one included; the next one is stopped. */
export const RULE_CHAIN_MAX = 5;
/**
 * So often within so long, and so often a day, a rule acts for one customer; then not for a day: another machine answers, or it is
 * caused by itself in time.
 */
export const RULE_OFTEN_MAX = 20;
export const RULE_OFTEN_MS = 600_000;
export const RULE_DAILY_MAX = 200;

/** Events that a bench tries, and the days that the list counts. */
export const RULE_BENCH_EVENTS = 100;
export const RULE_COUNT_DAYS = 7;
/** After this long a finished ticket's executions are forgotten. */
export const RULE_EXECUTION_DAYS = 90;

/** Kinds of things of the company that rules name. */
export const RULE_THINGS = [
  'department',
  'person',
  'instance',
  'tag',
  'field',
  'outcome',
  'reply',
  'flow',
  'campaign',
] as const;
export type RuleThing = (typeof RULE_THINGS)[number];

/**
 * What rules wait for. `about`: a ticket's events know the ticket, a customer's the customer, with their open ticket if there
 * is one. `names`: what the event can be narrowed to.
 */
export const RULE_EVENTS = {
  'message.received': { about: 'ticket', hasText: true },
  'ticket.opened': { about: 'ticket' },
  'ticket.reopened': { about: 'ticket' },
  'ticket.waiting': { about: 'ticket', hasMinutes: true },
  'ticket.taken': { about: 'ticket' },
  'ticket.transferred': { about: 'ticket' },
  'ticket.finished': { about: 'ticket' },
  'customer.created': { about: 'customer' },
  'customer.changed': { about: 'customer' },
  'customer.tagged': { about: 'customer', names: 'tag' },
  'customer.untagged': { about: 'customer', names: 'tag' },
  'customer.field': { about: 'customer', names: 'field' },
  'campaign.answered': { about: 'ticket', names: 'campaign', hasText: true },
} as const satisfies Record<
  string,
  { about: 'ticket' | 'customer'; names?: RuleThing; hasText?: true; hasMinutes?: true }
>;
export type RuleEventName = keyof typeof RULE_EVENTS;
export const RULE_EVENT_NAMES = Object.keys(RULE_EVENTS).filter(isRuleEvent);

export function isRuleEvent(name: string): name is RuleEventName {
  return name in RULE_EVENTS;
}

/** The same, where parts are read that only some have. */
export function ruleEvent(name: RuleEventName): {
  about: 'ticket' | 'customer';
  names?: RuleThing;
  hasText?: true;
  hasMinutes?: true;
} {
  return RULE_EVENTS[name];
}

/** How a value is compared. */
export const RULE_COMPARISONS = ['words', 'choice', 'number', 'date', 'boolean'] as const;
export type RuleComparison = (typeof RULE_COMPARISONS)[number];

export const RULE_OPS = [
  'has',
  'hasNot',
  'is',
  'isNot',
  'starts',
  'in',
  'notIn',
  'above',
  'below',
  'past',
  'today',
  'future',
  'filled',
  'empty',
] as const;
export type RuleOp = (typeof RULE_OPS)[number];

const OPS: Readonly<Record<RuleComparison, readonly RuleOp[]>> = {
  words: ['has', 'hasNot', 'is', 'isNot', 'starts'],
  choice: ['in', 'notIn'],
  number: ['is', 'above', 'below'],
  date: ['is', 'above', 'below', 'past', 'today', 'future'],
  boolean: ['is'],
};
const ONE_VALUE: readonly RuleOp[] = ['above', 'below'];
const NO_VALUE: readonly RuleOp[] = ['past', 'today', 'future', 'filled', 'empty'];

/** How many values a comparison takes. */
export function valuesOf(op: RuleOp, comparison: RuleComparison): 'none' | 'one' | 'many' {
  if (NO_VALUE.includes(op)) return 'none';
  const isOne = ONE_VALUE.includes(op) || comparison === 'number' || comparison === 'date' || comparison === 'boolean';
  return isOne ? 'one' : 'many';
}

/**
 * What can be compared. `names`: its values are ids of such things; `choices`: of these; `mayLack`: it may be nothing.
 * `field` is one of the company's own fields, whose type says how it is compared.
 */
export const RULE_FIELDS = {
  text: { comparison: 'words', needs: 'text' },
  kind: {
    comparison: 'choice',
    needs: 'text',
    choices: ['text', 'image', 'audio', 'video', 'document', 'sticker', 'location', 'contacts', 'other'],
  },
  department: { comparison: 'choice', needs: 'ticket', names: 'department', mayLack: true },
  owner: { comparison: 'choice', needs: 'ticket', names: 'person', mayLack: true },
  instance: { comparison: 'choice', needs: 'ticket', names: 'instance' },
  channel: { comparison: 'choice', needs: 'ticket', choices: ['whatsapp', 'sms'] },
  outcome: { comparison: 'choice', needs: 'ticket', names: 'outcome', mayLack: true },
  open: { comparison: 'boolean', needs: 'ticket' },
  window: { comparison: 'boolean', needs: 'ticket' },
  first: { comparison: 'boolean', needs: 'ticket' },
  in_flow: { comparison: 'boolean', needs: 'ticket' },
  waited: { comparison: 'number', needs: 'ticket' },
  tag: { comparison: 'choice', needs: 'customer', names: 'tag', mayLack: true },
  name: { comparison: 'words', needs: 'customer' },
  field: { comparison: 'words', needs: 'customer', mayLack: true },
} as const satisfies Record<
  string,
  {
    comparison: RuleComparison;
    needs: 'text' | 'ticket' | 'customer';
    names?: RuleThing;
    choices?: readonly string[];
    mayLack?: true;
  }
>;
export type RuleField = keyof typeof RULE_FIELDS;
export const RULE_FIELD_NAMES = Object.keys(RULE_FIELDS).filter(isRuleField);

export function isRuleField(name: string): name is RuleField {
  return name in RULE_FIELDS;
}

export function ruleField(name: RuleField): {
  comparison: RuleComparison;
  needs: 'text' | 'ticket' | 'customer';
  names?: RuleThing;
  choices?: readonly string[];
  mayLack?: true;
} {
  return RULE_FIELDS[name];
}

/** How the company's own fields are compared, by their type. */
export const RULE_FIELD_TYPES = {
  text: 'words',
  number: 'number',
  date: 'date',
  choice: 'choice',
  boolean: 'boolean',
} as const satisfies Record<string, RuleComparison>;

/** The comparisons of a field, with how it is compared. */
export function opsOf(name: RuleField, comparison: RuleComparison): readonly RuleOp[] {
  return ruleField(name).mayLack === true ? [...OPS[comparison], 'filled', 'empty'] : OPS[comparison];
}

/** Whether an event knows what is compared. A customer's event has a ticket only while one is open. */
export function knowsField(event: RuleEventName, name: RuleField): boolean {
  return ruleField(name).needs !== 'text' || ruleEvent(event).hasText === true;
}

/** What rules do. `text`: what is written, or the field's value. */
export const RULE_ACTIONS = {
  department: { names: 'department' },
  assign: { names: 'person' },
  queue: {},
  tag: { names: 'tag' },
  untag: { names: 'tag' },
  field: { names: 'field', text: 'optional' },
  send: { text: 'needed' },
  reply: { names: 'reply' },
  flow: { names: 'flow' },
  note: { text: 'needed' },
  notify: { names: 'person', text: 'optional' },
  finish: { names: 'outcome', isOptional: true },
} as const satisfies Record<string, { names?: RuleThing; isOptional?: true; text?: 'needed' | 'optional' }>;
export type RuleActionName = keyof typeof RULE_ACTIONS;
export const RULE_ACTION_NAMES = Object.keys(RULE_ACTIONS).filter(isRuleAction);

export function isRuleAction(name: string): name is RuleActionName {
  return name in RULE_ACTIONS;
}

export function ruleAction(name: RuleActionName): {
  names?: RuleThing;
  isOptional?: true;
  text?: 'needed' | 'optional';
} {
  return RULE_ACTIONS[name];
}

/** Why an action was left out. */
export const RULE_SKIPS = [
  'same',
  'noTicket',
  'finished',
  'transfer',
  'gone',
  'nobody',
  'cannot',
  'owned',
  'attended',
  'inFlow',
  'window',
  'limit',
  'blocked',
  'optedOut',
  'tooManyTags',
  'value',
  'quietHours',
  'noConsent',
  'noNumber',
  'instanceOff',
  'flowOff',
  'fault',
] as const;
export type RuleSkip = (typeof RULE_SKIPS)[number];

/** `done`: all its actions; `partly`: some were left out; `again`, `deep`, `often`: stopped, as causes went in a circle. */
export const RULE_OUTCOMES = ['done', 'partly', 'skipped', 'again', 'deep', 'often', 'failed'] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

/** What a bench says of an event. `unreached`: a rule before it said to stop. */
export const RULE_VERDICTS = ['matched', 'missed', 'once', 'unreached'] as const;
export type RuleVerdict = (typeof RULE_VERDICTS)[number];
