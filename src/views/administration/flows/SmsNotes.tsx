import { SMS_MAX_LENGTH } from '../../../../contract/facts/channels.ts';
import { otherwiseOnSms, writesBySms } from '../../../../flows/sms.ts';
import type { Flow } from '../../../machines/entities/flows.ts';
import { Banner } from '../../kit/Banner.tsx';
import { useText } from '../../kit/useText.ts';
import { useInstanceChoices } from '../list/use-listing.ts';
import type { FlowWords } from './use-flow-words.ts';

interface SmsNotesProps {
  readonly flow: Flow;
  readonly words: Pick<FlowWords, 'step'>;
}

/** What is otherwise by SMS, where the flow goes by it: one that answers goes by whatever the customer wrote on. */
export function SmsNotes({ flow, words }: SmsNotesProps) {
  const text = useText();
  const { options } = useInstanceChoices();
  const goesBySms = flow.kind === 'passive' ? options.some(({ isSms }) => isSms === true) : writesBySms(flow);
  const { unsent, numbered, long } = otherwiseOnSms(flow);
  const steps = (ids: readonly string[]) => ids.map(words.step).join(', ');
  if (!goesBySms || unsent.length + numbered.length + long.length === 0) return null;
  return (
    <Banner tone="warning">
      {unsent.length > 0 && <p>{text('flow.publish.sms.unsent', { steps: steps(unsent) })}</p>}
      {numbered.length > 0 && <p>{text('flow.publish.sms.numbered', { steps: steps(numbered) })}</p>}
      {long.length > 0 && <p>{text('flow.publish.sms.long', { steps: steps(long), max: SMS_MAX_LENGTH })}</p>}
    </Banner>
  );
}
