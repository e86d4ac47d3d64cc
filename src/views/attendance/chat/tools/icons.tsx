import { icon } from '../../../kit/Icon.tsx';

export const SmileIcon = /* @__PURE__ */ icon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM8.5 14.5c.8 1.3 2 2 3.5 2s2.7-.7 3.5-2M9 9.5h.01M15 9.5h.01',
);
export const ForwardIcon = /* @__PURE__ */ icon('M15 6l5 5-5 5M20 11h-9c-4 0-7 2.5-7 7.5');
