import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { InstanceId } from '../../machines/entities/ids.ts';
import { selectQuery } from '../../machines/inbox/inbox.selectors.ts';
import {
  selectActiveInstanceId,
  selectInstances,
  selectInstancesMissed,
} from '../../machines/shell/shell.selectors.ts';
import { selectTicket } from '../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { isOwnPath } from '../app/own-path.ts';
import { EmptyState } from '../kit/EmptyState.tsx';
import { ErrorState } from '../kit/ErrorState.tsx';
import { PhoneIcon } from '../kit/administration-icons.tsx';
import { ChatIcon } from '../kit/icons.tsx';
import { SkeletonRows } from '../kit/Skeleton.tsx';
import { Tag } from '../kit/Tag.tsx';
import { useText } from '../kit/useText.ts';
import styles from './ChooseInstanceScreen.module.css';

/**
 * /instances/list/choose-instance, opened by a click on a desktop notice. If the instance of `?to=` is known, as the
 * conversation is held or `?instance=` names it, it continues there by itself, and switches to that instance if another
 * one is selected. With `?view=queue` it leads to the selection's queue.
 */
export function ChooseInstanceScreen() {
  const { directory, append } = useApp();
  const text = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const instances = useSelector(directory.shell, selectInstances);
  const hasFailed = useSelector(directory.shell, selectInstancesMissed);
  const query = useSelector(directory.inbox, selectQuery);
  const to = search.get('to');
  const ticketId = to?.startsWith('/chat/') === true ? to.slice('/chat/'.length) : '';
  const ticket = useSelector(directory.ticket(ticketId), (snapshot) =>
    snapshot === undefined ? null : selectTicket(snapshot),
  );
  const named = ticket?.instance.id ?? search.get('instance');
  const wanted = instances?.find((instance) => instance.id === named)?.id;
  const isForQueue = search.get('view') === 'queue';

  const active = useSelector(directory.shell, selectActiveInstanceId);

  const goOn = () => {
    void navigate(to !== null && isOwnPath(to) ? to : '/chat', { replace: true });
  };
  const choose = (instanceId: InstanceId) => {
    append({ type: 'instance.chosen', instanceId });
    append({ type: 'inbox.filtered', instanceId, status: query.status, scope: query.scope });
    goOn();
  };
  const onKnown = useEffectEvent((instanceId: InstanceId) => {
    // Whoever sees all instances keeps doing so.
    if (active === null || active === instanceId) goOn();
    else choose(instanceId);
  });
  useEffect(() => {
    if (wanted !== undefined) onKnown(wanted);
  }, [wanted]);
  const onQueue = useEffectEvent(() => {
    append({ type: 'inbox.filtered', instanceId: query.instanceId, status: 'open', scope: 'queue' });
    goOn();
  });
  useEffect(() => {
    if (isForQueue) onQueue();
  }, [isForQueue]);

  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{text('chooseInstance.title')}</h1>
      <p className={styles.lead}>{text('chooseInstance.lead')}</p>
      {instances === null && hasFailed ? (
        <ErrorState title={text('chooseInstance.failed')} onRetry={() => append({ type: 'instances.retried' })} />
      ) : instances === null || wanted !== undefined || isForQueue ? (
        <SkeletonRows count={3} />
      ) : instances.length === 0 ? (
        <EmptyState icon={<ChatIcon />} title={text('chooseInstance.none.title')}>
          {text('chooseInstance.none.text')}
        </EmptyState>
      ) : (
        <ul role="list" className={styles.list}>
          {instances.map((instance) => (
            <li key={instance.id}>
              <button type="button" className={styles.instance} onClick={() => choose(instance.id)}>
                <PhoneIcon />
                <strong>{instance.name}</strong>
                <Tag tone={instance.active ? 'success' : 'neutral'}>
                  {text(instance.active ? 'home.instance.active' : 'home.instance.inactive')}
                </Tag>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
