import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { SmsProvider } from '../contract/facts/providers.ts';
import { SUPPORT_CONTACT_MAX } from '../contract/facts/dynamic-settings.ts';
import { STATEMENT_MS } from './db/database.ts';
import { isPoolName } from '../contract/facts/pools.ts';
import { readRates } from './config-rates.ts';
import type { Rates } from './config-rates.ts';
import { readMedia } from './config-media.ts';
import type { MediaSettings } from './config-media.ts';
import { readCallLimits } from './config-limits.ts';
import type { CallLimits } from './config-limits.ts';

/** `demo`: seeded, with the emulator, on this machine. `serve`: production. */
export type Mode = 'demo' | 'serve';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration from the environment, read once. */
export type Config = {
  mode: Mode;
  host: string;
  /** 0: any free port. */
  port: number;
  dataDir: string;
  /** Undefined: an embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  /** URL for the schema's owner; undefined: migrations are run separately. */
  databaseOwnerUrl: string | undefined;
  /** Statement timeout in milliseconds; the lock timeout is a third of it. */
  statementMs: number;
  secret: string;
  /** Previous secrets, newest first: they still verify and unseal. */
  olderSecrets: readonly string[];
  whatsapp: {
    /** Undefined: the emulator in the demo, else Meta's. */
    graphUrl: string | undefined;
    appSecret: string;
    verifyToken: string;
  };
  /** Bases of SMS providers' APIs; undefined: the emulator in the demo, else their own. */
  sms: Readonly<Record<SmsProvider, string | undefined>>;
  /** Hosts of companies' gateways to WhatsApp; `*` for any on the public network. None: gateways aren't offered. */
  gateway: { hosts: readonly string[] };
  /** `smtpUrl` undefined: the demo's mail sink, else no mail. `publicUrl` undefined: the server's own URL. */
  mail: { smtpUrl: string | undefined; from: string; publicUrl: string | undefined };
  /** Hosts of identity providers that may be on a private network; others must be public. */
  identity: { privateHosts: readonly string[] };
  /** The contents of `/config.json`; '' is the page's own origin. Without a back-office pages log in by GraphQL. */
  bases: { backoffice: string | null; graphql: string; realtime: string; ipLookup: string };
  /** Other origins whose pages may call and open sockets. */
  allowedOrigins: readonly string[];
  /** Addresses of trusted proxies, whose X-Forwarded-* is used. '' for none. */
  trustProxy: string;
  /** Bearer token for `/metrics`; undefined: only local callers in the demo, else nobody. */
  metricsToken: string | undefined;
  /** Bearer token for switching maintenance on this machine; undefined: the one in the data folder. */
  maintenanceToken: string | undefined;
  rates: Rates;
  media: MediaSettings;
  /** Limits of calls. */
  calls: CallLimits;
  /** Whom companies ask for help; '' for nobody. */
  supportContact: string;
  logLevel: string;
  /** The pools whose companies' jobs and sends this server runs; undefined: all. */
  pools: readonly string[] | undefined;
};

/** The configuration is invalid; the message says which setting and why. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

function refuseSetting(message: string): never {
  throw new ConfigError(message);
}

const SECRETS = ['BALCAO_SECRET', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'] as const;
const SECRET_LENGTH = 32;

/** Less is too short for a report, more blocks a company's changes for too long. */
const statementSchema = z.coerce.number().check(z.int(), z.minimum(1_000), z.maximum(120_000));
const portSchema = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535));
const logLevelSchema = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);

/**
 * Reads the settings of a mode. Refuses with `ConfigError`; `serve` requires its secrets, the demo generates them in
 * the data folder.
 */
