import type { WalkedKind } from './journeys-walked.ts';

/** What no journey has to come to, and why, as the report's words have it (`unwalked_…`): a short list. */
export const notWalked: Readonly<Record<WalkedKind, Readonly<Record<string, string>>>> = {
  route: {
    '/user-manual': 'onlyRead',
    '/pages/comingsoon': 'onlyRead',
    '/pages/error-404': 'onlyRead',
    '/pages/error-500': 'onlyRead',
    '/time-machine': 'playsFile',
  },
  form: {},
  permission: {
    'maintenance-mode': 'screenAlone',
  },
  feature: {},
  featureOff: {},
  language: {},
};
