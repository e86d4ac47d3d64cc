/** State of a message's file: still being fetched from the provider, stored, or unavailable. */
export const MEDIA_STATES = ['fetching', 'ready', 'failed', 'expired', 'refused'] as const;
export type MediaState = (typeof MEDIA_STATES)[number];

/** Why a file is refused: too large for WhatsApp, not allowed for its kind, or different from what was sent. */
export const MEDIA_REFUSALS = ['tooLarge', 'content', 'damaged'] as const;
export type MediaRefusal = (typeof MEDIA_REFUSALS)[number];

/** How long the provider keeps a file; until then a failed download may be retried. */
export const PROVIDER_KEEPS_DAYS = 30;

/** How long an address of a file is valid, in seconds. */
export const MEDIA_ADDRESS_SECONDS = 600;
