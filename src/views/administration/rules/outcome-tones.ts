import type { RuleOutcome } from '../../../../contract/facts/rules.ts';
import type { Tone } from '../../kit/Tag.tsx';

export const OUTCOME_TONES: Readonly<Record<RuleOutcome, Tone>> = {
  done: 'success',
  partly: 'warning',
  skipped: 'neutral',
  again: 'danger',
  deep: 'danger',
  often: 'danger',
  failed: 'danger',
};
