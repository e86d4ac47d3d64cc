import { FLOW_URL_MAX } from '../contract/facts/flows.ts';
import { own } from './exits.ts';
import { fixedPart, namesIn } from './text.ts';
import type { Value, Values } from './values.ts';

/* Addresses that steps call or show. The host is literal: only what follows it may depend on values. */

const HOST =
  /^https:\/\/(?<host>[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)(?::\d{1,5})?(?=[/?#]|$)/iu;

/** Whether it is an https address with a literal host name. */
export function isAddress(url: string): boolean {
  const [whole, host] = HOST.exec(url) ?? [];
  if (whole === undefined || host === undefined || /[\s\\]/u.test(fixedPart(url))) return false;
  // A numeric host isn't a name, however it is written: `127.0.0.0x1` is read as `127.0.0.1`. Some ports are invalid.
  return /[a-z]/iu.test(host) && URL.canParse(whole) && new URL(whole).hostname === host.toLowerCase();
}

/**
 * The address with its values filled in; undefined if a value is missing, if the path would leave its folder, or if the
 * address is too long. No value can change the host.
 */
export function filledAddress(url: string, values: Values): string | undefined {
  if (!isAddress(url)) return undefined;
  if (namesIn(url).some((name) => inAddress(own(values, name)) === '')) return undefined;
  const whole = url.replaceAll(/\{\{([^{}]*)\}\}/gu, (_whole, name: string) => inAddress(own(values, name.trim())));
  const [path = ''] = whole.split(/[?#]/u, 1);
  const isLeaving = path.split('/').some((part) => /^(?:\.|%2e){1,2}$/iu.test(part));
  return isLeaving || whole.length > FLOW_URL_MAX ? undefined : whole;
}

function inAddress(value: Value | undefined): string {
  return value === undefined ? '' : encodeURIComponent(String(value).toWellFormed());
}
