import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { CustomFetch } from 'openid-client';

/** A provider's metadata and answers have a few kilobytes. */
const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 10_000;

/** The address is one that administrators may not have the server call. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is not on the public network`);
    this.name = 'AddressRefused';
  }
}

/** Private addresses: this machine, private networks, cloud metadata services. */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  // IPv6 addresses that embed IPv4: mapped, NAT64, Teredo, 6to4.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is public. An IPv4 address in IPv6 form is checked as IPv4. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return !privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Resolves a name and refuses it if any address is private; the connection uses the checked addresses. */
export const lookUpPublic: LookupFunction = (host, options, answer) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error !== null || first === undefined) return answer(error ?? new AddressRefused(host), '', 0);
    if (found.some(({ address }) => !isPublic(address))) return answer(new AddressRefused(host), '', 0);
    return options.all === true ? answer(null, found) : answer(null, first.address, first.family);
  });
};

/**
 * The fetch for providers: administrators enter their URLs, so private addresses must be unreachable, except hosts
 * allowed by `mayReach`. Follows no redirects; throws for answers that are too large or too slow.
 */
export function createProviderFetch(mayReach: (host: string) => boolean): CustomFetch {
  return (address, { method, headers, body, signal }) =>
    new Promise<Response>((resolve, reject) => {
      const url = new URL(address);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const isTrusted = mayReach(host);
      // Names are checked on lookup.
      if (!isTrusted && isIP(host) !== 0 && !isPublic(host)) return reject(new AddressRefused(host));
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const input = bytesOf(body);
      const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(
        url,
        {
          method,
          headers: { ...headers, ...(input === undefined ? {} : { 'content-length': String(input.length) }) },
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
          // A connection of its own: one that is kept open may lead where no lookup would.
          ...(isTrusted ? {} : { lookup: lookUpPublic, agent: false }),
        },
        (response) => {
          const parts: Buffer[] = [];
          let size = 0;
          response.on('data', (part: Buffer) => {
            size += part.length;
            if (size > MAX_BYTES) request.destroy(new Error('The provider’s answer is too large'));
            else parts.push(part);
          });
          response.on('error', reject);
          response.on('end', () => {
            const status = response.statusCode ?? 502;
            const isEmpty = status === 204 || status === 304 || parts.length === 0;
            const pairs = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
              value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
            );
            resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: pairs }));
          });
        },
      );
      request.on('error', reject);
      return request.end(input);
    });
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(body.toString());
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new TypeError('A body of another kind');
}
