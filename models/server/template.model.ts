import type { ServerModel } from './server-model.ts';

/** `edited`: changes of it were typed and not submitted yet. */
export type TemplateState =
  | 'draft'
  | 'pending'
  | 'approved'
  | 'approved, edited'
  | 'rejected'
  | 'rejected, edited'
  | 'paused'
  | 'paused, edited'
  | 'disabled'
  | 'disabled, edited'
  | 'deleted';

export type TemplateEvent =
  // A person's.
  | 'edited'
  | 'submitted'
  // Meta's, by webhook.
  | 'approved'
  | 'rejected'
  | 'paused'
  | 'disabled'
  // The account's templates are listed.
  | 'listed'
  | 'deleted';

export const templateModel: ServerModel<TemplateState, TemplateEvent> = {
  name: 'template',
  first: 'draft',
  otherwise: {
    edited: 'refused',
    submitted: 'refused',
    approved: 'ignored',
    rejected: 'ignored',
    paused: 'ignored',
    disabled: 'ignored',
    listed: 'ignored',
    deleted: 'refused',
  },
  expected: {
    // Meta knows nothing of it yet.
    draft: { edited: 'draft', submitted: 'pending', deleted: 'deleted' },
    pending: {
      approved: 'approved',
      rejected: 'rejected',
      paused: 'paused',
      disabled: 'disabled',
      deleted: 'deleted',
    },
    approved: {
      edited: 'approved, edited',
      rejected: 'rejected',
      paused: 'paused',
      disabled: 'disabled',
      deleted: 'deleted',
    },
    'approved, edited': {
      edited: 'approved, edited',
      submitted: 'pending',
      rejected: 'rejected, edited',
      paused: 'paused, edited',
      disabled: 'disabled, edited',
      deleted: 'deleted',
    },
    rejected: {
      edited: 'rejected, edited',
      approved: 'approved',
      paused: 'paused',
      disabled: 'disabled',
      deleted: 'deleted',
    },
    'rejected, edited': {
      edited: 'rejected, edited',
      submitted: 'pending',
      approved: 'approved, edited',
      paused: 'paused, edited',
      disabled: 'disabled, edited',
      deleted: 'deleted',
    },
    paused: {
      edited: 'paused, edited',
      approved: 'approved',
      rejected: 'rejected',
      disabled: 'disabled',
      deleted: 'deleted',
    },
    'paused, edited': {
      edited: 'paused, edited',
      submitted: 'pending',
      approved: 'approved, edited',
      rejected: 'rejected, edited',
      disabled: 'disabled, edited',
      deleted: 'deleted',
    },
    // Only Meta brings it back.
    disabled: { approved: 'approved', rejected: 'rejected', paused: 'paused', deleted: 'deleted' },
    'disabled, edited': {
      approved: 'approved, edited',
      rejected: 'rejected, edited',
      paused: 'paused, edited',
      deleted: 'deleted',
    },
    deleted: {},
  },
};
