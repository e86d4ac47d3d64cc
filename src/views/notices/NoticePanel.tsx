import { useSelector } from '@xstate/react';
import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { Popover } from 'react-aria-components/Popover';
import { useNavigate } from 'react-router-dom';
import { selectListFailure, selectListingPhase } from '../../machines/listing/listing.selectors.ts';
import type { ListedNotice } from '../../machines/notification/notice-log.machine.ts';
import { selectListedNotices, selectUnreadNotices } from '../../machines/notification/notice-log.selectors.ts';
import type { NoticeKind } from '../../machines/notification/notice.ts';
import { targetOf } from '../../machines/notification/notification.machine.ts';
import { selectActiveInstanceId } from '../../machines/shell/shell.selectors.ts';
import { useApp, useOnChange } from '../app/app-context.tsx';
import { useIsText } from '../app/failure-text.ts';
import { noticeText } from '../app/notice-text.ts';
import { takingFocus } from '../attendance/focus.ts';
import { BellIcon, SettingsIcon, TransferIcon } from '../kit/administration-icons.tsx';
import { Button, IconButton } from '../kit/Button.tsx';
import { cx } from '../kit/cx.ts';
import { EmptyState } from '../kit/EmptyState.tsx';
import { AlertIcon, ChatIcon, CheckIcon, ClockIcon, PersonIcon } from '../kit/icons.tsx';
import { SkeletonRows } from '../kit/Skeleton.tsx';
import { useText } from '../kit/useText.ts';
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx';
import { useFormats } from '../layout/LocaleProvider.tsx';
import { AcceptTransfer } from './AcceptTransfer.tsx';
import { rowsOf } from './listed-rows.ts';
import styles from './NoticePanel.module.css';

interface NoticePanelProps {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

const symbols: Readonly<Record<NoticeKind, ReactNode>> = {
  message: <ChatIcon />,
  queue: <ClockIcon />,
  transfer: <TransferIcon />,
  mention: <PersonIcon />,
  woken: <ClockIcon />,
  window: <ClockIcon />,
  schedule: <ClockIcon />,
  closed: <CheckIcon />,
  limit: <AlertIcon />,
  failure: <AlertIcon />,
  own: <BellIcon />,
  desktop: <BellIcon />,
};

/** What happened lately, newest first. Import it lazily. */
export function NoticePanel({ triggerRef, onClose }: NoticePanelProps) {
  const { directory, append } = useApp();
  const text = useText();
  const navigate = useNavigate();
  const rows = rowsOf(useSelector(directory.noticeLog, selectListedNotices));
  const unread = useSelector(directory.noticeLog, selectUnreadNotices);
  const missed = useMissed();
  const instanceId = useSelector(directory.shell, selectActiveInstanceId);
  const go = (to: string, state?: typeof takingFocus) => {
    onClose();
    // The panel gives the focus back in the frame after it has gone; the screen may then take it.
    requestAnimationFrame(() => requestAnimationFrame(() => void navigate(to, { state })));
  };
  const open = (id: unknown) => {
    const row = rows.find((each) => each.subject === id);
    if (row === undefined) return;
    append({ type: 'notices.read', ids: [row.id] });
    if (row.kind === 'queue' && row.ticketId === null) {
      append({ type: 'inbox.filtered', instanceId, status: 'open', scope: 'queue' });
    }
    const to = targetOf(row);
    if (to !== '/') go(to, takingFocus);
  };
  return (
    <Popover
      className={cx(styles.popover)}
      triggerRef={triggerRef}
      placement="bottom end"
      offset={8}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog aria-label={text('noticeCenter.title')} className={cx(styles.dialog)}>
        <header className={styles.head}>
          <h2 className={styles.title}>{text('noticeCenter.title')}</h2>
          <Button
            size="sm"
            variant="ghost"
            isDisabled={unread === 0}
            onPress={() => append({ type: 'notices.read', ids: null })}
          >
            {text('noticeCenter.readAll')}
          </Button>
          <IconButton
            size="sm"
            label={text('noticeCenter.settings')}
            icon={<SettingsIcon />}
            onPress={() => go('/user-settings#notices')}
          />
        </header>
        {missed === 'failed' && (
          <p role="alert" className={styles.failed}>
            {text('noticeCenter.missed.failed')}{' '}
            <Button variant="link" size="sm" onPress={() => append({ type: 'list.retried', list: 'missedNotices' })}>
              {text('action.retry')}
            </Button>
          </p>
        )}
        {rows.length === 0 ? (
          <None missed={missed} />
        ) : (
          <GridList
            aria-label={text('noticeCenter.title')}
            items={rows.map((row) => ({ id: row.subject, row }))}
            onAction={open}
            // The panel is opened to be read.
            autoFocus="first"
            className={cx(styles.list)}
          >
            {({ id, row }) => <Row id={id} row={row} />}
          </GridList>
        )}
      </Dialog>
    </Popover>
  );
}

/** Whether what was missed before the login is there; nobody asks for it when a session goes on. */
function useMissed(): 'loading' | 'failed' | 'ready' {
  const { directory } = useApp();
  const actor = useOnChange(directory.changed, () => directory.list('missedNotices'));
  return useSelector(actor, (snapshot) => {
    if (snapshot === undefined) return 'ready';
    if (selectListFailure(snapshot) !== null) return 'failed';
    return selectListingPhase(snapshot) === 'loading' ? 'loading' : 'ready';
  });
}

function None({ missed }: { readonly missed: ReturnType<typeof useMissed> }) {
  const text = useText();
  if (missed === 'loading') return <SkeletonRows count={3} />;
  if (missed === 'failed') return null;
  return (
    <EmptyState icon={<BellIcon />} title={text('noticeCenter.empty')}>
      {text('noticeCenter.empty.text')}
    </EmptyState>
  );
}

function Row({ id, row }: { readonly id: string; readonly row: ListedNotice }) {
  const { now } = useApp();
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  const { kind, tone, title, body, at, count, isRead, isMissed, isOffer, transferId } = row;
  const words = noticeText(text, isText, body);
  const name = noticeText(text, isText, title);
  const about = [
    ...(isMissed ? [text('noticeCenter.missed')] : []),
    ...(kind === 'message' && count > 1 ? [text('noticeCenter.count', { count })] : []),
  ];
  return (
    <GridListItem
      id={id}
      textValue={[...(isRead ? [] : [text('noticeCenter.unread')]), name, words].join(', ')}
      className={cx(styles.row, !isRead && styles.unread)}
    >
      <span aria-hidden="true" className={cx(styles.symbol, styles[tone])}>
        {symbols[kind]}
      </span>
      <div className={styles.words}>
        <div className={styles.line}>
          <strong className={styles.name}>{name}</strong>
          <time className={styles.time}>{formats.listTime(at, now())}</time>
        </div>
        {words !== '' && <p className={styles.text}>{words}</p>}
        {about.length > 0 && <p className={styles.about}>{about.join(' · ')}</p>}
        {isOffer === true && transferId !== null && (
          <div className={styles.action}>
            <AcceptTransfer transferId={transferId} />
          </div>
        )}
      </div>
      {!isRead && (
        <span className={styles.dot}>
          <VisuallyHidden>{text('noticeCenter.unread')}</VisuallyHidden>
        </span>
      )}
    </GridListItem>
  );
}