export function readConfig(mode: Mode, env: Environment): Config {
  const setting = (name: string) => settingOf(env, name);
  const dataDir = resolve(setting('DATA_DIR') ?? '.data');
  const port = portSchema.safeParse(setting('PORT') ?? '4000');
  if (!port.success) throw new ConfigError('PORT must be a number from 0 to 65535.');
  const statementMs = statementSchema.safeParse(setting('DATABASE_STATEMENT_TIMEOUT_MS') ?? STATEMENT_MS);
  if (!statementMs.success)
    throw new ConfigError('DATABASE_STATEMENT_TIMEOUT_MS must be a number from 1000 to 120000.');
  const logLevel = logLevelSchema.safeParse(setting('LOG_LEVEL') ?? (mode === 'demo' ? 'warn' : 'info'));
  if (!logLevel.success) throw new ConfigError(`LOG_LEVEL must be one of ${logLevelSchema.options.join(', ')}.`);
  const database = databaseSettings(env);
  if (database.databaseOwnerUrl !== undefined && database.databaseUrl === undefined) {
    throw new ConfigError('Set DATABASE_URL too, the address of the role that the server runs as, or neither.');
  }
  const secrets = mode === 'serve' ? configuredSecrets(setting) : demoSecrets(setting, dataDir);
  return {
    mode,
    host: setting('HOST') ?? '127.0.0.1',
    port: port.data,
    dataDir,
    ...database,
    statementMs: statementMs.data,
    secret: secrets.BALCAO_SECRET,
    olderSecrets: olderSecrets(setting('BALCAO_SECRET_OLD')),
    whatsapp: {
      graphUrl: address('WHATSAPP_GRAPH_URL', setting('WHATSAPP_GRAPH_URL')),
      appSecret: secrets.WHATSAPP_APP_SECRET,
      verifyToken: secrets.WHATSAPP_VERIFY_TOKEN,
    },
    sms: {
      twilio: address('TWILIO_URL', setting('TWILIO_URL')),
      zenvia: address('ZENVIA_URL', setting('ZENVIA_URL')),
    },
    gateway: { hosts: hosts('GATEWAY_HOSTS', setting('GATEWAY_HOSTS'), ['*']) },
    mail: mailSettings(mode, setting),
    identity: { privateHosts: hosts('IDENTITY_PRIVATE_HOSTS', setting('IDENTITY_PRIVATE_HOSTS')) },
    bases: {
      backoffice: setting('BACKOFFICE_URL') === 'none' ? null : (setting('BACKOFFICE_URL') ?? ''),
      graphql: setting('GRAPHQL_URL') ?? '',
      realtime: setting('REALTIME_URL') ?? '',
      ipLookup: setting('IP_LOOKUP_URL') ?? '/api/ip',
    },
    allowedOrigins: origins(setting('ALLOWED_ORIGINS')),
    trustProxy: proxies(setting('TRUST_PROXY')),
    metricsToken: token('METRICS_TOKEN', setting('METRICS_TOKEN')),
    maintenanceToken: token('MAINTENANCE_TOKEN', setting('MAINTENANCE_TOKEN')),
    rates: readRates(setting, refuseSetting),
    media: readMedia(setting, refuseSetting),
    calls: readCallLimits(setting, refuseSetting),
    supportContact: supportContact(setting('SUPPORT_CONTACT') ?? (mode === 'demo' ? DEMO_SUPPORT : '')),
    logLevel: logLevel.data,
    pools: poolNames(setting('POOLS')),
  };
}

function settingOf(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** The database URL, for commands that need nothing else. Refuses with `ConfigError`. */
export function databaseSettings(env: Environment): Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'> {
  const databaseUrl = postgresAddress('DATABASE_URL', settingOf(env, 'DATABASE_URL'));
  const databaseOwnerUrl = postgresAddress('DATABASE_OWNER_URL', settingOf(env, 'DATABASE_OWNER_URL'));
  return { databaseUrl, databaseOwnerUrl };
}

type Secrets = Record<(typeof SECRETS)[number], string>;

function configuredSecrets(setting: (name: string) => string | undefined): Secrets {
  const missing = SECRETS.filter((name) => setting(name) === undefined);
  if (missing.length > 0) {
    throw new ConfigError(
      `Set ${missing.join(', ')}: the server does not start without ${missing.length === 1 ? 'it' : 'them'}.`,
    );
  }
  const secret = setting('BALCAO_SECRET') ?? '';
  if (secret.length < SECRET_LENGTH) {
    throw new ConfigError(
      `BALCAO_SECRET must have at least ${SECRET_LENGTH} characters, for example the output of: openssl rand -base64 48`,
    );
  }
  return {
    BALCAO_SECRET: secret,
    WHATSAPP_APP_SECRET: setting('WHATSAPP_APP_SECRET') ?? '',
    WHATSAPP_VERIFY_TOKEN: setting('WHATSAPP_VERIFY_TOKEN') ?? '',
  };
}

const DEMO_SUPPORT = 'Suporte do Balcão: suporte@balcao.example';

function supportContact(value: string): string {
  if (value.length > SUPPORT_CONTACT_MAX) {
    throw new ConfigError(`SUPPORT_CONTACT must have at most ${SUPPORT_CONTACT_MAX} characters.`);
  }
  return value;
}

