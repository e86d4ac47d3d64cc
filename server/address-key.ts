import ipaddr from 'ipaddr.js';

/**
 * The key an address is counted under: an IPv4 address itself, of an IPv6 address its /64, which belongs to one
 * customer of a provider.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
