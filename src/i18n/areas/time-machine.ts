import { area } from '../area.ts';

export const timeMachineArea = area('time-machine', () => import('../catalogues/pt-BR/areas/time-machine.json'));
