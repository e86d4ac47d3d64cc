import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectQuery } from '../../../machines/inbox/inbox.selectors.ts';
import { selectListRequest } from '../../../machines/listing/listing.selectors.ts';
import { useListing, wholeList } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { takingFocus } from '../focus.ts';

interface NextWaitingProps {
  /** The conversation that one leaves; undefined while none is open. */
  readonly ticketId: string | undefined;
  readonly onEnd: () => void;
}

/** Asks who waits longest now, on the chosen instance, and opens their conversation; says so if nobody else waits. */
export function NextWaiting(props: NextWaitingProps) {
  return (
    <Prepared fallback={null} onClose={props.onEnd}>
      <Asked {...props} />
    </Prepared>
  );
}

function Asked({ ticketId, onEnd }: NextWaitingProps) {
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const { instanceId } = useSelector(directory.inbox, selectQuery);
  const filters = instanceId === null ? wholeList.filters : { instance: instanceId };
  const { rows, phase, failure, retry, updateQuery } = useListing('chat.next', wholeList, 'known');
  const request = useSelector(directory.list('chat.next'), (list) =>
    list === undefined ? 0 : selectListRequest(list),
  );
  // Rows of earlier requests may have been answered since.
  const [earlier] = useState(request);
  // Once nobody waits, answers to what is asked elsewhere don't lead away.
  const [isOver, setOver] = useState(false);
  const ask = useEffectEvent(() => {
    if (directory.list('chat.next') === undefined)
      append({ type: 'list.opened', list: 'chat.next', query: { ...wholeList, filters } });
    else updateQuery({ filters });
  });
  useEffect(() => ask(), []);
  const isAnswered = phase === 'ready' && request > earlier;
  const next = isAnswered ? rows?.find(({ id }) => id !== ticketId) : undefined;
  const go = useEffectEvent((id: string) => {
    onEnd();
    void navigate(`/chat/${id}`, { state: takingFocus });
  });
  if (isAnswered && next === undefined && !isOver) setOver(true);
  const nextId = isOver ? undefined : next?.id;
  useEffect(() => {
    if (nextId !== undefined) go(nextId);
  }, [nextId]);
  if (failure !== null && phase === 'failed') {
    const again = (
      <Button size="sm" onPress={retry}>
        {text('action.retry')}
      </Button>
    );
    return (
      <Banner tone="warning" action={again} onClose={onEnd}>
        {failureText(failure)}
      </Banner>
    );
  }
  return isOver ? <Banner onClose={onEnd}>{text('thread.nobodyWaits')}</Banner> : null;
}
