import { useSelector } from '@xstate/react';
import { memo, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectRoutes, selectViewer } from '../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../machines/entities/viewer.ts';
import type { NoticeText } from '../../machines/log/command.ts';
import type { Notice } from '../../machines/notification/notice.ts';
import { selectIsClearing, selectNotice } from '../../machines/notification/notification.selectors.ts';
import { selectActiveInstanceId, selectHasLoggedIn } from '../../machines/shell/shell.selectors.ts';
import { part } from '../kit/part.tsx';
import { Button } from '../kit/Button.tsx';
import { Toasts, type Toast } from '../kit/Toasts.tsx';
import { useText } from '../kit/useText.ts';
import { takingFocus } from '../attendance/focus.ts';
import { useListing, wholeList } from '../administration/list/use-listing.ts';
import { MaintenanceGate } from '../maintenance/MaintenanceGate.tsx';
import { VoiceBar } from '../attendance/chat/media/VoiceBar.tsx';
import { AcceptTransfer } from '../notices/AcceptTransfer.tsx';
import { TermsGate } from '../support/terms/TermsGate.tsx';
import { useApp, useObservable } from './app-context.tsx';
import { Prepared } from './Prepared.tsx';
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
      <ListWatches />
      <MaintenanceGate />
      <TermsGate />
      <VoiceBar />
    </>
  );
}

/** Fetches the lists behind some notices: after a login what was missed; for administrators the monthly message limit. */
function ListWatches() {
  const { directory } = useApp();
  const viewer = useSelector(directory.auth, selectViewer);
  const mayChat = useSelector(directory.auth, selectRoutes).includes('chat');
  const hasLoggedIn = useSelector(directory.shell, selectHasLoggedIn);
  if (viewer === null) return null;
  const mayHaveMissed = hasLoggedIn && mayChat;
  const isWarned = isAdmin(viewer);
  return (
    (mayHaveMissed || isWarned) && (
      <Prepared fallback={null} isExtra>
        {mayHaveMissed && <ListWatch list="missedNotices" />}
        {isWarned && <ListWatch list="messageLimit" />}
      </Prepared>
    )
  );
}

function ListWatch({ list }: { readonly list: 'missedNotices' | 'messageLimit' }) {
  useListing(list, wholeList);
  return null;
}

function CurrentNotices() {
  return <NoticeToasts ids={useThrottled(useObservable(useApp().directory.notices))} />;
}

/** Renders each notice's actor. */
const NoticeToasts = memo(function NoticeToasts({ ids }: { readonly ids: readonly string[] }) {
  const { append } = useApp();
  const text = useText();
  const isText = useIsText();
  const { pathname } = useLocation();
  const shown = useShownNotices(ids);
  const toasts = shown.map(({ notice, leaving }): Toast => {
    const action = <Action notice={notice} pathname={pathname} />;
    return {
      id: notice.id,
      tone: notice.ticketId === null ? notice.tone : 'notice',
      title: noticeText(text, isText, notice.title),
      ...(isEmpty(notice.body) ? {} : { text: noticeText(text, isText, notice.body) }),
      isLeaving: leaving,
      ...(hasAction(notice, pathname) && { action }),
    };
  });
  return (
    <Toasts
      toasts={toasts}
      onClose={(noticeId) => append({ type: 'notice.cleared', noticeId })}
      onHeldChange={(isHeld) => append({ type: isHeld ? 'notices.held' : 'notices.released' })}
    />
  );
});

/** No link to the page that is already open. */
function hasAction({ kind, undoOf, ticketId }: Notice, pathname: string): boolean {
  if (undoOf !== undefined || kind === 'desktop') return true;
  return ticketId === null ? kind === 'queue' : pathname !== `/chat/${ticketId}`;
}

function Action({ notice, pathname }: { readonly notice: Notice; readonly pathname: string }) {
  const { directory, append } = useApp();
  const text = useText();
  const navigate = useNavigate();
  const instanceId = useSelector(directory.shell, selectActiveInstanceId);
  const { id, kind, undoOf, ticketId, isOffer, transferId } = notice;
  const clear = () => append({ type: 'notice.cleared', noticeId: id });
  if (undoOf !== undefined) return <AfterFinish ticketId={undoOf} onChosen={clear} />;
  if (kind === 'desktop') {
    return (
      <>
        <Button
          size="sm"
          variant="primary"
          onPress={() => {
            append({ type: 'desktop.permissionAsked' });
            clear();
          }}
        >
          {text('notice.desktop.offer.allow')}
        </Button>
        <Button
          size="sm"
          onPress={() => {
            append({ type: 'noticeSettings.changed', change: { desktopDeclined: true } });
            clear();
          }}
        >
          {text('notice.desktop.offer.decline')}
        </Button>
      </>
    );
  }
  if (ticketId === null) {
    return (
      <Button
        size="sm"
        onPress={() => {
          clear();
          append({ type: 'inbox.filtered', instanceId, status: 'open', scope: 'queue' });
          if (pathname !== '/chat') void navigate('/chat');
        }}
      >
        {text('notice.queue.open')}
      </Button>
    );
  }
  return (
    <>
      {isOffer === true && transferId !== null && <AcceptTransfer transferId={transferId} />}
      <Button
        size="sm"
        onPress={() => {
          clear();
          void navigate(`/chat/${ticketId}`, { state: takingFocus });
        }}
      >
        {text('notices.openConversation')}
      </Button>
    </>
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
