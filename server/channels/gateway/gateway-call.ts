import { isIP } from 'node:net';
import { Agent, FormData, request } from 'undici';
import type { Dispatcher } from 'undici';
import { AddressRefused, isPublic, lookUpPublic } from '../../identity/provider-fetch.ts';
import { failure } from '../call-failure.ts';
import type { CallFailure } from '../call-failure.ts';

/** Which gateways the operator lets companies use. */
export interface GatewayHosts {
  /** Hosts that may be called, also on private networks. */
  readonly listed: readonly string[];
  /** Whether any other public host may be called, by HTTPS. */
  readonly anyPublic: boolean;
}

/** A gateway, and its key. */
export type Gateway = { readonly url: string; readonly key: string };

export type GatewayCall = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** JSON, or a form with a file. */
  readonly body?: object | FormData;
  readonly timeoutMs?: number;
};

/** An answer's beginning; its body must be read, or dumped. */
export type Opened = {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: Dispatcher.ResponseData['body'];
};
/** The operator doesn't allow its host. */
type NotAllowed = { readonly kind: 'notAllowed' };

const TIMEOUT_MS = 20_000;
/** Answers besides files are small; so are QR codes. */
const ANSWER_MAX = 1024 * 1024;

const anywhere = new Agent({ connect: { timeout: 10_000 } });
/** Refuses names that resolve to a private address; the connection uses the checked one. */
const onlyPublic = new Agent({ connect: { timeout: 10_000, lookup: lookUpPublic } });

/** How a host is reached; undefined: the operator doesn't allow it. */
function dispatcherTo(url: URL, { listed, anyPublic }: GatewayHosts): Agent | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (listed.includes(host)) return anywhere;
  if (!anyPublic || url.protocol !== 'https:') return undefined;
  return isIP(host) !== 0 && !isPublic(host) ? undefined : onlyPublic;
}

/** Whether the operator allows a gateway's address. */
export function isAllowed(url: string, hosts: GatewayHosts): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && dispatcherTo(parsed, hosts) !== undefined;
}

/** Calls a gateway. Follows no redirects. Never throws for network or remote failures. */
export async function openCall(
  hosts: GatewayHosts,
  { url, key }: Gateway,
  { method, path, body, timeoutMs = TIMEOUT_MS }: GatewayCall,
  signal: AbortSignal | undefined,
): Promise<Opened | CallFailure | NotAllowed> {
  const target = URL.parse(`${url}${path}`);
  const dispatcher = target === null ? undefined : dispatcherTo(target, hosts);
  if (target === null || dispatcher === undefined) return { kind: 'notAllowed' };
  if (signal?.aborted === true) return { kind: 'notReached' };
  const isForm = body instanceof FormData;
  try {
    const { statusCode, body: answer } = await request(target, {
      method,
      dispatcher,
      headers: { apikey: key, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return { kind: 'answer', status: statusCode, body: answer };
  } catch (error) {
    return isRefusal(error) ? { kind: 'notAllowed' } : failure(error);
  }
}

/** Its name resolves to a private address. */
function isRefusal(error: unknown): boolean {
  return error instanceof AddressRefused || (error instanceof Error && isRefusal(error.cause));
}

/** An answer, whatever it says; `json` is undefined if it isn't JSON. */
export type GatewayAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly json: unknown; readonly text: string }
  | CallFailure
  | NotAllowed;

/** Calls a gateway and reads its answer. */
export async function callGateway(
  hosts: GatewayHosts,
  gateway: Gateway,
  call: GatewayCall,
  signal: AbortSignal | undefined,
): Promise<GatewayAnswer> {
  const opened = await openCall(hosts, gateway, call, signal);
  if (opened.kind !== 'answer') return opened;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of opened.body) {
      size += part.length;
      if (size > ANSWER_MAX) return { kind: 'lost', reason: 'answer' };
      parts.push(part);
    }
  } catch (error) {
    return failure(error);
  }
  const text = Buffer.concat(parts).toString();
  return { kind: 'answer', status: opened.status, json: parsed(text), text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
