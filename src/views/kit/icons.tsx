import { icon } from './Icon.tsx';

/* Stroke width 1.7. Each icon is its own export, so that a bundle holds only those it uses. */

export const HomeIcon = /* @__PURE__ */ icon('M3 11 12 4l9 7v8a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z');
export const ChatIcon = /* @__PURE__ */ icon('M4 5h16v11H9l-5 4z');
export const PeopleIcon = /* @__PURE__ */ icon(
  'M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0zM2.5 20c.6-4 3-6 6.5-6s5.9 2 6.5 6M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .8 3.2 2.7 3.6 5.5',
);
export const PersonIcon = /* @__PURE__ */ icon(
  'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM4 20.5c.7-4 3.8-6.5 8-6.5s7.3 2.5 8 6.5',
);
export const SearchIcon = /* @__PURE__ */ icon('M4 11a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM20 20l-4-4');
export const CloseIcon = /* @__PURE__ */ icon('M6 6l12 12M18 6 6 18');
export const CheckIcon = /* @__PURE__ */ icon('M5 12.5l4.5 4.5L19 7.5');
export const ArrowLeftIcon = /* @__PURE__ */ icon('M20 12H4M10 6l-6 6 6 6');
export const ArrowDownIcon = /* @__PURE__ */ icon('M12 4v16M6 14l6 6 6-6');
export const MoreIcon = /* @__PURE__ */ icon(
  'M4.3 12a0.7 0.7 0 1 0 1.4 0a0.7 0.7 0 1 0-1.4 0zM11.3 12a0.7 0.7 0 1 0 1.4 0a0.7 0.7 0 1 0-1.4 0zM18.3 12a0.7 0.7 0 1 0 1.4 0a0.7 0.7 0 1 0-1.4 0z',
);
export const SendIcon = /* @__PURE__ */ icon('M4 12 20 4l-5 16-3.5-6.5zM11.5 13.5 20 4');
export const ClockIcon = /* @__PURE__ */ icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 7v5l3.2 2');
export const ReplyIcon = /* @__PURE__ */ icon('M9 6 4 11l5 5M4 11h9c4 0 7 2.5 7 7.5');
export const AlertIcon = /* @__PURE__ */ icon('M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01');
export const InfoIcon = /* @__PURE__ */ icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 11v5.5M12 7.5h.01');
export const BlockIcon = /* @__PURE__ */ icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM5.7 5.7l12.6 12.6');
export const SidebarOpenIcon = /* @__PURE__ */ icon(
  'M5.5 4h13a2.5 2.5 0 0 1 2.5 2.5v11a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5v-11a2.5 2.5 0 0 1 2.5-2.5zM9 4v16M13 9.5l2.5 2.5-2.5 2.5',
);
export const SidebarCloseIcon = /* @__PURE__ */ icon(
  'M5.5 4h13a2.5 2.5 0 0 1 2.5 2.5v11a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5v-11a2.5 2.5 0 0 1 2.5-2.5zM9 4v16M16 9.5 13.5 12l2.5 2.5',
);
export const MicIcon = /* @__PURE__ */ icon(
  'M12 3h0a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h-0a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
);
export const ImageIcon = /* @__PURE__ */ icon(
  'M5.5 4.5h13a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2zM7.4 10a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0zM4 17.5l5-4.5 3.5 3 3-2.5 5 4',
);
export const VideoIcon = /* @__PURE__ */ icon(
  'M5 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM15 10.5l6-3.5v10l-6-3.5',
);
export const DocumentIcon = /* @__PURE__ */ icon(
  'M6 3h8l4 4v13a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v4h4M8.5 12h6.5M8.5 16h4',
);
export const StickerIcon = /* @__PURE__ */ icon(
  'M12 3.5h6a2.5 2.5 0 0 1 2.5 2.5v6l-8.5 8.5H6A2.5 2.5 0 0 1 3.5 18V6A2.5 2.5 0 0 1 6 3.5zM20.5 12H15a3 3 0 0 0-3 3v5.5',
);
export const MapPinIcon = /* @__PURE__ */ icon(
  'M12 21c4.5-4.8 7-8.3 7-11.5a7 7 0 1 0-14 0c0 3.2 2.5 6.7 7 11.5zM9.5 9.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z',
);
export const RefreshIcon = /* @__PURE__ */ icon(
  'M20 11a8 8 0 0 0-14.5-3.5L3.5 10M3.5 4.5V10H9M4 13a8 8 0 0 0 14.5 3.5l2-2.5M20.5 19.5V14H15',
);
export const LockIcon = /* @__PURE__ */ icon(
  'M7 11h10a2 2 0 0 1 2 2v5.5a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-5.5a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 8 0v3',
);
export const InboxIcon = /* @__PURE__ */ icon(
  'M3.5 13.5 6.5 5h11l3 8.5V18a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18zM3.5 13.5H8.5a3.5 3.5 0 0 0 7 0h5',
);
