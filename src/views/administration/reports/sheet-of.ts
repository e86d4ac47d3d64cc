import { idsOf } from './TicketsDialog.tsx';
import type { Scope } from './use-scope.ts';

/** The parameters of a report's download. */
export function sheetOf({ days, chosen }: Scope) {
  return {
    start_at: days.start,
    finish_at: days.finish,
    user_ids: idsOf(chosen['users']),
    department_ids: idsOf(chosen['departments']),
    instance_ids: idsOf(chosen['instances']),
  };
}
