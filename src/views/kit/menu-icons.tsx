import { icon } from './Icon.tsx';

/* Icons that only the menu uses. */

export const WrenchIcon = /* @__PURE__ */ icon(
  'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.77-3.77a6 6 0 0 1-7.94 7.94l-6.91 6.91a2.12 2.12 0 0 1-3-3l6.91-6.91a6 6 0 0 1 7.94-7.94z',
);
export const LifebuoyIcon = /* @__PURE__ */ icon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0zM5.6 5.6l3.9 3.9M14.5 14.5l3.9 3.9M18.4 5.6l-3.9 3.9M9.5 14.5l-3.9 3.9',
);
export const ContractIcon = /* @__PURE__ */ icon(
  'M7 3h12v12M7 3a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h8.5M7 3a2 2 0 0 1 2 2M10.5 8h5M10.5 12h3M12.5 17.5l2.5 2.5 5-5',
);
export const RewindIcon = /* @__PURE__ */ icon('M12 6l-7 6 7 6zM20 6l-7 6 7 6z');
