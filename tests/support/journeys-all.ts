import { answerSteps } from './journeys-answer.ts';
import { blockWhileItRunsSteps } from './journeys-block-while-it-runs.ts';
import { finishSteps } from './journeys-finish.ts';
import { importToAnswerSteps } from './journeys-import-to-answer.ts';
import { logInSteps } from './journeys-log-in.ts';
import { loseNetworkSteps } from './journeys-lose-network.ts';
import { readAndLeaveSteps } from './journeys-read-and-leave.ts';
import { transferSteps } from './journeys-transfer.ts';
import { twoAttendantsSteps } from './journeys-two-attendants.ts';
import { walkable } from './journeys-walk.ts';
import type { WalkableJourney } from './journeys-walk.ts';

/** Every journey, ready to be walked. */
export function allJourneys(kind: 'short' | 'long'): readonly WalkableJourney[] {
  return [
    walkable(logInSteps, kind),
    walkable(answerSteps, kind),
    walkable(readAndLeaveSteps, kind),
    walkable(loseNetworkSteps, kind),
    walkable(transferSteps, kind),
    walkable(twoAttendantsSteps, kind),
    walkable(finishSteps, kind),
    walkable(importToAnswerSteps, kind),
    // Last: it leaves the provider refusing what is sent.
    walkable(blockWhileItRunsSteps, kind),
  ];
}
