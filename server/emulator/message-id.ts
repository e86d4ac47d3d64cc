import { randomBytes, randomUUID } from 'node:crypto';
import type { CompanyNumber } from './model.ts';

/** A unique id in its provider's form. */
export function newMessageId(number: CompanyNumber | undefined, waId: string): string {
  if (number?.sms?.provider === 'twilio') return `SM${randomBytes(16).toString('hex')}`;
  if (number?.sms?.provider === 'zenvia') return randomUUID();
  if (number?.gateway !== undefined) return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
  return `wamid.${Buffer.from(`\u001D\u0018\r${waId}`).toString('base64url')}${randomBytes(12).toString('base64url')}`;
}
