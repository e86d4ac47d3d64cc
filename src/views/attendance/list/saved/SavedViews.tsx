import { useSelector } from '@xstate/react';
import type { SavedView } from '../../../../machines/entities/saved-view.ts';
import { selectViewer } from '../../../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../../../machines/entities/viewer.ts';
import { selectQuery } from '../../../../machines/inbox/inbox.selectors.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Prepared } from '../../../app/Prepared.tsx';
import { useIsOffline } from '../../../app/use-offline.ts';
import { useText } from '../../../kit/useText.ts';
import { focusList } from '../../focus.ts';
import { eventsFor, fieldsOf, isSameView, isWorthSaving, savedOf, withoutGone } from './saved-query.ts';
import { ViewChips } from './ViewChips.tsx';

/** The views that the person saved, after the built-in ones, and saving the list as it is. Loaded lazily. */
export function SavedViews() {
  return (
    <Prepared fallback={null}>
      <Loaded />
    </Prepared>
  );
}

function Loaded() {
  const { directory, append } = useApp();
  const text = useText();
  const query = useSelector(directory.inbox, selectQuery);
  const viewer = useSelector(directory.auth, selectViewer);
  const { rows, failure, retry } = useListing('chat.views', wholeList);
  const isOffline = useIsOffline();
  const now = savedOf(query);
  // A period and an outcome aren’t saved: the list under them is no view.
  const isNarrowed = query.status === 'finished' && query.only?.ended !== undefined;
  const seesAll = viewer !== null && isAdmin(viewer);
  return (
    <ViewChips
      form="chat.view"
      views={rows}
      hasFailed={rows === null && failure !== null}
      onRetry={isOffline ? undefined : retry}
      now={isWorthSaving(now) && !isNarrowed ? now : null}
      isShown={(view) => !isNarrowed && isSameView(withoutGone(view), now)}
      onShow={(view) => {
        for (const event of eventsFor(withoutGone(view), seesAll)) append(event);
      }}
      kept={fieldsOf}
      goneText={(view) => goneText(text, view)}
      deleteText={text('savedViews.delete.text')}
      focusList={focusList}
    />
  );
}

const GONE = ['instance_id', 'department_id', 'user_id', 'tag_id'] as const;

/** What the view names and isn't there any more. */
function goneText(text: ReturnType<typeof useText>, { gone }: SavedView): string {
  return GONE.flatMap((field) => (gone.includes(field) ? text(`savedViews.gone.${field}`) : [])).join(' ');
}
