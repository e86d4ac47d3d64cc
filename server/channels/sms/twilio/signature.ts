import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../same-secret.ts';

/**
 * The value of `X-Twilio-Signature`: HMAC-SHA1, by the account's token, of the exact address and the form's fields by
 * name. Of a field that comes repeatedly, each value counts once.
 */
export function twilioSignature(url: string, form: URLSearchParams, token: string): string {
  const names = [...new Set(form.keys())].toSorted();
  const fields = names.flatMap((name) => [...new Set(form.getAll(name))].toSorted().map((value) => name + value));
  return createHmac('sha1', token)
    .update(url + fields.join(''))
    .digest('base64');
}

/** Whether Twilio signed it. It signs an address with its port or without. */
export function isTwilioSigned(url: string, form: URLSearchParams, token: string, signature: string): boolean {
  return [url, withoutPort(url)].some((each) => isSameSecret(signature, twilioSignature(each, form, token)));
}

function withoutPort(url: string): string {
  return url.replace(/^(https?:\/\/[^/]+?):\d+(?=\/|$)/, '$1');
}
