import type { ChapterId } from './chapters.ts';

/** The chapter for each screen, by route name. */
const chapters: Readonly<Record<string, ChapterId>> = {
  home: 'start',
  chat: 'attendance',
  'choose-instance': 'attendance',
  'scheduled-messages': 'attendance',
  'whatsapp-protocol': 'protocol',
  'dashboard-control-panel': 'reports',
  'dashboard-analytics': 'reports',
  'dashboard-produtivity-report': 'reports',
  'dashboard-report': 'reports',
  users: 'users',
  'roles-list': 'roles',
  'roles-edit': 'roles',
  departments: 'departments',
  'quick-replies': 'quickReplies',
  'my-quick-replies': 'quickReplies',
  customers: 'customers',
  'customers-base': 'customers',
  'blocked-contacts': 'customers',
  'customer-fields': 'customers',
  'conversation-bot': 'bot',
  'passive-chat-flow': 'flows',
  'active-chat-flow': 'activeFlows',
  'target-audience': 'audiences',
  'customer-groups': 'audiences',
  campaigns: 'campaigns',
  rules: 'rules',
  'message-templates': 'templateEditor',
  instances: 'instances',
  access: 'audit',
  'dynamic-settings': 'settings',
  profile: 'account',
  'user-settings': 'account',
  'two-factor': 'security',
  'terms-of-use': 'terms',
  help: 'help',
  support: 'help',
  'training-videos': 'help',
  'time-machine': 'timeMachine',
  tenants: 'companies',
  'wabox-connections': 'connections',
  'maintenance-mode': 'maintenance',
};

/** A screen's chapter; the first one if it has none. */
export function chapterOf(routeName: string | undefined): ChapterId {
  return (routeName === undefined ? undefined : chapters[routeName]) ?? 'start';
}

/** Whether a chapter concerns somebody with these permissions: it is for everybody, or about a screen they may open. */
export function isChapterFor(chapter: ChapterId, permitted: readonly string[], always: readonly string[]): boolean {
  const names = Object.keys(chapters).filter((name) => chapters[name] === chapter);
  return names.length === 0 || names.some((name) => always.includes(name) || permitted.includes(name));
}
