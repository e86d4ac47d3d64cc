import type { ProviderError } from '../channel.ts';

/** Catalogue ids of all channel errors, with texts in every language. */
export const channelErrorKeys = [
  'channel.error.account',
  'channel.error.accountLocked',
  'channel.error.blockedForPolicy',
  'channel.error.countryRestricted',
  'channel.error.invalid',
  'channel.error.media',
  'channel.error.notDeliveredByProvider',
  'channel.error.notRegistered',
  'channel.error.optedOut',
  'channel.error.pairRate',
  'channel.error.payment',
  'channel.error.permission',
  'channel.error.rate',
  'channel.error.recipientNotAllowed',
  'channel.error.sameNumber',
  'channel.error.spamRate',
  'channel.error.template',
  'channel.error.templateDisabled',
  'channel.error.templateGone',
  'channel.error.templateParameters',
  'channel.error.templatePaused',
  'channel.error.templateTooLong',
  'channel.error.token',
  'channel.error.unavailable',
  'channel.error.undeliverable',
  'channel.error.unknown',
  'channel.error.unknownNumber',
  'channel.error.unsupported',
  'channel.error.window',
] as const;

export type ChannelErrorKey = (typeof channelErrorKeys)[number];

export interface ErrorMeaning {
  readonly key: ChannelErrorKey;
  /** Whether the same message may succeed later without any change. */
  readonly retryable: boolean;
}

const final = (key: ChannelErrorKey): ErrorMeaning => ({ key, retryable: false });
const transient = (key: ChannelErrorKey): ErrorMeaning => ({ key, retryable: true });

const meanings: ReadonlyMap<number, ErrorMeaning> = new Map([
  [0, final('channel.error.token')],
  [1, transient('channel.error.unavailable')],
  [2, transient('channel.error.unavailable')],
  [3, final('channel.error.permission')],
  [4, transient('channel.error.rate')],
  [10, final('channel.error.permission')],
  [33, final('channel.error.notRegistered')],
  [100, final('channel.error.invalid')],
  [190, final('channel.error.token')],
  [368, final('channel.error.blockedForPolicy')],
  [80007, transient('channel.error.rate')],
  [130429, transient('channel.error.rate')],
  [130472, final('channel.error.notDeliveredByProvider')],
  [130497, final('channel.error.countryRestricted')],
  [131000, transient('channel.error.unavailable')],
  [131005, final('channel.error.permission')],
  [131008, final('channel.error.invalid')],
  [131009, final('channel.error.invalid')],
  [131016, transient('channel.error.unavailable')],
  [131021, final('channel.error.sameNumber')],
  [131026, final('channel.error.undeliverable')],
  [131030, final('channel.error.recipientNotAllowed')],
  [131031, final('channel.error.accountLocked')],
  [131037, final('channel.error.account')],
  [131042, final('channel.error.payment')],
  [131045, final('channel.error.notRegistered')],
  [131047, final('channel.error.window')],
  [131048, transient('channel.error.spamRate')],
  [131049, final('channel.error.notDeliveredByProvider')],
  [131050, final('channel.error.optedOut')],
  [131051, final('channel.error.unsupported')],
  [131052, final('channel.error.media')],
  [131053, final('channel.error.media')],
  [131056, transient('channel.error.pairRate')],
  [131057, transient('channel.error.unavailable')],
  [132000, final('channel.error.templateParameters')],
  [132001, final('channel.error.templateGone')],
  [132005, final('channel.error.templateTooLong')],
  [132007, final('channel.error.template')],
  [132012, final('channel.error.templateParameters')],
  [132015, final('channel.error.templatePaused')],
  [132016, final('channel.error.templateDisabled')],
  [132018, final('channel.error.templateParameters')],
  [132068, final('channel.error.templatePaused')],
  [132069, transient('channel.error.rate')],
  [133004, transient('channel.error.unavailable')],
  [133006, final('channel.error.notRegistered')],
  [133010, final('channel.error.notRegistered')],
  [133015, transient('channel.error.unavailable')],
]);

/** Our meaning of a Cloud API error code; unknown codes are final, so that nothing is sent twice. */
export function meaningOf(code: number): ErrorMeaning {
  const known = meanings.get(code);
  if (known !== undefined) return known;
  return code >= 200 && code <= 299 ? final('channel.error.permission') : final('channel.error.unknown');
}

/** A provider's error with the key of its text. */
export function providerError(code: number, title: string, details: string | undefined): ProviderError {
  return { code, key: meaningOf(code).key, title, details };
}
