/** Where a message's file is: still being fetched from the provider, kept by the server, or not to be had. */
export const MEDIA_STATES = ['fetching', 'ready', 'failed', 'expired', 'refused'] as const;
export type MediaState = (typeof MEDIA_STATES)[number];

/** Why a file is refused: larger than WhatsApp allows, not what its kind allows, or not as it was sent. */
export const MEDIA_REFUSALS = ['tooLarge', 'content', 'damaged'] as const;
export type MediaRefusal = (typeof MEDIA_REFUSALS)[number];

/** How long the provider keeps a file: until then one that it didn't deliver may be asked for again. */
export const PROVIDER_KEEPS_DAYS = 30;

/** How long an address of a file is valid, in seconds. */
export const MEDIA_ADDRESS_SECONDS = 600;
