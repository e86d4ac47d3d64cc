import type { FastifyPluginAsync } from 'fastify';
import { controlRoutes } from './control-routes.ts';
import { graphRoutes } from './graph-routes.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { Gateways } from './gateways.ts';
import type { CompanyNumber, GatewayRow, SmsHookRow } from './model.ts';
import { pageRoutes } from './page-routes.ts';
import { PhoneNetwork } from './phone-network.ts';
import { defaultPolicy, patchedPolicy } from './policy.ts';
import type { PolicyPatch } from './policy.ts';
import { seededTemplates } from './seeded-templates.ts';
import { smsRoutes } from './sms-routes.ts';
import { Store } from './store.ts';
import { templateEditRoutes } from './template-edits.ts';
import { TemplateReviews } from './template-reviews.ts';
import { templateRoutes } from './template-routes.ts';
import { WebhookQueue } from './webhook-queue.ts';

export interface EmulatorOptions {
  /** Base path of the Graph API: `/emulator/graph`, followed by the version. */
  readonly graphPrefix: string;
  /** The company's webhook URL; a function if the port is known only later. */
  readonly webhookUrl: string | (() => string);
  readonly appSecret: string;
  readonly numbers: readonly GivenNumber[];
  /** Initial webhooks of SMS providers, as paths at the company. */
  readonly hooks?: readonly SmsHookRow[] | undefined;
  /** Initial instances at the gateway, with webhooks as paths at the company. */
  readonly gateways?: readonly GatewayRow[] | undefined;
  /** Initial phones; numbers in digits. */
  readonly customers?: readonly { readonly waId: string; readonly name: string }[];
  /** Stores the chats across restarts. */
  readonly dataFile?: string | undefined;
  /** Deviations from a healthy provider. */
  readonly policy?: PolicyPatch;
  /** First and longest pause between retries of a webhook, in milliseconds. */
  readonly retry?: { readonly baseMs: number; readonly maxMs: number };
}

/** A company's numbers share an account unless one is given. */
type GivenNumber = Omit<CompanyNumber, 'displayPhoneNumber' | 'accountId'> &
  Partial<Pick<CompanyNumber, 'displayPhoneNumber' | 'accountId'>>;

/** Emulates WhatsApp, Twilio, Zenvia and a gateway: their APIs, signed webhooks, a phone at `/emulator`. Only for the demo and tests. */
export const emulatorPlugin: FastifyPluginAsync<EmulatorOptions> = async (app, options) => {
  const { webhookUrl, appSecret, graphPrefix, retry } = options;
  const policy = patchedPolicy(defaultPolicy, options.policy ?? {});
  const store = new Store(options.dataFile, policy);
  const url = typeof webhookUrl === 'string' ? () => webhookUrl : webhookUrl;
  const gateways = new Gateways(store, () => queue, url);
  const network = new PhoneNetwork(store, () => queue, completed(options.numbers), url, gateways);
  const reviews = new TemplateReviews(store, () => queue);
  const queue = new WebhookQueue(store, {
    url,
    appSecret,
    retryBaseMs: retry?.baseMs ?? 500,
    retryMaxMs: retry?.maxMs ?? 30_000,
    onDelivered: ({ messageIds }) => network.onDelivered(messageIds),
  });
  const addTemplates = () => {
    for (const template of seededTemplates(network.numbers)) {
      if (!store.templates.has(template.id)) store.apply({ record: 'template', template });
    }
  };
  const addCustomers = () => {
    for (const { waId, name } of options.customers ?? []) {
      if (!store.customers.has(waId)) network.saveCustomer(waId, name);
    }
  };
  const addHooks = () => {
    for (const hook of options.hooks ?? []) {
      if (!store.hooks.has(hook.id)) store.apply({ record: 'hook', hook });
    }
  };
  const addGateways = () => {
    for (const gateway of options.gateways ?? []) {
      if (!store.gateways.has(gateway.name)) store.apply({ record: 'gateway', gateway });
    }
  };
  const reset = () => {
    network.close();
    reviews.close();
    gateways.close();
    queue.clear();
    store.apply({ record: 'reset' });
    addCustomers();
    addTemplates();
    addHooks();
    addGateways();
  };
  addCustomers();
  addTemplates();
  addHooks();
  addGateways();

  // It stands in for an external server, to which our limits don't apply.
  app.addHook('onRoute', (route) => void (route.config = { ...route.config, rate: 'free' }));
  await app.register(templateRoutes, { graphPrefix, store, network });
  await app.register(templateEditRoutes, { graphPrefix, store, network, reviews });
  await app.register(graphRoutes, { graphPrefix, store, network });
  await app.register(smsRoutes, { store, network });
  await app.register(gatewayRoutes, { store, network, gateways });
  await app.register(controlRoutes, { store, network, reviews, gateways, queue, appSecret, reset });
  await app.register(pageRoutes);

  app.addHook('onListen', async () => {
    network.start();
    reviews.start();
    gateways.start();
    queue.start();
  });
  app.addHook('onClose', async () => {
    network.close();
    reviews.close();
    gateways.close();
    await queue.close();
    store.close();
  });
};

function completed(numbers: readonly GivenNumber[]): CompanyNumber[] {
  const tenants = [...new Set(numbers.map(({ tenant }) => tenant))];
  return numbers.map((number) => {
    const digits = number.phoneNumberId.slice(-6).padStart(6, '0');
    return {
      ...number,
      displayPhoneNumber: number.displayPhoneNumber ?? `551140${digits}`,
      accountId: number.accountId ?? String(900_000_000_000_001 + tenants.indexOf(number.tenant)),
    };
  });
}
