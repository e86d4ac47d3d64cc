import { icon } from './Icon.tsx';

/* Icons of later screens only; `icons.tsx` loads with the first screen. */

export const ChevronDownIcon = /* @__PURE__ */ icon('M6 9l6 6 6-6');
export const TransferIcon = /* @__PURE__ */ icon('M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4');
export const PinIcon = /* @__PURE__ */ icon('M9 4h6l-.7 6.5L18 14H6l3.7-3.5zM12 14v6.5');
export const ChartIcon = /* @__PURE__ */ icon('M4 20V10M10 20V4M16 20v-8M21 20H3');
export const GaugeIcon = /* @__PURE__ */ icon('M4.2 18A9 9 0 1 1 19.8 18M12 14l4-4.5M10.5 15.5a1.8 1.8 0 1 0 3 0z');
export const RankIcon = /* @__PURE__ */ icon('M4 5h15M4 10h10M4 15h12M4 20h6');
export const SheetIcon = /* @__PURE__ */ icon('M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6');
export const HelpIcon = /* @__PURE__ */ icon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7M12 17h.01',
);
export const StarIcon = /* @__PURE__ */ icon(
  'M12 3.8l2.5 5.2 5.7.7-4.2 4 1.1 5.6-5.1-2.8-5.1 2.8 1.1-5.6-4.2-4 5.7-.7z',
);
export const HashIcon = /* @__PURE__ */ icon('M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16');
export const PlusIcon = /* @__PURE__ */ icon('M12 5v14M5 12h14');
export const MinusIcon = /* @__PURE__ */ icon('M6 12h12');
export const SquareCheckIcon = /* @__PURE__ */ icon('M4.5 4.5h15v15h-15zM8.5 12.5l2.5 2.5 4.5-5.5');
export const RowsIcon = /* @__PURE__ */ icon('M4 5h16M4 9.7h16M4 14.3h16M4 19h16');
export const CalendarIcon = /* @__PURE__ */ icon('M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4');
export const ChevronRightIcon = /* @__PURE__ */ icon('M9 6l6 6-6 6');
export const ChevronLeftIcon = /* @__PURE__ */ icon('M15 6l-6 6 6 6');
export const ArrowUpIcon = /* @__PURE__ */ icon('M12 20V4M6 10l6-6 6 6');
export const PaperclipIcon = /* @__PURE__ */ icon(
  'M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7L9.2 17.2a1.7 1.7 0 0 1-2.4-2.4L14.5 7',
);
export const SettingsIcon = /* @__PURE__ */ icon(
  'M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
);
export const EyeIcon = /* @__PURE__ */ icon(
  'M2 12c2.2-4.2 5.7-6.5 10-6.5s7.8 2.3 10 6.5c-2.2 4.2-5.7 6.5-10 6.5S4.2 16.2 2 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
);
export const EyeOffIcon = /* @__PURE__ */ icon(
  'M9.9 5.7A10.8 10.8 0 0 1 12 5.5c4.3 0 7.8 2.3 10 6.5-.8 1.5-1.7 2.7-2.8 3.7M6.5 7.2C4.7 8.3 3.2 9.9 2 12c2.2 4.2 5.7 6.5 10 6.5 1.7 0 3.3-.4 4.7-1M9.9 9.9a3 3 0 0 0 4.2 4.2M3.5 3.5l17 17',
);
export const PhoneIcon = /* @__PURE__ */ icon(
  'M5 4h4l1.5 4.5L8 10.5a12 12 0 0 0 5.5 5.5l2-2.5L20 15v4a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4z',
);
export const NoteIcon = /* @__PURE__ */ icon('M5 4h14v10l-5.5 6H5zM13.5 20v-6H19M8.5 8.5h7M8.5 12h4');
export const BuildingIcon = /* @__PURE__ */ icon(
  'M5 21V4.5A.5.5 0 0 1 5.5 4h9a.5.5 0 0 1 .5.5V21M15 9.5h3.5a.5.5 0 0 1 .5.5v11M3 21h18M8.5 8h3M8.5 12h3M8.5 16h3',
);
export const DownloadIcon = /* @__PURE__ */ icon('M12 4v11M7 10.5l5 5 5-5M4.5 20h15');
export const CopyIcon = /* @__PURE__ */ icon(
  'M10.5 8.5h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3',
);
export const PencilIcon = /* @__PURE__ */ icon('M4 20l1-4.5L16 4.5a2 2 0 0 1 3 3L8 18.8zM14 6.5l3 3');
export const TrashIcon = /* @__PURE__ */ icon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5');
export const KeyIcon = /* @__PURE__ */ icon('M4 15a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM11 12.2 19 4M16 7l3 3');
export const UnlockIcon = /* @__PURE__ */ icon('M5 11h14v9H5zM8 11V8a4 4 0 0 1 7.5-2');
export const ShieldIcon = /* @__PURE__ */ icon('M12 3l8 3v6c0 4.5-3.2 7.8-8 9-4.8-1.2-8-4.5-8-9V6z');
export const BranchIcon = /* @__PURE__ */ icon('M12 3v6M5 21v-5h14v5M12 9v7M9.5 3h5v4h-5z');
export const RulesIcon = /* @__PURE__ */ icon('M4 5h8M4 5v14h8M4 12h8M16 3v4h4V3zM16 10v4h4v-4zM16 17v4h4v-4z');
export const GripIcon = /* @__PURE__ */ icon('M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01');
export const FlowIcon = /* @__PURE__ */ icon('M4 4h6v6H4zM14 4h6v6h-6zM14 14h6v6h-6zM10 7h4M7 10v7h7');
export const BotIcon = /* @__PURE__ */ icon('M5 9h14v10H5zM12 9V5M9 13v2M15 13v2M2.5 12.5v3M21.500 12.5v3');
export const LinkIcon = /* @__PURE__ */ icon(
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
);
export const ColumnsIcon = /* @__PURE__ */ icon('M4 5h16v14H4zM9.5 5v14M15 5v14');
export const HistoryIcon = /* @__PURE__ */ icon('M4 5v4h4M4.5 9A8.5 8.5 0 1 1 3.5 13M12 8v4.5l3 2');
export const PowerIcon = /* @__PURE__ */ icon('M12 3v8M6.5 6.5a8 8 0 1 0 11 0');
export const BellIcon = /* @__PURE__ */ icon('M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 2h-15zM10 21h4');
export const BellOffIcon = /* @__PURE__ */ icon(
  'M6 16.5V11c0-1 .3-2 .7-2.8M9.5 5.5A6 6 0 0 1 18 11v3M19 18.5H4.5l1.5-2M10 21h4M3.5 3.5l17 17',
);
export const SunIcon = /* @__PURE__ */ icon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
);
export const MoonIcon = /* @__PURE__ */ icon('M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z');
export const ContrastIcon = /* @__PURE__ */ icon(
  'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM12 3.5v17M12 7l5.5 0M12 12h8.5M12 17h5.5',
);
export const GlobeIcon = /* @__PURE__ */ icon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM3 12h18M12 3c2.6 2.5 4 5.6 4 9s-1.4 6.5-4 9c-2.6-2.5-4-5.6-4-9s1.4-6.5 4-9z',
);
export const KeyboardIcon = /* @__PURE__ */ icon(
  'M4.5 6h15a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8',
);
export const LogOutIcon = /* @__PURE__ */ icon('M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5M15 8l4 4-4 4M19 12H9');
export const FlagIcon = /* @__PURE__ */ icon('M5 21V4h12l-2.5 4L17 12H5');
/** An audience: a funnel. */
export const FunnelIcon = /* @__PURE__ */ icon('M4 5h16l-6 7.5V19l-4-2v-4.5z');
/** People together. */
export const GroupIcon = /* @__PURE__ */ icon(
  'M4 4.5h16v15H4zM7.5 10a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0zM6.5 16c.3-1.8 1.4-2.7 2.8-2.7s2.5.9 2.8 2.7M14.5 9.5h3M14.5 12.5h3M14.5 15.5h3',
);
/** An address book. */
export const ContactsIcon = /* @__PURE__ */ icon(
  'M6 3.5h13.5v17H6zM3.5 8H6M3.5 12H6M3.5 16H6M10.8 9.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM9.3 16.5c.4-2 1.8-3 3.5-3s3.1 1 3.5 3',
);
/** A file that is sent in. */
export const UploadIcon = /* @__PURE__ */ icon('M12 15.5V4M7 8.5l5-5 5 5M4.5 14v5.5h15V14');
export const UndoIcon = /* @__PURE__ */ icon('M8.5 5L4.5 9l4 4M4.5 9h9a5.5 5.5 0 0 1 0 11H9');
/** A blocked person. */
export const BlockedIcon = /* @__PURE__ */ icon(
  'M6.5 7.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0zM3.5 19.5c.6-3.6 3-5.5 6.5-5.5.8 0 1.500.1 2.200.3M13.500 17.500a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0zM14.600 15l4.900 5'.replaceAll(
    '00',
    '',
  ),
);
export const TagIcon = /* @__PURE__ */ icon('M3.5 12.5V4.5a1 1 0 0 1 1-1h8l8 8.5-8.5 8.5zM8 8h.01');
export const SlashIcon = /* @__PURE__ */ icon('M4 5h16v11H9l-5 4zM10.5 13.5l3-6');
export const MegaphoneIcon = /* @__PURE__ */ icon('M4 10v4h3l9 4.5v-13L7 10zM19 9.5a3.5 3.5 0 0 1 0 5M8 14v4.5h3V16');
export const PauseIcon = /* @__PURE__ */ icon('M8.5 5v14M15.5 5v14');
export const PlayIcon = /* @__PURE__ */ icon('M7 5l11 7-11 7z');
/** A message with its parts. */
export const TemplateIcon = /* @__PURE__ */ icon('M4 4h16v12H10l-5 4v-4H4zM8 8h8M8 12h5');
