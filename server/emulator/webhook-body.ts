import { createHmac } from 'node:crypto';
import { graphError } from './graph-errors.ts';
import type { CompanyNumber, Customer, PhoneMessage, StoredTemplate } from './model.ts';

/** An entry with a customer's message. */
export function messageEntry(number: CompanyNumber, customer: Customer, message: PhoneMessage): unknown {
  const hidden = isUserId(customer.waId);
  return entry(number, {
    contacts: [
      { profile: { name: customer.name }, ...(hidden ? { user_id: customer.waId } : { wa_id: customer.waId }) },
    ],
    messages: [
      {
        ...(message.replyTo === null ? {} : { context: { from: number.displayPhoneNumber, id: message.replyTo } }),
        ...(hidden ? { from_user_id: customer.waId } : { from: customer.waId }),
        id: message.id,
        timestamp: seconds(message.at),
        type: message.type,
        [message.type]: message.content,
        ...(message.type === 'unsupported' ? { errors: [graphError(131051)] } : {}),
      },
    ],
  });
}

/** An entry with a message written on the company's phone. */
export function echoEntry(number: CompanyNumber, { id, customer, at, type, content, replyTo }: PhoneMessage): unknown {
  const echo = {
    ...(replyTo === null ? {} : { context: { id: replyTo } }),
    from: number.displayPhoneNumber,
    to: customer,
    id,
    timestamp: seconds(at),
    type,
    [type]: content,
  };
  return entry(number, { message_echoes: [echo] }, 'smb_message_echoes');
}

/** An entry with the status of a company's message. */
export function statusEntry(number: CompanyNumber, message: PhoneMessage, status: string, at: number): unknown {
  return entry(number, {
    statuses: [
      {
        id: message.id,
        status,
        timestamp: seconds(at),
        ...(isUserId(message.customer) ? { recipient_user_id: message.customer } : { recipient_id: message.customer }),
        ...(message.callbackData === null ? {} : { biz_opaque_callback_data: message.callbackData }),
        ...(status === 'failed'
          ? { errors: [graphError(message.failureCode ?? 131000)] }
          : { pricing: { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' } }),
      },
    ],
  });
}

/** An entry with a template's new status; `text`: what is said about a rejection. */
export function templateEntry(template: StoredTemplate, at: number, text = ''): unknown {
  return templateNews(template, at, 'message_template_status_update', {
    event: template.status,
    message_template_category: template.category,
    reason: template.rejected_reason,
    ...(template.status === 'PAUSED' && { other_info: { title: 'FIRST_PAUSE', description: 'Paused for 3 hours.' } }),
    ...(text !== '' && { rejection_info: { reason: text } }),
  });
}

/** An entry with a template's new quality, which was another before. */
export function qualityEntry(template: StoredTemplate, before: string, at: number): unknown {
  return templateNews(template, at, 'message_template_quality_update', {
    previous_quality_score: before,
    new_quality_score: template.quality,
  });
}

/** An entry with a template's new category, which was another before. */
export function categoryEntry(template: StoredTemplate, before: string, at: number): unknown {
  return templateNews(template, at, 'template_category_update', {
    previous_category: before,
    new_category: template.category,
  });
}

function templateNews(template: StoredTemplate, at: number, field: string, more: object): unknown {
  const about = {
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
  };
  return { id: template.accountId, time: Math.floor(at / 1000), changes: [{ value: { ...about, ...more }, field }] };
}

/** A webhook's bytes as Meta writes them: everything beyond ASCII and each slash escaped. */
export function webhookBytes(entries: readonly unknown[]): Buffer {
  const json = JSON.stringify({ object: 'whatsapp_business_account', entry: entries });
  const escaped = json.replaceAll('/', String.raw`\/`).replaceAll(/[^\0-\u007E]/g, (unit) => {
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return String.raw`\u` + code;
  });
  return Buffer.from(escaped, 'ascii');
}

/** The value of `X-Hub-Signature-256`. */
export function signatureOf(bytes: Uint8Array, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`;
}

/** Whether it is a user id of somebody who hides their number. */
export function isUserId(waId: string): boolean {
  return /^[A-Z]{2}\./.test(waId);
}

function entry(number: CompanyNumber, value: object, field = 'messages'): unknown {
  const metadata = { display_phone_number: number.displayPhoneNumber, phone_number_id: number.phoneNumberId };
  return {
    id: number.accountId,
    changes: [{ value: { messaging_product: 'whatsapp', metadata, ...value }, field }],
  };
}

function seconds(at: number): string {
  return String(Math.floor(at / 1000));
}
