import { area } from '../area.ts';

/** The name of every event of the log. */
export const timeMachineEventsArea = area(
  'time-machine-events',
  () => import('../catalogues/pt-BR/areas/time-machine-events.json'),
);

export const timeMachineArea = area('time-machine', () => import('../catalogues/pt-BR/areas/time-machine.json'));
