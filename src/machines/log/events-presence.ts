import type { Person } from '../entities/entities.ts';
import type { CustomerId, InstanceId, TicketId } from '../entities/ids.ts';

/**
 * Which conversations people have open, and who is typing. None of these events is stored: they are only true for the
 * moment.
 */
export type PresenceEvent =
  /** The list of conversations is on the screen: from now on presence is received and sent. */
  | { readonly type: 'presence.followed'; readonly visible: boolean }
  /** A conversation is on the screen. */
  | {
      readonly type: 'presence.shown';
      readonly ticketId: TicketId;
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
    }
  | { readonly type: 'presence.hidden'; readonly ticketId: TicketId }
  /** The conversation that a colleague's page has open; `open` is null when it is closed. */
  | {
      readonly type: 'presence.arrived';
      readonly pageId: string;
      readonly person: Person;
      /** Whether they belong to the platform's back-office. */
      readonly isSupport: boolean;
      readonly open: { readonly customerId: CustomerId; readonly instanceId: InstanceId } | null;
      readonly typing: boolean;
    };
