import { icon } from '../../../src/views/kit/Icon.tsx';

/* Icons that only the phone uses. */

export const SignalIcon = icon('M5 19v-3M10 19v-6M15 19V9M20 19V5');
export const NoSignalIcon = icon('M5 19v-3M10 19v-6M4 4l16 16');
export const BatteryIcon = icon('M3 8h15v8H3zM20.5 11v2M5.5 10.5v3M8.5 10.5v3M11.5 10.5v3');
