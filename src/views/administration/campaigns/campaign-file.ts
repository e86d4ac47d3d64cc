import { CAMPAIGN_FILES, type CampaignFile } from '../../../../contract/facts/campaigns.ts';
import { isNeverTaken, outgoingFileKind } from '../../../../contract/facts/outgoing-file.ts';
import { chosenOf, type Picked } from '../../attendance/chat/sending/chosen.ts';
import { headerFileIcons } from '../../attendance/templates/header-file.ts';
import type { HeaderProblem } from '../../attendance/templates/header-problem.ts';
import { MicIcon } from '../../kit/icons.tsx';

export const campaignFileIcons = { ...headerFileIcons, audio: MicIcon } as const;

/** A file's kind by its name; undefined if campaigns can't send it. */
export function campaignFileKind(name: string): CampaignFile | undefined {
  const { sentAs } = outgoingFileKind(name);
  return isNeverTaken(name) ? undefined : CAMPAIGN_FILES.find((each) => each === sentAs);
}

/** Why a file can't go with a campaign's text. */
export function textFileProblem(picked: Picked): HeaderProblem | null {
  const { problem } = chosenOf('', picked);
  if (problem === 'program' || problem === 'notTaken') return 'otherKind';
  return campaignFileKind(picked.name) === undefined ? 'otherKind' : problem;
}
