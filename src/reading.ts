import { browserEnvironment } from './adapters/environment.ts';
import { beginReading } from './adapters/storage/raw-log.ts';
import { isPhone } from './views/layout/is-phone.ts';

/* A script of its own, before that of the program: what a stored log needs is loaded while the program is being compiled. */

const [, company = '', area, ticketId] = window.location.pathname.split('/');

export const environment = browserEnvironment();

/** The company that the page's address names; empty for none. */
export const tenant = decodeURIComponent(company);

/** The log that an earlier page stored. */
export const reading = beginReading(environment, tenant);

/** Whether a stored log may have rows for the list. */
export const showsList = reading.userId !== null && area === 'chat' && (!ticketId || !isPhone());

if (showsList) {
  for (const load of [
    () => import('./views/attendance/list/ConversationList.tsx'),
    () => import('./i18n/catalogues/pt-BR/areas/list.json'),
  ])
    load().catch(() => undefined);
}
