/** What sounds apart: a message in an own conversation, the queue, a transfer, anything else. */
export const SOUND_KINDS = ['mine', 'queue', 'transfer', 'others'] as const;
