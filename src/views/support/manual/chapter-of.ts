import type { ChapterId } from './chapters.ts';

/** The chapter about each screen, by its route's name. */
const chapters: Readonly<Record<string, ChapterId>> = {
  home: 'start',
  chat: 'attendance',
  'choose-instance': 'attendance',
  'whatsapp-protocol': 'protocol',
  'dashboard-control-panel': 'reports',
  'dashboard-analytics': 'reports',
  'dashboard-produtivity-report': 'reports',
  'dashboard-report': 'reports',
  users: 'users',
  'roles-list': 'roles',
  'roles-edit': 'roles',
  departments: 'departments',
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
  tenants: 'companies',
  'wabox-connections': 'connections',
  'maintenance-mode': 'maintenance',
};

/** The chapter about a screen; the first one where it has none. */
export function chapterOf(routeName: string | undefined): ChapterId {
  return (routeName === undefined ? undefined : chapters[routeName]) ?? 'start';
}

/** Whether somebody who may open these routes needs a chapter: about what all may do, or a screen of theirs. */
export function isChapterFor(chapter: ChapterId, permitted: readonly string[], always: readonly string[]): boolean {
  const names = Object.keys(chapters).filter((name) => chapters[name] === chapter);
  return names.length === 0 || names.some((name) => always.includes(name) || permitted.includes(name));
}
