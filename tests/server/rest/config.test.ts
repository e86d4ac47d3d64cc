import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import { CALL_LIMITS } from '../../../server/config-limits.ts';
import { readConfig } from '../../../server/config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

const SECRETS = {
  BALCAO_SECRET: 'x'.repeat(40),
  WHATSAPP_APP_SECRET: 'app',
  WHATSAPP_VERIFY_TOKEN: 'verify',
};

describe('serve', () => {
  test.each(Object.keys(SECRETS))('refuses to start without %s, and names it alone', (missing) => {
    const env = { ...SECRETS, [missing]: ' ' };
    expect(() => readConfig('serve', env)).toThrow(`Set ${missing}: the server does not start without it.`);
  });

  test('limits of calls: as they are set, the others as they are', () => {
    const { calls } = readConfig('serve', { ...SECRETS, CALLS_HEAVY_OF_COMPANY: '7' });
    expect(calls).toEqual({ ...CALL_LIMITS, heavyOfCompany: 7 });
  });

  test('names all that are missing', () => {
    expect(() => readConfig('serve', {})).toThrow('Set BALCAO_SECRET, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN:');
  });

  test('refuses a secret that can be guessed', () => {
    expect(() => readConfig('serve', { ...SECRETS, BALCAO_SECRET: 'short' })).toThrow('at least 32');
  });

  test('takes its settings, and the defaults where there are none', () => {
    expect(readConfig('serve', SECRETS)).toMatchObject({
      mode: 'serve',
      host: '127.0.0.1',
      port: 4000,
      databaseUrl: undefined,
      secret: SECRETS.BALCAO_SECRET,
      whatsapp: { graphUrl: undefined, appSecret: 'app', verifyToken: 'verify' },
    });
    const url = 'postgres://u:p@db:5432/balcao';
    expect(readConfig('serve', { ...SECRETS, PORT: '8080', HOST: '0.0.0.0', DATABASE_URL: url })).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      databaseUrl: url,
    });
  });

  test('a bucket for files: all that it needs, or none', () => {
    expect(readConfig('serve', SECRETS).media).toEqual({ bucket: undefined });
    const bucket = { MEDIA_S3_BUCKET: 'files', MEDIA_S3_KEY_ID: 'key', MEDIA_S3_SECRET: 'secret' };
    expect(readConfig('serve', { ...SECRETS, ...bucket }).media).toEqual({
      bucket: { endpoint: undefined, region: 'us-east-1', bucket: 'files', keyId: 'key', secret: 'secret' },
    });
    expect(() => readConfig('serve', { ...SECRETS, ...bucket, MEDIA_S3_SECRET: '' })).toThrow(
      'Set MEDIA_S3_SECRET too, or remove MEDIA_S3_BUCKET, MEDIA_S3_KEY_ID',
    );
    expect(() => readConfig('serve', { ...SECRETS, MEDIA_S3_REGION: 'sa-east-1' })).toThrow('Set MEDIA_S3_BUCKET');
    expect(() => readConfig('serve', { ...SECRETS, ...bucket, MEDIA_S3_ENDPOINT: 'store:9000' })).toThrow(
      'MEDIA_S3_ENDPOINT must be the address',
    );
  });

  test('mail: all of it, or none', () => {
    expect(readConfig('serve', SECRETS).mail.smtpUrl).toBeUndefined();
    const mail = { SMTP_URL: 'smtps://u:p@mail:465', MAIL_FROM: 'x@y.example', PUBLIC_URL: 'https://b.example/' };
    expect(readConfig('serve', { ...SECRETS, ...mail }).mail).toEqual({
      smtpUrl: 'smtps://u:p@mail:465',
      from: 'x@y.example',
      publicUrl: 'https://b.example',
    });
  });

  test('limits: the defaults, or the settings’; one that isn’t a number is refused by name', () => {
    expect(readConfig('serve', SECRETS).rates).toEqual(DEFAULT_RATES);
    const own = readConfig('serve', { ...SECRETS, RATE_USER: '7', SOCKETS_USER: '3', SLOW_READER_SECONDS: '5' }).rates;
    expect(own).toEqual({
      ...DEFAULT_RATES,
      calls: { ...DEFAULT_RATES.calls, user: 7 },
      sockets: { ...DEFAULT_RATES.sockets, user: 3 },
      slow: { ...DEFAULT_RATES.slow, readerMs: 5_000 },
    });
    for (const wrong of ['0', '-1', '1.5', 'many']) {
      expect(() => readConfig('serve', { ...SECRETS, RATE_COMPANY: wrong })).toThrow(
        'RATE_COMPANY must be a whole number from 1.',
      );
    }
    const late = { SLOW_HEADERS_SECONDS: '60' };
    expect(() => readConfig('serve', { ...SECRETS, ...late })).toThrow('SLOW_HEADERS_SECONDS must not be more than');
  });

  test('names whom companies ask for help; the demo does so by itself', () => {
    expect(readConfig('serve', SECRETS).supportContact).toBe('');
    expect(readConfig('serve', { ...SECRETS, SUPPORT_CONTACT: ' 0800 1 ' }).supportContact).toBe('0800 1');
    expect(readConfig('demo', { DATA_DIR: '/tmp/none', BALCAO_SECRET: 'x'.repeat(40) }).supportContact).toContain('@');
  });

  test('takes the origins of pages that are served elsewhere', () => {
    expect(readConfig('serve', SECRETS).allowedOrigins).toEqual([]);
    const ALLOWED_ORIGINS = 'https://app.example, http://localhost:5173';
    expect(readConfig('serve', { ...SECRETS, ALLOWED_ORIGINS }).allowedOrigins).toEqual([
      'https://app.example',
      'http://localhost:5173',
    ]);
  });

  test.each([
    [{ PORT: 'x' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://u:p@host:none/balcao' }, 'DATABASE_URL'],
    [{ WHATSAPP_GRAPH_URL: 'graph' }, 'WHATSAPP_GRAPH_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'x@y.example' }, 'PUBLIC_URL'],
    [{ BALCAO_SECRET_OLD: `${'y'.repeat(40)}, short` }, 'BALCAO_SECRET_OLD'],
    [{ IDENTITY_PRIVATE_HOSTS: 'login.example, https://x' }, 'IDENTITY_PRIVATE_HOSTS'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ SUPPORT_CONTACT: 'x'.repeat(201) }, 'SUPPORT_CONTACT'],
    [{ CALLS_HEAVY_OF_COMPANY: '0' }, 'CALLS_HEAVY_OF_COMPANY'],
    [{ CALLS_DOCUMENT_TOKENS: 'many' }, 'CALLS_DOCUMENT_TOKENS'],
    [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS'],
    [{ ALLOWED_ORIGINS: 'https://app.example/' }, 'ALLOWED_ORIGINS'],
    [{ ALLOWED_ORIGINS: 'https://app.example, app.example' }, 'ALLOWED_ORIGINS'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ DATABASE_STATEMENT_TIMEOUT_MS: '500' }, 'DATABASE_STATEMENT_TIMEOUT_MS'],
    [{ TRUST_PROXY: 'loopback, 10.0.0.300' }, 'TRUST_PROXY'],
  ])('refuses %o by name', (env, name) => {
    expect(() => readConfig('serve', { ...SECRETS, ...env })).toThrow(name);
  });
});

describe('demo', () => {
  test('makes a secret that only its user can read, and keeps it', async () => {
    const first = readConfig('demo', { DATA_DIR: folder });
    const { mode } = await stat(join(folder, 'secret'));
    expect(mode & 0o777).toBe(0o600);
    expect(first.secret.length).toBeGreaterThan(40);
    expect(readConfig('demo', { DATA_DIR: folder }).secret).toBe(first.secret);
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(first.secret);
  });

  test('a damaged secret is said, not used', async () => {
    const path = join(folder, 'secret');
    await writeFile(path, 'x');
    expect(() => readConfig('demo', { DATA_DIR: folder })).toThrow('damaged');
  });
});
