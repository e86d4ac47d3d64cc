import type { Notice } from './notice.ts';
import type { NotificationSnapshot } from './notification.machine.ts';

export function selectNotice(snapshot: NotificationSnapshot): Notice {
  return snapshot.context.notice;
}

/** Whether it is being animated out. */
export function selectIsClearing(snapshot: NotificationSnapshot): boolean {
  return snapshot.value === 'clearing';
}
