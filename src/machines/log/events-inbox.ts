import type { EndedFilter } from '../../../contract/graphql/chat-tickets.ts';
import type { TicketSort, TicketView } from '../../../contract/facts/ticket-views.ts';
import type { Ticket } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { ConversationKey, CustomerId, InstanceId, TicketId, UserId } from '../entities/ids.ts';

/** Filters of the list beside view and instance; what is left out doesn't matter. */
export interface InboxFilters {
  readonly ownerId?: UserId | undefined;
  readonly departmentId?: string | undefined;
  /** A tag of the customer. */
  readonly tagId?: string | undefined;
  readonly unseen?: true | undefined;
  readonly notResponded?: true | undefined;
  readonly blacklisted?: true | undefined;
  /** Of finished ones. */
  readonly ended?: EndedFilter | undefined;
}

/** The filters of the list of conversations. */
export interface InboxQuery {
  readonly instanceId: InstanceId | null;
  readonly status: 'open' | 'finished';
  readonly scope: TicketView;
  readonly search: string;
  /** Absent: `last_message`. Finished tickets are sorted by their end. */
  readonly sort?: TicketSort;
  /** Absent: none. */
  readonly only?: InboxFilters;
}

/** Which tickets are in each view under the current filters: ids of open ones, and the number of finished ones. */
export type ListedViews = Readonly<Record<Exclude<TicketView, 'flow' | 'snoozed'>, readonly TicketId[]>> & {
  /** Left out by what was logged before there were these views. */
  readonly flow?: readonly TicketId[];
  readonly snoozed?: readonly TicketId[];
  readonly finished: number;
};

/** The list of conversations. */
export type InboxEvent =
  | {
      readonly type: 'inbox.filtered';
      readonly instanceId: InstanceId | null;
      readonly status: 'open' | 'finished';
      readonly scope: TicketView;
    }
  /** All filters as they are now. */
  | { readonly type: 'inbox.narrowed'; readonly only: InboxFilters }
  | { readonly type: 'inbox.sorted'; readonly sort: TicketSort }
  | { readonly type: 'inbox.searched'; readonly search: string }
  /** The end of the loaded rows came into view. */
  | { readonly type: 'inbox.endReached' }
  | { readonly type: 'inbox.retried' }
  | {
      readonly type: 'tickets.listed';
      readonly request: number;
      readonly query: InboxQuery;
      readonly page: number;
      readonly limit: number;
      /** `resync`: after lost frames; what is held and not among `items` is gone. `views`: to count them only. */
      readonly purpose: 'page' | 'resync' | 'views';
      readonly totalPages: number;
      readonly totalItems: number;
      /** Conversations with unread messages and an open ticket visible to the viewer; on any query's first page. */
      readonly unseenConversations?: readonly ConversationKey[];
      /** All customers that the viewer has pinned; on the first page only. */
      readonly pinnedCustomers?: readonly CustomerId[];
      /** On a first page that was to bring it. */
      readonly views?: ListedViews;
      readonly streamPosition: number;
      readonly items: readonly Ticket[];
    }
  | { readonly type: 'tickets.listFailed'; readonly request: number; readonly failure: Failure };
