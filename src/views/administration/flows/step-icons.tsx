import type { ComponentType } from 'react';
import { icon, type IconProps } from '../../kit/Icon.tsx';
import type { StepKind } from './steps.ts';

/* The signs of the look's page. */

export const stepIcons: Readonly<Record<StepKind, ComponentType<IconProps>>> = {
  say: icon('M4 5h16v11H10l-4 4v-4H4z'),
  ask: icon('M4 5h16v11H10l-4 4v-4H4zM10.2 9a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.5-.8 1M12 13.6h.01'),
  branch: icon(
    'M5 6h3c5 0 4 12 9 12h3M5 18h3c2 0 3-2 3.800-4M20 6h-3c-2 0-3 2-3.800 4M17.500 3.500 20 6l-2.500 2.500M17.500 15.500 20 18l-2.500 2.500',
  ),
  hours: icon('M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0zM12 7.500V12l3 2'),
  set: icon('M4 4h8l8 8-8 8-8-8zM8.500 8.500h.01'),
  request: icon('M7 8h13M16.500 4.500 20 8l-3.500 3.500M17 16H4M7.500 12.500 4 16l3.500 3.500'),
  pause: icon('M7 4h10M7 20h10M8 4c0 5 8 5 8 8s-8 3-8 8M16 4c0 5-8 5-8 8s8 3 8 8'),
  call: icon('M4 4h8v8H4zM14 14h6v6h-6zM12 8h5v6'),
  goto: icon('M5 12h13M13 6l6 6-6 6M4 5v14'),
  handoff: icon(
    'M6.500 8a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0zM3.500 20c.6-4 3-6 6.500-6 1.500 0 2.800.4 3.800 1.100M16 17h5M18.500 14.500 21 17l-2.500 2.500',
  ),
  end: icon('M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0zM8.500 12.200l2.500 2.500 4.500-5'),
};
export const UndoIcon = icon('M8 5 4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11h-3');
export const RedoIcon = icon('m16 5 4 4-4 4M20 9H10a5.500 5.500 0 0 0 0 11h3');
export const PlayIcon = icon('M8 5.500 18.500 12 8 18.500z');
export const LoopIcon = icon('M19 12a7 7 0 1 1-2.200-5.100M17 3v4h-4');
export const ArrowOutIcon = icon('M8 16 17 7M9 7h8v8');
export const BoltIcon = icon('M13 3 5 14h6l-1 7 8-11h-6z');
export const FitIcon = icon('M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5');
export const ArrangeIcon = icon('M4 5h6v5H4zM14 4h6v5h-6zM14 15h6v5h-6zM10 7.500h2v10h2M12 6.500h2');
export const FirstIcon = icon('M18 6v12l-8-6zM6.500 6v12');
export const LastIcon = icon('M6 6v12l8-6zM17.500 6v12');

/** What a kind of step carries when it is dragged into the drawing. */
export const STEP_DRAG = 'application/x-balcao-step';
