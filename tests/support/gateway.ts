import type { ManagedInstance } from '../../contract/entities/managed-instance.ts';
import * as calls from '../../contract/rest/instances.ts';
import { gatewayHookPath } from '../../server/channels/gateway/address.ts';
import type { World } from './attendance.ts';
import { EMULATOR_NUMBERS } from './emulator.ts';
import { askRest } from './rest-calls.ts';

/** The company's phone, and the key of the gateway that it is paired with. */
export const GATEWAY_PHONE = '5511940005001';
export const GATEWAY_KEY = 'chave-do-gateway-1';

/** The emulator's numbers with it. */
export const NUMBERS_WITH_GATEWAY = [
  ...EMULATOR_NUMBERS,
  { phoneNumberId: GATEWAY_PHONE, name: 'Celular', tenant: 'aurora', gateway: { key: GATEWAY_KEY } },
];

const of = { tenantName: 'aurora' };

/** Sets up an instance as an administrator does, up to the code that the phone has to scan; Bruno answers there. */
export async function addGatewayInstance(world: World, name = 'Celular'): Promise<ManagedInstance> {
  const { ana, bruno } = world.people;
  const { id } = await askRest(world.url, ana.token, calls.createInstance, { ...of, name, provider: 'evolution' });
  const credentials = { gateway_url: gatewayUrl(world), access_token: GATEWAY_KEY, user_ids: [ana.id, bruno.id] };
  await askRest(world.url, ana.token, calls.updateInstance, { ...of, id, ...credentials });
  return pairInstance(world, id);
}

export const gatewayUrl = (world: Pick<World, 'url'>) => `${world.url}/emulator/gateway`;

/** Asks the gateway for a code. */
export async function pairInstance(world: World, id: string): Promise<ManagedInstance> {
  return (await askRest(world.url, world.people.ana.token, calls.testInstance, { ...of, id })).instance;
}

/** As an administrator sees it now. */
export async function seenInstance(world: World, id: string): Promise<ManagedInstance> {
  const all = await askRest(world.url, world.people.ana.token, calls.managedInstances, of);
  const found = all.find((instance) => instance.id === id);
  if (found === undefined) throw new Error('There is no such instance');
  return found;
}

/** Where the gateway reports, and how the instance is called there. */
export async function gatewayHook(world: World, id: string): Promise<{ url: string; name: string; address: string }> {
  const [row] = await world.rows<{ tenant_id: string; phone_number_id: string; sender_address: string }>(
    'select tenant_id, phone_number_id, sender_address from instance where id = $1',
    [id],
  );
  if (row === undefined) throw new Error('There is no such instance');
  const { tenant_id: tenantId, phone_number_id: name, sender_address: address } = row;
  return { url: `${world.url}${gatewayHookPath({ tenantId, instanceId: id, name })}`, name, address };
}
