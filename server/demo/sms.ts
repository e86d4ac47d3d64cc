import { withPlatform, withTenant } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import { hookPath, smsAddress } from '../channels/sms/address.ts';
import type { Services } from '../domain/context.ts';
import { processOrQueue } from '../domain/inbound/process-or-queue.ts';
import { sealedToken } from '../domain/instances/access-token.ts';
import type { EmulatorOptions } from '../emulator/plugin.ts';

const TENANT = 'aurora';
const TWILIO = { provider: 'twilio', account: `AC${'0d'.repeat(16)}`, sender: '551140000003' } as const;
const TWILIO_TOKEN = 'demo-token-twilio';

/** Their senders: Aurora's is set up; Brisa's waits to be, with this alias and token. */
export const DEMO_SMS_NUMBERS: EmulatorOptions['numbers'] = [
  {
    phoneNumberId: TWILIO.sender,
    name: 'SMS',
    tenant: TENANT,
    displayPhoneNumber: TWILIO.sender,
    sms: { provider: 'twilio', account: TWILIO.account, token: TWILIO_TOKEN },
  },
  {
    phoneNumberId: 'brisa-sms',
    name: 'SMS',
    tenant: 'brisa',
    displayPhoneNumber: '552140000002',
    sms: { provider: 'zenvia', account: 'brisa', token: 'demo-token-zenvia' },
  },
];

/** The webhook of the emulated Twilio. */
export const DEMO_SMS_HOOKS: EmulatorOptions['hooks'] = [
  { id: 'demo', number: TWILIO.sender, event: 'sms', url: hookPath(TWILIO), headers: {} },
];

/** Who writes by SMS. */
export const DEMO_SMS_PHONE = { waId: '5511944406789', name: 'Sebastião Nunes' };

/** Gives Aurora an instance of SMS, where everybody answers, and a customer who writes there; once. */
export async function seedSms(services: Services): Promise<void> {
  const tenant = await withPlatform(services.db, (tx) =>
    tx.selectFrom('tenant').select('id').where('slug', '=', TENANT).executeTakeFirstOrThrow(),
  );
  const instanceId = await addInstance(services, tenant.id);
  if (instanceId === undefined) return;
  const message = {
    phoneNumberId: smsAddress(TWILIO),
    from: DEMO_SMS_PHONE.waId,
    fromUserId: undefined,
    profileName: DEMO_SMS_PHONE.name,
    providerMessageId: `SM${'0d'.repeat(16)}`,
    timestamp: services.now(),
    replyToProviderId: undefined,
    forwarded: false,
    text: 'Bom dia! Meu celular não tem WhatsApp. A mesa sai para entrega hoje?',
    tagType: 'text' as const,
    referral: undefined,
    kind: 'text' as const,
  };
  await processOrQueue(services, { tenantId: tenant.id, instanceId }, { kind: 'message', message });
}

/** Undefined: it already exists. */
function addInstance(services: Services, tenantId: Id): Promise<Id | undefined> {
  return withTenant(services.db, tenantId, async (tx) => {
    await tx.selectFrom('tenant').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
    const known = await tx
      .selectFrom('instance')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('channel', '=', 'sms')
      .executeTakeFirst();
    if (known !== undefined) return undefined;
    const { id } = await tx
      .insertInto('instance')
      .values({
        tenant_id: tenantId,
        name: 'SMS',
        channel: 'sms',
        provider: 'twilio',
        provider_account: TWILIO.account,
        phone_number_id: TWILIO.sender,
        phone_number: TWILIO.sender,
        claimed_number: smsAddress(TWILIO),
        state: 'connected',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('instance')
      .set(sealedToken(services, { tenantId, instanceId: id }, TWILIO_TOKEN))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    const users = await tx.selectFrom('app_user').select('id').where('tenant_id', '=', tenantId).execute();
    const links = users.map((user) => ({ tenant_id: tenantId, user_id: user.id, instance_id: id }));
    await tx.insertInto('user_instance').values(links).execute();
    return id;
  });
}
