import { gatewayAddress } from '../channels/gateway/address.ts';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Services } from '../domain/context.ts';
import { sealedToken } from '../domain/instances/access-token.ts';
import type { EmulatorOptions } from '../emulator/plugin.ts';

const TENANT = 'aurora';
const NAME = 'balcao-aurora-demo';
const KEY = 'demo-key-gateway';
const PHONE = '551140000004';

/** The company's phone, to be paired with the emulated gateway. */
export const DEMO_GATEWAY_NUMBERS: EmulatorOptions['numbers'] = [
  { phoneNumberId: PHONE, name: 'Celular da loja', tenant: TENANT, displayPhoneNumber: PHONE, gateway: { key: KEY } },
];

/**
 * Gives Aurora an instance at the emulated gateway, where everybody answers, whose phone waits to be paired; once.
 * `url`: where the gateway is.
 */
export async function seedGateway(services: Services, url: string): Promise<void> {
  const tenant = await withPlatform(services.db, (tx) =>
    tx.selectFrom('tenant').select('id').where('slug', '=', TENANT).executeTakeFirstOrThrow(),
  );
  const tenantId = tenant.id;
  await withTenant(services.db, tenantId, async (tx) => {
    await tx.selectFrom('tenant').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
    const known = await tx
      .updateTable('instance')
      .set({ gateway_url: url })
      .where('tenant_id', '=', tenantId)
      .where('phone_number_id', '=', NAME)
      .returning('id')
      .executeTakeFirst();
    if (known !== undefined) return;
    const { id } = await tx
      .insertInto('instance')
      .values({
        tenant_id: tenantId,
        name: 'Celular da loja',
        channel: 'whatsapp',
        provider: 'evolution',
        is_official: false,
        gateway_url: url,
        phone_number_id: NAME,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('instance')
      .set({
        ...sealedToken(services, { tenantId, instanceId: id }, KEY),
        claimed_number: gatewayAddress({ tenantId, instanceId: id, name: NAME }),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    const users = await tx.selectFrom('app_user').select('id').where('tenant_id', '=', tenantId).execute();
    const links = users.map((user) => ({ tenant_id: tenantId, user_id: user.id, instance_id: id }));
    await tx.insertInto('user_instance').values(links).execute();
  });
}
