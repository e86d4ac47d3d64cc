import { useSelector } from '@xstate/react';
import { memo, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { TransferId } from '../../machines/entities/ids.ts';
import type { NoticeText } from '../../machines/log/command.ts';
import type { Notice } from '../../machines/notification/notice.ts';
import { selectIsClearing, selectNotice } from '../../machines/notification/notification.selectors.ts';
import { selectMayConfirm } from '../../machines/transfer/transfer.selectors.ts';
import { part } from '../kit/part.tsx';
import { Button } from '../kit/Button.tsx';
import { Toasts, type Toast } from '../kit/Toasts.tsx';
import { useText } from '../kit/useText.ts';
import { takingFocus } from '../attendance/focus.ts';
import { MaintenanceGate } from '../maintenance/MaintenanceGate.tsx';
import { TermsGate } from '../support/terms/TermsGate.tsx';
import { useApp, useObservable } from './app-context.tsx';
import { useIsText } from './failure-text.ts';
import { noticeText } from './notice-text.ts';

const AfterFinish = part(async () => (await import('../attendance/chat/AfterFinish.tsx')).AfterFinish);

interface Shown {
  readonly notice: Notice;
  readonly leaving: boolean;
}

/** Notices, and the dialogs that block the whole page. */
export function Notices() {
  return (
    <>
      <CurrentNotices />
      <MaintenanceGate />
      <TermsGate />
    </>
  );
}

function CurrentNotices() {
  return <NoticeToasts ids={useThrottled(useObservable(useApp().directory.notices))} />;
}

/** Renders each notice's actor. */
const NoticeToasts = memo(function NoticeToasts({ ids }: { readonly ids: readonly string[] }) {
  const { append } = useApp();
  const text = useText();
  const isText = useIsText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useShownNotices(ids);
  const toasts = shown.map(({ notice, leaving }): Toast => ({
    id: notice.id,
    tone: notice.ticketId === null ? notice.tone : 'notice',
    title: noticeText(text, isText, notice.title),
    ...(isEmpty(notice.body) ? {} : { text: noticeText(text, isText, notice.body) }),
    isLeaving: leaving,
    ...(notice.undoOf !== undefined && {
      action: (
        <AfterFinish
          ticketId={notice.undoOf}
          onChosen={() => append({ type: 'notice.cleared', noticeId: notice.id })}
        />
      ),
    }),
    // No link to the page that is already open.
    ...(notice.ticketId === null || pathname === `/chat/${notice.ticketId}`
      ? {}
      : {
          action: (
            <>
              {notice.isOffer === true && notice.transferId !== null && <Accept transferId={notice.transferId} />}
              <Button
                size="sm"
                onPress={() => {
                  append({ type: 'notice.cleared', noticeId: notice.id });
                  void navigate(`/chat/${notice.ticketId}`, { state: takingFocus });
                }}
              >
                {text('attendance.openConversation')}
              </Button>
            </>
          ),
        }),
  }));
  return <Toasts toasts={toasts} onClose={(noticeId) => append({ type: 'notice.cleared', noticeId })} />;
});

/** Accepts an offered transfer without leaving the screen. */
function Accept({ transferId }: { readonly transferId: TransferId }) {
  const { directory, append } = useApp();
  const text = useText();
  const actor = directory.transfer(transferId);
  const mayConfirm = useSelector(actor, (snapshot) => snapshot !== undefined && selectMayConfirm(snapshot));
  const isPending = useSelector(actor, (snapshot) => snapshot?.matches('confirming') === true);
  if (!mayConfirm && !isPending) return null;
  return (
    <Button
      size="sm"
      variant="primary"
      isPending={isPending}
      onPress={() => append({ type: 'transfer.confirmRequested', transferId })}
    >
      {text('notice.transfer.accept')}
    </Button>
  );
}

function isEmpty(words: NoticeText): boolean {
  return words.kind === 'words' && words.words === '';
}

/** At most this many, so that a burst doesn't cover the screen. */
const MAX_SHOWN = 3;
/** In a burst notices are replaced this often (milliseconds), so that they can be read. */
const READ_MS = 500;

/** The notices to show. In a burst, shown ones stay for `READ_MS` before newer ones replace them. */
function useThrottled(ids: readonly string[]): readonly string[] {
  const [visible, setVisible] = useState<readonly string[]>(() => ids.slice(-MAX_SHOWN));
  const [isFresh, setFresh] = useState(false);
  const next = throttled(visible, ids, !isFresh);
  const isSame = next.length === visible.length && next.every((id, index) => id === visible[index]);
  if (!isSame) {
    setVisible(next);
    if (!isFresh && next.some((id) => !visible.includes(id))) setFresh(true);
  }
  useEffect(() => {
    if (!isFresh) return undefined;
    const timer = window.setTimeout(() => setFresh(false), READ_MS);
    return () => window.clearTimeout(timer);
  }, [isFresh]);
  return isSame ? visible : next;
}

function throttled(current: readonly string[], ids: readonly string[], mayReplace: boolean): readonly string[] {
  const newest = ids.slice(-MAX_SHOWN);
  if (mayReplace) return newest;
  const kept = current.filter((id) => ids.includes(id));
  const fresh = newest.filter((id) => !kept.includes(id));
  return [...kept, ...fresh.slice(Math.max(0, fresh.length - MAX_SHOWN + kept.length))];
}

function useShownNotices(ids: readonly string[]): readonly Shown[] {
  const { directory } = useApp();
  const [a, b, c] = ids.map((id) => directory.notice(id));
  return [useNotice(a), useNotice(b), useNotice(c)].filter((shown) => shown !== undefined);
}

function useNotice(actor: ReturnType<ReturnType<typeof useApp>['directory']['notice']>): Shown | undefined {
  const notice = useSelector(actor, (snapshot) => (snapshot === undefined ? undefined : selectNotice(snapshot)));
  const leaving = useSelector(actor, (snapshot) => snapshot !== undefined && selectIsClearing(snapshot));
  return notice === undefined ? undefined : { notice, leaving };
}
