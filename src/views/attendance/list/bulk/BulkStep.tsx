import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Attendance } from '../../../../machines/entities/entities.ts';
import { conversationKey } from '../../../../machines/entities/ids.ts';
import type { Failure } from '../../../../machines/entities/failure.ts';
import type { FormName, ValuesOf } from '../../../../machines/entities/forms.ts';
import type { TransferTarget } from '../../../../machines/log/events-send.ts';
import { selectCanFinish, selectFinishFailure, selectLifecycle } from '../../../../machines/ticket/ticket.selectors.ts';
import { TRANSFER_PENDING } from '../../../../machines/transfer/transfer.rules.ts';
import {
  selectCandidates,
  selectTransferFailure,
  selectTransferState,
} from '../../../../machines/transfer/transfer.selectors.ts';
import { useAction } from '../../../administration/form/use-action.ts';
import { useApp, useKept } from '../../../app/app-context.tsx';
import type { TicketActor } from '../../actors.ts';
import { newestOf } from '../actions/newest-of.ts';
import { useTicketAccess } from '../actions/use-ticket-access.ts';
import type { BulkAction, Outcome } from './bulk-actions.ts';

interface StepProps {
  readonly ticket: Attendance;
  readonly onEnd: (outcome: Outcome) => void;
}

/** Does one conversation's part when mounted, by the machine that does it alone too. Renders nothing. */
export function BulkStep({
  action,
  actor,
  ...step
}: StepProps & { readonly action: BulkAction; readonly actor: TicketActor }) {
  switch (action.kind) {
    case 'finish':
      return <FinishStep {...step} actor={actor} outcomeId={action.outcomeId} />;
    case 'transfer':
      return <TransferStep {...step} target={action.target} note={action.note} />;
    case 'tag':
    case 'untag': {
      const values = { tag_id: action.tagId, tagged: action.kind === 'tag' };
      return <FormStep {...step} form="chat.tag" id={step.ticket.customer.id} values={values} />;
    }
    case 'take':
      return <FormStep {...step} form="chat.bulk" id={step.ticket.id} values={{ what: 'take' }} />;
    case 'snooze': {
      const values = { what: 'snooze', until: new Date(action.until).toISOString() };
      return <FormStep {...step} form="chat.bulk" id={step.ticket.id} values={values} />;
    }
    case 'read':
    case 'unread':
      return <MarkStep {...step} what={action.kind} />;
  }
}

/** Why the page doesn't even ask. */
const NOT_YOURS: Failure = { code: 'FORBIDDEN', key: 'error.ticket.notYours', params: {}, fields: {}, requestId: null };

interface FinishStepProps extends StepProps {
  readonly actor: TicketActor;
  readonly outcomeId: string | undefined;
}

function FinishStep({ ticket, actor, outcomeId, onEnd }: FinishStepProps) {
  const { append } = useApp();
  const lifecycle = useSelector(actor, selectLifecycle);
  const failure = useSelector(actor, selectFinishFailure);
  const end = useEffectEvent(onEnd);
  const begin = useEffectEvent(() => {
    const snapshot = actor.getSnapshot();
    if (selectLifecycle(snapshot) === 'open' && !selectCanFinish(snapshot)) onEnd(NOT_YOURS);
    else
      append({
        type: 'ticket.finishRequested',
        ticketId: ticket.id,
        ...(outcomeId !== undefined && { outcomeId }),
      });
  });
  useEffect(() => begin(), []);
  // Follows the effect that asks for it, so what is rendered may still be the try before.
  const look = useEffectEvent(() => {
    const now = actor.getSnapshot();
    const why = selectFinishFailure(now);
    if (selectLifecycle(now) === 'finished') end(null);
    else if (selectLifecycle(now) === 'open' && why !== null) end(why);
  });
  useEffect(() => look(), [lifecycle, failure]);
  return null;
}

interface TransferStepProps extends StepProps {
  readonly target: TransferTarget;
  readonly note: string | undefined;
}

/** Its draft is made first: an earlier one may have been dismissed just now. */
function TransferStep(props: TransferStepProps) {
  const { append } = useApp();
  const ticketId = props.ticket.id;
  const [isDrafted, setDrafted] = useState(false);
  useEffect(() => {
    append({ type: 'transfer.drafted', ticketId });
    // The next render finds it.
    queueMicrotask(() => setDrafted(true));
  }, [append, ticketId]);
  return isDrafted && <Offer {...props} />;
}

function Offer({ ticket, target, note, onEnd }: TransferStepProps) {
  const { directory, append, newClientId } = useApp();
  const actor = useKept(directory.transferDraft(ticket.id), ticket.id);
  const state = useSelector(actor, (snapshot) => (snapshot === undefined ? undefined : selectTransferState(snapshot)));
  const candidates = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectCandidates(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTransferFailure(snapshot)));
  const step = useRef<'drafted' | 'submitted' | 'ended'>('drafted');
  const end = useEffectEvent((outcome: Outcome) => {
    if (step.current === 'ended') return;
    step.current = 'ended';
    if (outcome !== null) append({ type: 'transfer.dismissed', ticketId: ticket.id });
    onEnd(outcome);
  });
  const submit = useEffectEvent(() => {
    step.current = 'submitted';
    append({
      type: 'transfer.submitted',
      ticketId: ticket.id,
      clientId: newClientId(),
      target,
      previousOwner: ticket.owner === null ? null : { id: ticket.owner.id, name: ticket.owner.name },
      ...(note !== undefined && { note }),
    });
  });
  useEffect(() => {
    const mayGo = candidates !== null || target.kind !== 'person';
    if (step.current === 'drafted' && state === 'draft' && mayGo) submit();
    else if (failure !== null) end(failure);
    else if (step.current === 'drafted') {
      // Another is on its way, or waits to be sent.
      if (state === 'creating' || state === 'waiting') end(TRANSFER_PENDING);
    } else if (state !== 'draft' && state !== 'creating') end(null);
  }, [state, candidates, failure, target]);
  return null;
}

/** The server would change nothing in somebody else’s, and not say so. */
function MarkStep({ what, ...step }: StepProps & { readonly what: 'read' | 'unread' }) {
  const { directory } = useApp();
  const { mayRead } = useTicketAccess();
  const key = conversationKey(step.ticket.customer.id, step.ticket.instance.id);
  const [upTo] = useState(() => (what === 'read' ? newestOf(directory, key) : null));
  if (!mayRead(step.ticket)) return <Refused onEnd={step.onEnd} />;
  return <FormStep {...step} form="chat.bulk" id={key} values={{ what, up_to_id: upTo }} />;
}

function Refused({ onEnd }: Pick<StepProps, 'onEnd'>) {
  const end = useEffectEvent(onEnd);
  useEffect(() => end(NOT_YOURS), []);
  return null;
}

interface FormStepProps<Form extends FormName> extends StepProps {
  readonly form: Form;
  readonly id: string;
  readonly values: ValuesOf<Form>;
}

function FormStep<Form extends FormName>({ form, id, values, onEnd }: FormStepProps<Form>) {
  const { run, isDone, failure } = useAction(form, id);
  const begin = useEffectEvent(() => run(values));
  const end = useEffectEvent(onEnd);
  useEffect(() => begin(), []);
  useEffect(() => {
    if (failure !== null) end(failure);
    else if (isDone) end(null);
  }, [isDone, failure]);
  return null;
}
