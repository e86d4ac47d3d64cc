import ipaddr from 'ipaddr.js';

/** What an address is counted as: an IPv4 address as itself, an IPv6 one as its /64, which one customer of a provider has. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
