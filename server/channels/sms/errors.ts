/** Catalogue ids of all errors of SMS, with texts in every language. */
export const smsErrorKeys = [
  'channel.error.sms.account',
  'channel.error.sms.balance',
  'channel.error.sms.blocked',
  'channel.error.sms.country',
  'channel.error.sms.invalid',
  'channel.error.sms.landline',
  'channel.error.sms.noNumber',
  'channel.error.sms.optedOut',
  'channel.error.sms.phoneOff',
  'channel.error.sms.rate',
  'channel.error.sms.sender',
  'channel.error.sms.subscriptions',
  'channel.error.sms.token',
  'channel.error.sms.tooLong',
  'channel.error.sms.unavailable',
  'channel.error.sms.undeliverable',
  'channel.error.sms.unknown',
  'channel.error.sms.unknownSender',
] as const;

export type SmsErrorKey = (typeof smsErrorKeys)[number];

/** The customer opted out at the provider or the carrier. */
export const SMS_OPTED_OUT: SmsErrorKey = 'channel.error.sms.optedOut';

/** What an error means, and whether the same message may succeed later without any change. */
export type SmsMeaning = { readonly key: SmsErrorKey; readonly retryable: boolean };

const final = (key: SmsErrorKey): SmsMeaning => ({ key, retryable: false });
const transient = (key: SmsErrorKey): SmsMeaning => ({ key, retryable: true });

/** Of a send that is refused, and of a status. */
const twilio: ReadonlyMap<number, SmsMeaning> = new Map([
  [20003, final('channel.error.sms.token')],
  [20005, final('channel.error.sms.account')],
  [20404, final('channel.error.sms.unknownSender')],
  [20429, transient('channel.error.sms.rate')],
  [14107, transient('channel.error.sms.rate')],
  [21211, final('channel.error.sms.noNumber')],
  [21265, final('channel.error.sms.noNumber')],
  [21408, final('channel.error.sms.country')],
  [21601, final('channel.error.sms.sender')],
  [21606, final('channel.error.sms.sender')],
  [21610, final(SMS_OPTED_OUT)],
  [21611, transient('channel.error.sms.rate')],
  [21612, final('channel.error.sms.undeliverable')],
  [21614, final('channel.error.sms.landline')],
  [21617, final('channel.error.sms.tooLong')],
  [21659, final('channel.error.sms.sender')],
  [21660, final('channel.error.sms.sender')],
  [30001, final('channel.error.sms.rate')],
  [30002, final('channel.error.sms.account')],
  [30003, final('channel.error.sms.phoneOff')],
  [30004, final('channel.error.sms.blocked')],
  [30005, final('channel.error.sms.noNumber')],
  [30006, final('channel.error.sms.landline')],
  [30007, final('channel.error.sms.blocked')],
  [30008, final('channel.error.sms.undeliverable')],
  [30010, final('channel.error.sms.balance')],
  [30022, final('channel.error.sms.rate')],
  [30410, final('channel.error.sms.undeliverable')],
  [63038, final('channel.error.sms.rate')],
]);

/** Our meaning of one of Twilio's codes; unknown ones are final, so that nothing is sent twice. */
export function twilioMeaning(code: number): SmsMeaning {
  return twilio.get(code) ?? final('channel.error.sms.unknown');
}

/** Our meaning of the HTTP status that Zenvia refuses a send with. */
export function zenviaMeaning(status: number): SmsMeaning {
  if (status === 401) return final('channel.error.sms.token');
  if (status === 402) return final('channel.error.sms.balance');
  if (status === 403) return final('channel.error.sms.account');
  if (status === 404) return final('channel.error.sms.unknownSender');
  if (status === 429) return transient('channel.error.sms.rate');
  return final(status < 500 ? 'channel.error.sms.invalid' : 'channel.error.sms.unknown');
}

/** Fragments of Zenvia's reasons; their codes differ by carrier. */
const REASONS: readonly (readonly [RegExp, SmsErrorKey])[] = [
  [/black ?list|opt(ed)?.?out|unsubscri/i, SMS_OPTED_OUT],
  [/land ?line|not.*mobile/i, 'channel.error.sms.landline'],
  [/invalid.*(number|recipient|mobile|phone)|unknown.*(subscriber|number)|not.?exist/i, 'channel.error.sms.noNumber'],
  [/absent|unreachable|expired|switched off/i, 'channel.error.sms.phoneOff'],
  [/spam|filter|block/i, 'channel.error.sms.blocked'],
  [/balance|credit/i, 'channel.error.sms.balance'],
];

/** Our meaning of why Zenvia couldn't deliver. */
export function zenviaReason(reason: string): SmsErrorKey {
  return REASONS.find(([words]) => words.test(reason))?.[1] ?? 'channel.error.sms.undeliverable';
}
