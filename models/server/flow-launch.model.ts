import type { ServerModel } from './server-model.ts';

/**
 * A flow for a group of two each day. `had`: both had it once, and are still in it. `waiting`: both are in the queue. Stopping, it is
 * to be gone through once more, so that whoever waits for it is left out.
 */
export type FlowLaunchState =
  | 'planned'
  | 'planned, waiting'
  | 'planned, had'
  | 'planned, had, waiting'
  | 'due'
  | 'due, waiting'
  | 'due, had'
  | 'due, had, waiting'
  | 'stopping'
  | 'stopping, waiting'
  | 'stopping, had'
  | 'stopping, had, waiting'
  | 'stopped'
  | 'stopped, waiting'
  | 'stopped, had'
  | 'stopped, had, waiting';

export type FlowLaunchEvent =
  // A person's.
  | 'stopped'
  // Time's.
  | 'moment came'
  // The node's: it fills the queue, and starts whoever is in it.
  | 'looked after'
  | 'looked after while the flow is off'
  | 'reached'
  | 'reached while the flow is off';

export const flowLaunchModel: ServerModel<FlowLaunchState, FlowLaunchEvent> = {
  name: 'flow-launch',
  first: 'planned',
  otherwise: {
    stopped: 'ignored',
    'moment came': 'ignored',
    'looked after': 'ignored',
    'looked after while the flow is off': 'ignored',
    reached: 'ignored',
    'reached while the flow is off': 'ignored',
  },
  expected: {
    planned: { stopped: 'stopping', 'moment came': 'due' },
    'planned, waiting': {
      stopped: 'stopping, waiting',
      'moment came': 'due, waiting',
      reached: 'planned, had',
      'reached while the flow is off': 'planned',
    },
    'planned, had': { stopped: 'stopping, had', 'moment came': 'due, had' },
    'planned, had, waiting': {
      stopped: 'stopping, had, waiting',
      'moment came': 'due, had, waiting',
      // Who is still in it isn't started anew.
      reached: 'planned, had',
      'reached while the flow is off': 'planned, had',
    },
    due: {
      stopped: 'stopping',
      'looked after': 'planned, waiting',
      'looked after while the flow is off': 'stopped',
    },
    'due, waiting': {
      stopped: 'stopping, waiting',
      // Nobody waits twice.
      'looked after': 'planned, waiting',
      'looked after while the flow is off': 'stopped, waiting',
      reached: 'due, had',
      'reached while the flow is off': 'due',
    },
    'due, had': {
      stopped: 'stopping, had',
      'looked after': 'planned, had, waiting',
      'looked after while the flow is off': 'stopped, had',
    },
    'due, had, waiting': {
      stopped: 'stopping, had, waiting',
      'looked after': 'planned, had, waiting',
      'looked after while the flow is off': 'stopped, had, waiting',
      reached: 'due, had',
      'reached while the flow is off': 'due, had',
    },
    stopping: { 'looked after': 'stopped', 'looked after while the flow is off': 'stopped' },
    'stopping, waiting': {
      'looked after': 'stopped',
      'looked after while the flow is off': 'stopped',
      reached: 'stopping',
      'reached while the flow is off': 'stopping',
    },
    'stopping, had': { 'looked after': 'stopped, had', 'looked after while the flow is off': 'stopped, had' },
    'stopping, had, waiting': {
      'looked after': 'stopped, had',
      'looked after while the flow is off': 'stopped, had',
      reached: 'stopping, had',
      'reached while the flow is off': 'stopping, had',
    },
    stopped: {},
    'stopped, waiting': { reached: 'stopped', 'reached while the flow is off': 'stopped' },
    'stopped, had': {},
    'stopped, had, waiting': { reached: 'stopped, had', 'reached while the flow is off': 'stopped, had' },
  },
};
