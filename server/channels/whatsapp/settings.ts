/** What the adapter needs to know of the other side. */
export interface WhatsAppSettings {
  /** Graph API with its version, without a slash at the end: `https://graph.facebook.com/v23.0`. */
  readonly graphUrl: () => string;
  /** Signs webhooks. */
  readonly appSecret: string;
  /** The bearer token for a number of ours; undefined when it has none. */
  readonly accessToken: (phoneNumberId: string) => string | undefined | Promise<string | undefined>;
  /** Stands in for one that isn't there; without it nothing is sent then. */
  readonly defaultToken?: string | undefined;
  /** After so long without an answer a send is `unknown`. */
  readonly timeoutMs?: number;
}

export const DEFAULT_TIMEOUT_MS = 15_000;
/** WhatsApp's own limit of a document. */
export const MEDIA_MAX_BYTES = 100 * 1024 * 1024;
