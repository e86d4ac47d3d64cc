import { logIn } from '../../models/journeys/log-in.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { Attendant } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';

interface Path {
  readonly ana: Attendant;
  /** Whether somebody ended her last session, which she is told. */
  isEnded: boolean;
}

const deeds = {
  enters: async (path) => {
    await path.ana.enter('right');
    path.isEnded = false;
  },
  'mistypes the password': ({ ana }) => ana.enter('wrong'),
  'follows a link to the attendance': ({ ana }) => ana.visit('/chat'),
  'goes to the attendance': ({ ana }) => ana.goToAttendance(),
  'reloads the page': ({ ana }) => ana.reload(),
  'her access expires': ({ ana }) => ana.outliveAccess(),
  'her session is ended': async (path) => {
    await path.ana.leaveElsewhere();
    path.isEnded = true;
  },
  leaves: ({ ana }) => ana.leave(),
} satisfies Record<DeedOf<typeof logIn>, Act<Path>>;

const scenes = {
  'asked who she is': ({ ana }) => ana.seesLogin(null, null),
  refused: ({ ana }) => ana.seesLogin(null, 'error.login.failed'),
  'at home': ({ ana }) => ana.seesHome(),
  'at the attendance': ({ ana }) => ana.seesAttendance(),
  'asked on her way': ({ ana, isEnded }) => ana.seesLogin('/chat', isEnded ? 'error.session.expired' : null),
  'refused on her way': ({ ana }) => ana.seesLogin('/chat', 'error.login.failed'),
} satisfies Record<SceneOf<typeof logIn>, Act<Path>>;

export const logInSteps: Steps<Path> = {
  journey: logIn,
  begin: async (world) => {
    const ana = await world.stranger('ana');
    await ana.visit('/');
    return { ana, isEnded: false };
  },
  deeds,
  scenes,
};
