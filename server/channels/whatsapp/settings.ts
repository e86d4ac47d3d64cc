/** Settings of the WhatsApp adapter. */
export interface WhatsAppSettings {
  /** Base URL of the Graph API with its version, without a trailing slash: `https://graph.facebook.com/v23.0`. */
  readonly graphUrl: () => string;
  /** Signs webhooks. */
  readonly appSecret: string;
  /** The bearer token of one of our numbers, if any. */
  readonly accessToken: (phoneNumberId: string) => string | undefined | Promise<string | undefined>;
  /** Used if a number has no token; without it nothing is sent then. */
  readonly defaultToken?: string | undefined;
  /** After this long without an answer a send is `unknown`. */
  readonly timeoutMs?: number;
}

export const DEFAULT_TIMEOUT_MS = 15_000;
/** WhatsApp's size limit of documents. */
export const MEDIA_MAX_BYTES = 100 * 1024 * 1024;
/** How long fetching a file may take: the largest one over a slow line. */
export const FILE_TIMEOUT_MS = 120_000;

/** Meta's throughput of a number in messages per second: standard, upgraded, and shared with the phone's app. */
export const PER_SECOND = { standard: 80, high: 1_000, shared: 20 } as const;
