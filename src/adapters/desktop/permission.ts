import type { DesktopPermission } from '../../machines/log/events-session.ts';
import type { Environment } from '../environment.ts';

/** Whether this browser may show desktop notices for us. */
export function desktopPermission({ Notification }: Pick<Environment, 'Notification'>): DesktopPermission {
  return Notification === null ? 'unsupported' : Notification.permission;
}
