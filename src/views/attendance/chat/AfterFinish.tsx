import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectQuery } from '../../../machines/inbox/inbox.selectors.ts';
import { useAction } from '../../administration/form/use-action.ts';
import { useListing, wholeList } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import { usePreparing } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { undoFinish, openNext } from '../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { takingFocus } from '../focus.ts';

interface AfterFinishProps {
  readonly ticketId: string;
  /** Undo or the next ticket was chosen. A refused undo raises a notice. */
  readonly onChosen: () => void;
}

/** After a finish: undoes it, or opens the ticket that has waited longest. */
export function AfterFinish(props: AfterFinishProps) {
  const { state, retry } = usePreparing();
  const text = useText();
  if (state === 'loading') return null;
  if (state === 'failed')
    return (
      <>
        <span>{text('error.part')}</span>
        <Button size="sm" onPress={retry}>
          {text('action.retry')}
        </Button>
      </>
    );
  return (
    <>
      <Undo {...props} />
      <Next {...props} />
    </>
  );
}

function Undo({ ticketId, onChosen }: AfterFinishProps) {
  const { run } = useAction('chat.reopen', ticketId);
  const text = useText();
  const undo = () => {
    run({});
    onChosen();
  };
  useShortcut(undoFinish, undo);
  return (
    <Button size="sm" onPress={undo}>
      {text('notice.finished.undo')}
    </Button>
  );
}

/** Opens the conversation that waits longest for the viewer or for anybody, on the chosen instance. */
function Next({ ticketId, onChosen }: AfterFinishProps) {
  const { directory } = useApp();
  const text = useText();
  const navigate = useNavigate();
  const { instanceId } = useSelector(directory.inbox, selectQuery);
  const filters = instanceId === null ? wholeList.filters : { instance: instanceId };
  const { rows, phase, query, updateQuery, retry } = useListing('chat.next', { ...wholeList, filters });
  const isOther = (query.filters['instance'] ?? null) !== instanceId;
  const ask = useEffectEvent(() => updateQuery({ filters }));
  useEffect(() => {
    if (isOther) ask();
  }, [isOther]);
  const next = phase === 'ready' && !isOther ? rows?.find(({ id }) => id !== ticketId) : undefined;
  const go = () => {
    if (next === undefined) return;
    onChosen();
    void navigate(`/chat/${next.id}`, { state: takingFocus });
  };
  useShortcut(next !== undefined && openNext, go);
  if (phase === 'failed')
    return (
      <Button size="sm" onPress={retry}>
        {text('notice.finished.next.failed')}
      </Button>
    );
  if (next === undefined) return null;
  return (
    <Button size="sm" variant="primary" onPress={go}>
      {text('notice.finished.next', { customer: next.customerName })}
    </Button>
  );
}
