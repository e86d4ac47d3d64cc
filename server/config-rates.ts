/** Limits per sender. Rates are counted in each node's memory. */
export type Rates = {
  /** Time window of the rates below, in milliseconds. */
  windowMs: number;
  /** Calls: of an address without a login, of a user, of a company. */
  calls: { address: number; user: number; company: number };
  /** Socket tickets, uploads and downloads of a user. */
  tickets: number;
  uploads: number;
  downloads: number;
  /** Webhooks with a wrong signature and sockets with an invalid ticket, of an address. */
  forged: number;
  /** In progress at a time on a node; a company gets at most half, and of uploads and downloads a user a quarter. */
  atOnce: { uploads: number; downloads: number; webhooks: number };
  /** Open sockets on a node. */
  sockets: { user: number; company: number };
  /** Open connections of an address that is no trusted proxy. */
  connections: number;
  /** Milliseconds to send the headers, to send the whole request, and over which a reader must take 32 kB a second. */
  slow: { headersMs: number; requestMs: number; readerMs: number };
};

/**
 * An office of 200 behind one address logs in at the same time: some five calls each before they have a token. A
 * reconnecting page makes ten calls; a user may have 20 tabs. A company is 300 such users. Sockets and connections: 200
 * users with three tabs, each with a socket and up to six connections.
 */
export const DEFAULT_RATES: Rates = {
  windowMs: 10_000,
  calls: { address: 1_500, user: 400, company: 6_000 },
  tickets: 120,
  uploads: 20,
  downloads: 30,
  forged: 60,
  atOnce: { uploads: 16, downloads: 4, webhooks: 1_000 },
  sockets: { user: 20, company: 5_000 },
  connections: 5_000,
  slow: { headersMs: 10_000, requestMs: 30_000, readerMs: 30_000 },
};

/** Reads the limits; `refuse` throws for a setting that isn't a whole number from 1. */
export function readRates(setting: (name: string) => string | undefined, refuse: (message: string) => never): Rates {
  const number = (name: string, otherwise: number): number => {
    const input = setting(name);
    if (input === undefined) return otherwise;
    if (!/^[1-9]\d{0,8}$/.test(input)) refuse(`${name} must be a whole number from 1.`);
    return Number(input);
  };
  const seconds = (name: string, otherwiseMs: number): number => number(name, otherwiseMs / 1000) * 1000;
  const { calls, atOnce, sockets, slow, ...rest } = DEFAULT_RATES;
  const headersMs = seconds('SLOW_HEADERS_SECONDS', slow.headersMs);
  const requestMs = seconds('SLOW_REQUEST_SECONDS', slow.requestMs);
  if (headersMs > requestMs) refuse('SLOW_HEADERS_SECONDS must not be more than SLOW_REQUEST_SECONDS.');
  return {
    windowMs: seconds('RATE_SECONDS', rest.windowMs),
    calls: {
      address: number('RATE_ADDRESS', calls.address),
      user: number('RATE_USER', calls.user),
      company: number('RATE_COMPANY', calls.company),
    },
    tickets: number('RATE_SOCKET_TICKETS', rest.tickets),
    uploads: number('RATE_UPLOADS', rest.uploads),
    downloads: number('RATE_DOWNLOADS', rest.downloads),
    forged: number('RATE_FORGED', rest.forged),
    atOnce: {
      uploads: number('UPLOADS_AT_ONCE', atOnce.uploads),
      downloads: number('DOWNLOADS_AT_ONCE', atOnce.downloads),
      webhooks: number('WEBHOOKS_AT_ONCE', atOnce.webhooks),
    },
    sockets: {
      user: number('SOCKETS_USER', sockets.user),
      company: number('SOCKETS_COMPANY', sockets.company),
    },
    connections: number('CONNECTIONS_ADDRESS', rest.connections),
    slow: { headersMs, requestMs, readerMs: seconds('SLOW_READER_SECONDS', slow.readerMs) },
  };
}