function poolNames(value: string | undefined): string[] | undefined {
  if (value === undefined) return undefined;
  const names = value.split(',').map((name) => name.trim());
  if (names.every(isPoolName)) return [...new Set(names)];
  throw new ConfigError(
    'POOLS must be names of pools with commas between, each of up to 40 letters without accents, digits, dots, dashes and underscores.',
  );
}

function olderSecrets(value = ''): string[] {
  const each = value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  if (each.some((secret) => secret.length < SECRET_LENGTH)) {
    throw new ConfigError(
      `BALCAO_SECRET_OLD must be what BALCAO_SECRET was before, newest first and with commas between: each has at least ${SECRET_LENGTH} characters.`,
    );
  }
  return each;
}

function demoSecrets(setting: (name: string) => string | undefined, dataDir: string): Secrets {
  const stored = setting('BALCAO_SECRET') ?? storedSecret(join(dataDir, 'secret'));
  return {
    BALCAO_SECRET: stored,
    WHATSAPP_APP_SECRET: setting('WHATSAPP_APP_SECRET') ?? 'demo-app-secret',
    WHATSAPP_VERIFY_TOKEN: setting('WHATSAPP_VERIFY_TOKEN') ?? 'demo-verify-token',
  };
}

/** The secret in the file, created on first use and readable by its owner only; kept across restarts. */
export function storedSecret(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  try {
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < SECRET_LENGTH)
    throw new ConfigError(`The secret in ${path} is damaged: delete the file to get a new one.`);
  return secret;
}

const DEMO_SENDER = 'Balcão <nao-responda@balcao.example>';

/** Mail settings come together or not at all: mails need a working link. */
function mailSettings(mode: Mode, setting: (name: string) => string | undefined): Config['mail'] {
  const smtpUrl = setting('SMTP_URL');
  const publicUrl = address('PUBLIC_URL', setting('PUBLIC_URL'))?.replace(/\/+$/, '');
  const from = setting('MAIL_FROM') ?? (mode === 'demo' ? DEMO_SENDER : undefined);
  if (smtpUrl === undefined) return { smtpUrl, publicUrl, from: from ?? '' };
  if (!/^smtps?:\/\//.test(smtpUrl) || !URL.canParse(smtpUrl)) {
    throw new ConfigError('SMTP_URL must be the address of a mail server: smtps://user:password@host:465');
  }
  if (from === undefined) throw new ConfigError('Set MAIL_FROM too: mails need a sender, as in: Balcão <no-reply@…>');
  if (mode === 'serve' && publicUrl === undefined) {
    throw new ConfigError('Set PUBLIC_URL too: the links in mails lead there, as in: https://balcao.example.com');
  }
  return { smtpUrl, publicUrl, from };
}

function postgresAddress(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !(/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))) {
    throw new ConfigError(`${name} must be the address of a PostgreSQL: postgres://user:password@host:5432/database`);
  }
  return value;
}

function address(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !URL.canParse(value)) throw new ConfigError(`${name} must be an address (https://…).`);
  return value;
}

function origins(value = ''): string[] {
  const each = value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const isOrigin = (part: string) => /^https?:/.test(part) && URL.canParse(part) && new URL(part).origin === part;
  if (!each.every(isOrigin)) {
    throw new ConfigError('ALLOWED_ORIGINS must be origins without a path: https://app.example, https://other.example');
  }
  return each;
}

function hosts(name: string, value = '', others: readonly string[] = []): string[] {
  const each = value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim().toLowerCase()]));
  if (!each.every((host) => others.includes(host) || URL.parse(`https://${host}`)?.hostname === host)) {
    throw new ConfigError(`${name} must be names of hosts alone: login.example, 10.0.0.5`);
  }
  return each;
}

function token(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^\S{16,}$/.test(value)) {
    throw new ConfigError(`${name} must have at least 16 characters and no blanks.`);
  }
  return value;
}

function proxies(value = ''): string {
  const each = value.split(',').map((part) => part.trim());
  const isProxy = (part: string) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isIP(part.replace(/\/\d{1,3}$/, '')) !== 0;
  if (value !== '' && !each.every(isProxy)) {
    throw new ConfigError(
      'TRUST_PROXY must be the addresses of the proxies in front: loopback, uniquelocal, 10.0.0.5, 10.0.0.0/8, …',
    );
  }
  return value;
}
