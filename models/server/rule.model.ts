import type { ServerModel } from './server-model.ts';

/**
 * A rule that tags with B who is tagged with A, and another one that does the opposite: both on, they would cause each other.
 * `harmless`: it gives a third tag instead.
 */
export type RuleState =
  | 'off'
  | 'on'
  | 'off, other on'
  | 'off, harmless'
  | 'on, harmless'
  | 'off, harmless, other on'
  | 'on, harmless, other on'
  | 'deleted'
  | 'deleted, other on';

export type RuleEvent =
  // A person's.
  | 'switched on'
  | 'switched off'
  | 'saved harmless'
  | 'saved as it was'
  | 'saved with a name that is taken'
  | 'saved from an older version'
  | 'deleted'
  | 'swapped with the other'
  | 'other switched on'
  | 'other switched off'
  // A customer's: tagged with A, and looked at by the node.
  | 'somebody tagged';

export const ruleModel: ServerModel<RuleState, RuleEvent> = {
  name: 'rule',
  first: 'off',
  otherwise: {
    'switched on': 'ignored',
    'switched off': 'ignored',
    'saved harmless': 'refused',
    // Beside the other one it is refused, also while it is off.
    'saved as it was': 'refused',
    'saved with a name that is taken': 'refused',
    'saved from an older version': 'refused',
    deleted: 'refused',
    'swapped with the other': 'refused',
    'other switched on': 'ignored',
    'other switched off': 'ignored',
    'somebody tagged': 'ignored',
  },
  expected: {
    off: {
      'switched on': 'on',
      'saved harmless': 'off, harmless',
      'saved as it was': 'off',
      deleted: 'deleted',
      'swapped with the other': 'off',
      'other switched on': 'off, other on',
    },
    on: {
      'switched off': 'off',
      'saved harmless': 'on, harmless',
      'saved as it was': 'on',
      deleted: 'deleted',
      'swapped with the other': 'on',
      'other switched on': 'refused',
      'somebody tagged': 'on',
    },
    'off, other on': {
      'switched on': 'refused',
      'saved harmless': 'off, harmless, other on',
      deleted: 'deleted, other on',
      'swapped with the other': 'off, other on',
      'other switched off': 'off',
    },
    'off, harmless': {
      'switched on': 'on, harmless',
      'saved harmless': 'off, harmless',
      'saved as it was': 'off',
      deleted: 'deleted',
      'swapped with the other': 'off, harmless',
      'other switched on': 'off, harmless, other on',
    },
    'on, harmless': {
      'switched off': 'off, harmless',
      'saved harmless': 'on, harmless',
      'saved as it was': 'on',
      deleted: 'deleted',
      'swapped with the other': 'on, harmless',
      'other switched on': 'on, harmless, other on',
      'somebody tagged': 'on, harmless',
    },
    'off, harmless, other on': {
      'switched on': 'on, harmless, other on',
      'saved harmless': 'off, harmless, other on',
      deleted: 'deleted, other on',
      'swapped with the other': 'off, harmless, other on',
      'other switched off': 'off, harmless',
    },
    'on, harmless, other on': {
      'switched off': 'off, harmless, other on',
      'saved harmless': 'on, harmless, other on',
      deleted: 'deleted, other on',
      'swapped with the other': 'on, harmless, other on',
      'other switched off': 'on, harmless',
      'somebody tagged': 'on, harmless, other on',
    },
    deleted: {
      'switched on': 'refused',
      'switched off': 'refused',
      'other switched on': 'deleted, other on',
    },
    'deleted, other on': {
      'switched on': 'refused',
      'switched off': 'refused',
      'other switched off': 'deleted',
    },
  },
};
