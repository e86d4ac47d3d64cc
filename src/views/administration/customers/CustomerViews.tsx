import { useRef } from 'react';
import type { CustomerView } from '../../../machines/entities/saved-view.ts';
import { ViewChips } from '../../attendance/list/saved/ViewChips.tsx';
import { useText } from '../../kit/useText.ts';
import { useListing, wholeList, type Listing } from '../list/use-listing.ts';
import { fieldsOfView, isSameKept, isWorthKeeping, keptOf, queryOf, withoutGoneOf } from './customer-view-query.ts';
import styles from './CustomersScreen.module.css';

/** The user's saved views of the customers' list, and saving the current one. */
export function CustomerViews({ listing }: { readonly listing: Listing<'customers'> }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const { rows, failure, retry } = useListing('customers.views', wholeList);
  const now = keptOf(listing.query);
  // A view can't name an audience.
  const isKeepable = listing.query.filters['audience'] === undefined;
  return (
    <div ref={place} tabIndex={-1} className={styles.views}>
      <ViewChips
        form="customers.view"
        views={rows}
        hasFailed={rows === null && failure !== null}
        onRetry={retry}
        now={isKeepable && isWorthKeeping(now) ? now : null}
        isShown={(view) => isKeepable && isSameKept(withoutGoneOf(view), now)}
        onShow={(view) => listing.updateQuery(queryOf(withoutGoneOf(view)))}
        kept={fieldsOfView}
        goneText={(view) => goneText(text, view)}
        deleteText={text('base.views.delete.text')}
        focusList={() => {
          place.current?.focus({ preventScroll: true });
          return place.current !== null;
        }}
      />
    </div>
  );
}

const GONE = {
  instance_id: 'savedViews.gone.instance_id',
  tag_id: 'savedViews.gone.tag_id',
  group_id: 'base.views.gone.group_id',
  field_id: 'base.views.gone.field_id',
} as const;

/** The view's fields whose ids no longer exist. */
function goneText(text: ReturnType<typeof useText>, { gone }: CustomerView): string {
  return Object.entries(GONE)
    .flatMap(([field, id]) => (gone.includes(field) ? text(id) : []))
    .join(' ');
}
