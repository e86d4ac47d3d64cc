import { browserEnvironment } from './adapters/environment.ts';
import { beginReading } from './adapters/storage/raw-log.ts';
import type { Reading } from './adapters/storage/raw-log.ts';
import { isPhone } from './views/layout/is-phone.ts';

/* A script of its own, before that of the program: what a stored log needs is loaded while the program is being compiled. */

const [, company = '', area, ticketId] = window.location.pathname.split('/');

export const environment = browserEnvironment();

/** The company that the page's address names; empty for none. */
export const tenant = decodeURIComponent(company);

let begun: Reading | null = beginReading(environment, tenant);

/** Whether the list is drawn from a stored log. */
export const showsList = loadList(begun.isThere);

/** The log that an earlier page stored. It is handed over, so that nothing of it stays here after a logout. */
export function takeReading(): Reading {
  const reading = begun ?? beginReading(environment, tenant);
  begun = null;
  return reading;
}

/** Asks for the list's code and texts if there is a stored log to draw it from. */
async function loadList(isThere: Promise<boolean>): Promise<boolean> {
  if (area !== 'chat' || (ticketId && isPhone()) || !(await isThere)) return false;
  for (const load of [
    () => import('./views/attendance/list/ConversationList.tsx'),
    () => import('./i18n/catalogues/pt-BR/areas/list.json'),
    () => import('./views/kit/aria-locale.tsx'),
  ])
    load().catch(() => undefined);
  // The browser makes its lists of languages when it is first asked, which takes it 20 ms; nothing else is to be done now.
  Intl.NumberFormat.supportedLocalesOf('pt-BR');
  Intl.DateTimeFormat.supportedLocalesOf('pt-BR');
  return true;
}
