import type {
  FlowVersion as WireVersion,
  ListedFlow as WireFlow,
  TicketFlow as WireTicketFlow,
} from '../../../contract/entities/flow.ts';
import type { Finding } from '../../../flows/check.ts';
import type { Flow } from '../../../contract/flows/flow.ts';

export type { FlowFunnelStep } from '../../../contract/entities/flow.ts';
export type { Flow, FlowNode, FlowNodeOf } from '../../../contract/flows/flow.ts';

export type ListedFlow = Omit<WireFlow, 'updated_at'> & { readonly updatedAt: number };

export type FlowVersion = Omit<WireVersion, 'published_at'> & { readonly id: string; readonly publishedAt: number };

/** What an older version said. */
export interface PastFlow {
  readonly id: string;
  readonly number: number;
  readonly flow: Flow;
}

/** What the checker finds. */
export interface FlowCheck {
  /** Of what was checked, to be compared with what is edited now. */
  readonly flow: string;
  readonly findings: readonly Finding[];
  readonly isSound: boolean;
  /** Moments of conversations that were looked at. */
  readonly moments: number;
  readonly isComplete: boolean;
}

/** The flow in which a ticket is or was. */
export interface TicketFlow {
  readonly ticketId: string;
  /** Null: it never was in one. */
  readonly flow: (Omit<WireTicketFlow, 'ticket_id' | 'started_at'> & { readonly startedAt: number }) | null;
}
