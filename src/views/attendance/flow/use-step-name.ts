import type { TicketFlow } from '../../../machines/entities/flows.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';

type Step = Pick<NonNullable<TicketFlow['flow']>, 'step_label' | 'step_kind'>;

/** How a flow's step is called: by its name, or by what it does. */
export function useStepName(): (step: Step) => string {
  const text = useText();
  const isText = useIsText();
  return ({ step_label: label, step_kind: kind }) => {
    const key = `ticketFlow.step.${kind}`;
    return label ?? text(isText(key) ? key : 'ticketFlow.step.other');
  };
}
