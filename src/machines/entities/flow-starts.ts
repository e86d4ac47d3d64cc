import type {
  ActiveFlow as WireFlow,
  FlowLaunch as WireLaunch,
  FlowStart as WireStart,
} from '../../../contract/entities/flow-start.ts';

export type { FlowStartCounts } from '../../../contract/entities/flow-start.ts';
export type { StartableFlow } from '../../../contract/graphql/flow-starts.ts';

/** `nextAt` null: it is over, or was stopped. */
export type FlowLaunch = Omit<WireLaunch, 'starts_at' | 'next_at'> & {
  readonly startsAt: number;
  readonly nextAt: number | null;
};

/** A flow that the company starts, with what has it start. */
export type ActiveFlow = Omit<WireFlow, 'launches'> & { readonly launches: readonly FlowLaunch[] };

/** A customer for whom one was to start. */
export type FlowStart = Omit<WireStart, 'created_at' | 'settled_at'> & {
  readonly createdAt: number;
  readonly settledAt: number | null;
};
