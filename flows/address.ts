import { FLOW_URL_MAX } from '../contract/facts/flows.ts';
import { own } from './exits.ts';
import { fixedPart, namesIn } from './text.ts';
import type { Value, Values } from './values.ts';

/* Addresses that steps call or show. Their host is written out: only what comes behind it may depend on values. */

const HOST =
  /^https:\/\/(?<host>[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)(?::\d{1,5})?(?=[/?#]|$)/iu;

/** Whether it is over https, to a host with a name, all written out. */
export function isAddress(url: string): boolean {
  const [whole, host] = HOST.exec(url) ?? [];
  if (whole === undefined || host === undefined || /[\s\\]/u.test(fixedPart(url))) return false;
  // A number isn't a name, however it is written: `127.0.0.0x1` is read as `127.0.0.1`. And not each port is one.
  return /[a-z]/iu.test(host) && URL.canParse(whole) && new URL(whole).hostname === host.toLowerCase();
}

/**
 * The address with its values, none of which can change its host or leave its folder; undefined if one is missing, or would, or if it
 * is too long.
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
