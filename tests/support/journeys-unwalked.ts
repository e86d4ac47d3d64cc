import type { WalkedKind } from './journeys-walked.ts';

const TEXT = 'Nothing is to be done on it: tests/browser/every-screen.test.ts opens and scans it.';

/** What no journey has to come to, and why: a short list. */
export const notWalked: Readonly<Record<WalkedKind, Readonly<Record<string, string>>>> = {
  route: {
    '/user-manual': TEXT,
    '/pages/comingsoon': TEXT,
    '/pages/error-404': TEXT,
    '/pages/error-500': TEXT,
    '/time-machine': 'It plays a file and asks the server for nothing: tests/browser/time-machine.test.ts walks it.',
  },
  form: {},
  permission: {
    'maintenance-mode': 'It opens the screen alone: its calls are the back-office’s, whatever a role permits.',
  },
  feature: {},
  featureOff: {},
  language: {},
};
