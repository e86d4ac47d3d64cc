import { icon } from '../../../kit/Icon.tsx';

export const CameraIcon = /* @__PURE__ */ icon(
  'M4 8h3.5L9 5.5h6L16.5 8H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM8.5 13a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z',
);
export const LinkIcon = /* @__PURE__ */ icon(
  'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
);
export const PlaceIcon = /* @__PURE__ */ icon(
  'M12 21s-7-6.2-7-11.5a7 7 0 0 1 14 0C19 14.8 12 21 12 21zM9.5 9.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z',
);
export const CardIcon = /* @__PURE__ */ icon(
  'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM6.5 10a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM5.5 16c.3-1.6 1.5-2.5 3-2.5s2.7.9 3 2.5M14.5 9.5h4M14.5 13.5h4',
);
export const ChoicesIcon = /* @__PURE__ */ icon(
  'M4 5h16a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 14h16a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1zM7 7.5h10M7 16.5h10',
);
