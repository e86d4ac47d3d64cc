import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { sendMessage } from '../../contract/graphql/send-message.ts';
import { EMULATOR_APP_SECRET } from '../support/emulator.ts';
import type { Company } from './load-companies.ts';
import { MARK } from './load-sockets.ts';

/** Calls over connections that stay open, as a provider's and the browsers' do. */
export class Calls {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string) {
    this.#url = url;
  }

  /** A customer writes: the signed webhook of message `number`. Rejects when it isn't answered with 200. */
  async write(company: Company, from: string, number: number): Promise<void> {
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '551130000001', phone_number_id: company.phoneNumberId },
      contacts: [{ profile: { name: 'Cliente' }, wa_id: from }],
      messages: [
        {
          from,
          id: `wamid.${MARK}${number}.`,
          timestamp: String(Math.floor(Date.now() / 1000)),
          type: 'text',
          text: { body: `${MARK}${number}. Bom dia! O meu pedido ainda não chegou, podem ver para mim?` },
        },
      ],
    };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
    });
    const signature = createHmac('sha256', EMULATOR_APP_SECRET).update(body).digest('hex');
    await this.#post('/webhooks/whatsapp', { 'x-hub-signature-256': `sha256=${signature}` }, body);
  }

  /** An attendant answers with message `number`. Rejects when it isn't taken. */
  async answer(company: Company, token: string, to: string, number: number): Promise<void> {
    const variables = {
      to_number: to,
      message: `Já saiu para a entrega, chega na sexta. ${MARK}${number}.`,
      instance_id: company.instanceId,
      client_id: crypto.randomUUID(),
    };
    const body = JSON.stringify({ query: sendMessage.document, variables });
    const text = await this.#post(`/${company.slug}/graphql`, { authorization: `Bearer ${token}` }, body);
    if (text.includes('"errors"')) throw new Error(`The answer was not taken: ${text}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(path: string, headers: Record<string, string>, body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const call = request(`${this.#url}${path}`, {
        method: 'POST',
        agent: this.#agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      });
      call.on('error', reject);
      call.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => void (text += part));
        response.on('error', reject).on('end', () => {
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${path} answered ${response.statusCode}: ${text}`));
        });
      });
      call.end(body);
    });
  }
}
