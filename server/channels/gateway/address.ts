/** An instance of ours at a gateway, where it is called `name`. */
export type GatewayAddress = { readonly tenantId: string; readonly instanceId: string; readonly name: string };

const PATTERN = /^evolution:(\d+)-(\d+):([\w.-]+)$/;

/** The address as the instance claims it; unique across instances. */
export function gatewayAddress({ tenantId, instanceId, name }: GatewayAddress): string {
  return `evolution:${tenantId}-${instanceId}:${name}`;
}

/** The instance of an address; undefined if it isn't at a gateway. */
export function parseGatewayAddress(address: string): GatewayAddress | undefined {
  const [, tenantId, instanceId, name] = PATTERN.exec(address) ?? [];
  if (tenantId === undefined || instanceId === undefined || name === undefined) return undefined;
  return { tenantId, instanceId, name };
}

/** The path of the gateway's webhook, below our own address. */
export function gatewayHookPath({ tenantId, instanceId, name }: GatewayAddress): string {
  return `/webhooks/gateway/${tenantId}/${instanceId}/${name}`;
}
