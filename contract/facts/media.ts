/** Where a message's file is: still being fetched from the provider, kept by the server, or not to be had. */
export const MEDIA_STATES = ['fetching', 'ready', 'failed', 'expired', 'refused'] as const;
export type MediaState = (typeof MEDIA_STATES)[number];

/** How long an address of a file is valid, in seconds. */
export const MEDIA_ADDRESS_SECONDS = 600;
