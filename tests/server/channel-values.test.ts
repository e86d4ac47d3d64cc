import { describe, expect, test } from 'vitest';
import { canonicalAddress, isUserId, phoneDigits } from '../../server/channels/phone-number.ts';
import { channelErrorKeys, meaningOf } from '../../server/channels/whatsapp/errors.ts';
import { isSameSecret } from '../../server/channels/same-secret.ts';
import { isSignatureValid } from '../../server/channels/whatsapp/signature.ts';

describe('signature', () => {
  // Computed with: printf '%s' '{"text":"Ol\u00e1"}' | openssl dgst -sha256 -hmac segredo
  const body = new TextEncoder().encode(String.raw`{"text":"Ol\u00e1"}`);
  const good = 'sha256=660b03bbdd6a3cccbc61b7fb49e58153a3bf3d18aeb72458f016c1a8a59c01e0';

  test('of the very bytes is good, in either case', () => {
    expect(isSignatureValid(body, good, 'segredo')).toBe(true);
    expect(isSignatureValid(body, `sha256=${good.slice(7).toUpperCase()}`, 'segredo')).toBe(true);
  });

  test('of the same JSON in other bytes is wrong', () => {
    expect(isSignatureValid(new TextEncoder().encode('{"text":"Olá"}'), good, 'segredo')).toBe(false);
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another secret', 'sha256=0000000000000000000000000000000000000000000000000000000000000000'],
    ['too short', 'sha256=00'],
    ['no hex', `sha256=${'z'.repeat(64)}`],
    ['of another algorithm', 'sha1=2fd4e1c67a2d28fced849ee1bb76e7391b93eb12'],
    ['without its name', good.slice(7)],
  ])('%s is wrong', (_name, header) => {
    expect(isSignatureValid(body, header, 'segredo')).toBe(false);
  });

  test('secrets are compared whole', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true);
    expect(isSameSecret('abc', 'abcd')).toBe(false);
    expect(isSameSecret('', 'abc')).toBe(false);
  });
});

describe('numbers', () => {
  test.each([
    ['+55 (11) 91234-5678', '5511912345678'],
    ['5511912345678', '5511912345678'],
    ['0800 123', undefined],
    ['doze', undefined],
    ['', undefined],
  ])('%s has the digits %s', (text, digits) => {
    expect(phoneDigits(text)).toBe(digits);
  });

  test('an old Brazilian mobile and the same with its ninth digit are one person', () => {
    expect(canonicalAddress('551187654321')).toBe('5511987654321');
    expect(canonicalAddress('5511987654321')).toBe('5511987654321');
  });

  test('a Brazilian landline, a foreign number and a user id stay as they are', () => {
    for (const address of ['551132345678', '14155550123', 'BR.1502576394655843']) {
      expect(canonicalAddress(address)).toBe(address);
    }
  });

  test('user ids are distinguished from numbers', () => {
    expect(isUserId('BR.1502576394655843')).toBe(true);
    expect(isUserId('US.ENT.11815799212886844830')).toBe(true);
    expect(isUserId('5511912345678')).toBe(false);
  });
});

describe('error codes', () => {
  test.each([
    [131047, 'channel.error.window', false],
    [131026, 'channel.error.undeliverable', false],
    [130429, 'channel.error.rate', true],
    [131056, 'channel.error.pairRate', true],
    [190, 'channel.error.token', false],
    [131000, 'channel.error.unavailable', true],
    [368, 'channel.error.blockedForPolicy', false],
    [131051, 'channel.error.unsupported', false],
    [219, 'channel.error.permission', false],
    [987654, 'channel.error.unknown', false],
  ])('%i is %s', (code, key, retryable) => {
    expect(meaningOf(code)).toEqual({ key, retryable });
    expect(channelErrorKeys).toContain(key);
  });
});
