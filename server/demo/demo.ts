import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { analyzeTables } from '../db/migrate.ts';
import { DEMO_PASSWORD } from '../domain/auth/passwords.ts';
import type { Services } from '../domain/context.ts';
import { openFiles } from '../domain/media/open-files.ts';
import { seededTemplates } from '../emulator/seeded-templates.ts';
import type { StartOptions } from '../start.ts';
import { DEMO_GATEWAY_NUMBERS, seedGateway } from './gateway.ts';
import { seedMedia } from './media.ts';
import { DEMO_TENANTS, seedPeople } from './people.ts';
import { SEEDED_TABLES, seedDemo } from './seed.ts';
import { DEMO_SMS_HOOKS, DEMO_SMS_NUMBERS, DEMO_SMS_PHONE, seedSms } from './sms.ts';
import { seedBase } from './store-base.ts';
import { seedCampaigns } from './store-campaigns.ts';
import { seedFlows } from './store-flows.ts';

/** The account of the first company's numbers; the others' follow. */
const FIRST_ACCOUNT = 900_000_000_000_001;

const DEMO_NUMBERS = DEMO_TENANTS.flatMap(({ slug, instances }, index) =>
  instances.map(({ name, phoneNumberId, phoneNumber }) => ({
    phoneNumberId,
    name,
    tenant: slug,
    displayPhoneNumber: phoneNumber,
    accountId: String(FIRST_ACCOUNT + index),
  })),
);

/** Phones that exist from the start; none of them has written yet. */
const DEMO_PHONES = [
  { waId: '5511955501234', name: 'Marina Alves' },
  { waId: '5521966602345', name: 'João Pedro Lima' },
  { waId: '5531977703456', name: 'Célia Monteiro' },
  DEMO_SMS_PHONE,
];

/** The options of a demo server. `ownerUrl` is for the schema's owner; undefined if migrations aren't allowed. */
export function demoOptions(
  config: Pick<Config, 'dataDir' | 'media' | 'port'>,
  ownerUrl: string | undefined,
): Pick<StartOptions, 'emulator' | 'seed' | 'home'> {
  return {
    emulator: {
      numbers: [...DEMO_NUMBERS, ...DEMO_SMS_NUMBERS, ...DEMO_GATEWAY_NUMBERS],
      hooks: DEMO_SMS_HOOKS,
      customers: DEMO_PHONES,
      dataFile: join(config.dataDir, 'emulator.jsonl'),
    },
    seed: (services) => fillDemo(services, config, ownerUrl),
    home: '/aurora/',
  };
}

/**
 * Seeds users, conversations, campaigns, flows, a base of customers and files, and updates the planner's statistics as the owner: it would consider the tables empty.
 */
async function fillDemo(
  services: Services,
  config: Pick<Config, 'dataDir' | 'media' | 'port'>,
  ownerUrl: string | undefined,
): Promise<void> {
  await seedPeople(services.db);
  const filled = await seedDemo(services.db, services.now());
  await seedOffers(services.db, services.now(), filled);
  await seedFlows(services, filled);
  await seedSms(services);
  await seedGateway(services, `http://127.0.0.1:${config.port}/emulator/gateway`);
  const analyze = async (): Promise<void> => {
    if (filled.length > 0 && ownerUrl !== undefined) await analyzeTables(ownerUrl, SEEDED_TABLES);
  };
  // Before the base, too: with the plans of empty tables it takes two to three times as long.
  await analyze();
  await seedBase(services.db, services.now(), filled);
  await seedMedia(services, await openFiles(config, services));
  await analyze();
}

/** The campaigns of these companies. */
export async function seedOffers(db: Database, now: Date, slugs: readonly string[]): Promise<void> {
  const offers = seededTemplates(DEMO_NUMBERS).filter(({ name }) => name === 'ofertas_da_semana');
  const templates = offers.flatMap((template) => {
    const number = DEMO_NUMBERS.find(({ accountId }) => accountId === template.accountId);
    return number === undefined ? [] : [{ ...template, tenant: number.tenant }];
  });
  await seedCampaigns(db, now, slugs, templates);
}

/** URLs and logins, printed in the terminal. `dataFolder` is the embedded database's. */
export function describeDemo({ mail }: Pick<Config, 'mail'>, url: string, dataFolder: string | undefined): string {
  const lines = DEMO_TENANTS.flatMap(({ slug, name, users }) => [
    '',
    `  ${name}: ${url}/${slug}/`,
    ...users.map((user) => `    ${user.email.padEnd(26)} ${user.role}`),
  ]);
  return [
    '',
    'Balcão is running.',
    ...lines,
    '',
    `  Password of all: ${DEMO_PASSWORD}`,
    `  Customers' phone: ${url}/emulator`,
    `  Mails: ${mail.smtpUrl === undefined ? `${url}/emulator/mailbox` : 'sent over SMTP_URL'}`,
    ...(dataFolder === undefined ? [] : [`  Database: ${dataFolder}`]),
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
}
