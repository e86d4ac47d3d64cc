import { expect, test } from 'vitest';
import { smsErrorKeys, twilioMeaning, zenviaMeaning, zenviaReason } from '../../../server/channels/sms/errors.ts';
import { reactionTo } from '../../../server/domain/campaigns/reactions.ts';

/* What providers of SMS say, by their documentation, and what follows from it. */

const PREFIX = 'channel.error.sms.';

test('Twilio’s codes: of what they are, and which may pass', () => {
  const codes: Readonly<Record<string, readonly number[]>> = {
    token: [20003],
    account: [20005, 30002],
    unknownSender: [20404],
    rate: [20429, 14107, 21611, 30001, 30022, 63038],
    noNumber: [21211, 21265, 30005],
    country: [21408],
    sender: [21601, 21606, 21659, 21660],
    optedOut: [21610],
    undeliverable: [21612, 30008, 30410],
    landline: [21614, 30006],
    tooLong: [21617],
    phoneOff: [30003],
    blocked: [30004, 30007],
    balance: [30010],
    unknown: [1, 99_999],
  };
  // Of a status, which comes too late to send once more, none.
  const passing = [20429, 14107, 21611];
  for (const [key, all] of Object.entries(codes))
    for (const code of all)
      expect([code, twilioMeaning(code)]).toEqual([code, { key: PREFIX + key, retryable: passing.includes(code) }]);
});

test.each([
  [400, 'invalid', false],
  [401, 'token', false],
  [402, 'balance', false],
  [403, 'account', false],
  [404, 'unknownSender', false],
  [429, 'rate', true],
  [499, 'invalid', false],
  [500, 'unknown', false],
] as const)('Zenvia refuses with %i: %s', (status, key, retryable) => {
  expect(zenviaMeaning(status)).toEqual({ key: PREFIX + key, retryable });
});

test.each([
  ['Number in blacklist', 'optedOut'],
  ['Recipient opted out', 'optedOut'],
  ['Destination is a landline', 'landline'],
  ['Invalid mobile number', 'noNumber'],
  ['Unknown subscriber', 'noNumber'],
  ['Absent subscriber', 'phoneOff'],
  ['Message expired', 'phoneOff'],
  ['Rejected as spam', 'blocked'],
  ['Insufficient credits', 'balance'],
  ['Whatever', 'undeliverable'],
] as const)('Zenvia’s reason %j: %s', (reason, key) => {
  expect(zenviaReason(reason)).toBe(PREFIX + key);
});

test('a campaign by SMS: whom it drops, what it waits for, and what stops it', () => {
  const wanted: Readonly<Record<string, string>> = {
    optedOut: 'optOut',
    rate: 'hold',
    unavailable: 'later',
    ...Object.fromEntries(['account', 'balance', 'sender', 'token', 'unknownSender'].map((key) => [key, 'pause'])),
  };
  for (const key of smsErrorKeys)
    expect([key, reactionTo('sms', { code: 4, key })]).toEqual([key, wanted[key.slice(PREFIX.length)] ?? 'final']);
});
