import type { ManagedInstance } from '../../contract/entities/managed-instance.ts';
import type { SmsProvider } from '../../contract/facts/providers.ts';
import * as calls from '../../contract/rest/instances.ts';
import type { World } from './attendance.ts';
import { EMULATOR_NUMBERS } from './emulator.ts';
import { askRest } from './rest-calls.ts';

/** A sender at each provider of SMS. */
export const SMS_SENDERS = {
  twilio: { account: `AC${'0a'.repeat(16)}`, sender: '551140009001', token: 'token-da-twilio-1' },
  zenvia: { account: 'conta-zenvia', sender: 'aurora-sms', token: 'token-da-zenvia-1' },
} as const;

/** The emulator's numbers with them. */
export const NUMBERS_WITH_SMS = [
  ...EMULATOR_NUMBERS,
  ...(['twilio', 'zenvia'] as const).map((provider) => ({
    phoneNumberId: SMS_SENDERS[provider].sender,
    name: `SMS ${provider}`,
    tenant: 'aurora',
    sms: { provider, account: SMS_SENDERS[provider].account, token: SMS_SENDERS[provider].token },
  })),
];

/** Sets up an instance as an administrator does, up to the test; Bruno answers there. */
export async function addSmsInstance(world: World, provider: SmsProvider): Promise<ManagedInstance> {
  const { ana, bruno } = world.people;
  const of = { tenantName: 'aurora' };
  const { id } = await askRest(world.url, ana.token, calls.createInstance, {
    ...of,
    name: `SMS ${provider}`,
    provider,
  });
  await askRest(world.url, ana.token, calls.updateInstance, {
    ...of,
    id,
    ...credentialsOf(provider),
    user_ids: [ana.id, bruno.id],
  });
  const tested = await askRest(world.url, ana.token, calls.testInstance, { ...of, id });
  if (!tested.ok) throw new Error(`The ${provider} instance failed its test: ${tested.key}`);
  return tested.instance;
}

export function credentialsOf(provider: SmsProvider) {
  const { account, sender, token } = SMS_SENDERS[provider];
  return provider === 'twilio'
    ? { phone_number_id: `+${sender}`, provider_account: account, access_token: token }
    : { phone_number_id: sender, access_token: token };
}

/** Where the provider reports. */
export function hookOf(world: World, provider: SmsProvider, instanceId: string): string {
  const { account, sender } = SMS_SENDERS[provider];
  return `${world.url}/webhooks/sms/${provider}/${provider === 'twilio' ? account : instanceId}/${sender}`;
}
