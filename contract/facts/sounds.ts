/** Notices with a sound of their own: a message in an own conversation, the queue, a transfer, anything else. */
export const SOUND_KINDS = ['mine', 'queue', 'transfer', 'others'] as const;
