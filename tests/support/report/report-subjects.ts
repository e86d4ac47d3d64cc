import type { ModelReport } from '../paths-findings.ts';

/** The screens that a model is about, by the report's own names for them. */
const screens: Readonly<Record<string, readonly string[]>> = {
  'machine-auth': ['login', 'account'],
  'machine-socket': ['all'],
  'machine-shell': ['all'],
  'machine-inbox': ['inbox'],
  'machine-ticket': ['inbox', 'conversation'],
  'machine-conversation': ['conversation'],
  'machine-transfer': ['conversation'],
  'machine-message-send': ['conversation'],
  'machine-media': ['conversation'],
  'machine-presence': ['inbox', 'conversation'],
  'machine-unseen': ['inbox', 'conversation'],
  'machine-notification': ['all'],
  'machine-listing': ['administration'],
  'machine-editing': ['administration'],
  'machine-flow-editing': ['flows'],
  'machine-campaign': ['campaigns'],
  'pair-two-attendants': ['inbox', 'conversation'],
  'journey-active-flow': ['flows', 'conversation'],
  'journey-answer': ['inbox', 'conversation'],
  'journey-block-while-it-runs': ['campaigns', 'customers'],
  'journey-campaign-life': ['campaigns', 'templates'],
  'journey-company-people': ['administration'],
  'journey-conversation-bot': ['flows', 'conversation'],
  'journey-customer-records': ['customers'],
  'journey-finish': ['conversation'],
  'journey-flow-life': ['flows', 'conversation'],
  'journey-import-life': ['customers'],
  'journey-import-to-answer': ['customers', 'campaigns', 'conversation'],
  'journey-instance-life': ['instances'],
  'journey-list-of-a-day': ['inbox', 'conversation'],
  'journey-log-in': ['login'],
  'journey-lose-network': ['inbox', 'conversation'],
  'journey-one-permission': ['administration'],
  'journey-own-account': ['account'],
  'journey-password-reset': ['login', 'administration'],
  'journey-platform': ['companies', 'administration'],
  'journey-read-and-leave': ['inbox', 'conversation'],
  'journey-role-editing': ['administration'],
  'journey-rules': ['rules', 'conversation'],
  'journey-tenant-life': ['companies'],
  'journey-tools-of-a-day': ['conversation'],
  'journey-transfer': ['conversation'],
  'journey-two-attendants': ['inbox', 'conversation'],
  'journey-two-factor': ['login', 'account'],
  'server-blocked-contact': ['customers'],
  'server-campaign-life': ['campaigns'],
  'server-flow-launch': ['flows'],
  'server-import': ['customers'],
  'server-recipient': ['campaigns'],
  'server-rule': ['rules'],
  'server-template': ['templates'],
};

/** A model that isn't in the table yet is found under no screen. */
export function screensOf({ kind, name }: Pick<ModelReport, 'kind' | 'name'>): readonly string[] {
  return screens[`${kind === 'chromium' ? 'journey' : kind}-${name}`] ?? [];
}

/** Who a model's texts tell of, by the words that they are told with. */
const people: Readonly<Record<string, RegExp>> = {
  ana: /\bAna\b/u,
  bruno: /\bBruno\b/iu,
  carla: /\bCarla\b/u,
  administrator: /\badministrator\b/iu,
  colleague: /\b(?:colleague|another attendant)\b/iu,
  customer: /\bcustomer (?:writes|answers|comes|says)|\bMarina\b/u,
  nobody: /\bnobody\b/u,
};

export function peopleIn(texts: readonly string[]): readonly string[] {
  return Object.keys(people).filter((person) => texts.some((text) => tellsOf(person, text)));
}

export function tellsOf(person: string, text: string): boolean {
  return people[person]?.test(text) ?? false;
}
