import { icon } from '../../../kit/Icon.tsx';

export const PlayIcon = /* @__PURE__ */ icon('M8 5l11 7-11 7z');
export const PauseIcon = /* @__PURE__ */ icon('M8 5v14M16 5v14');
