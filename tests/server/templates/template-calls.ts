import type { TemplateForm } from '../../../contract/entities/managed-template.ts';
import { restErrorSchema } from '../../../contract/errors.ts';
import { uploadTemplateFile } from '../../../contract/rest/message-templates.ts';
import type { Person, World } from '../../support/attendance.ts';

/** A template that uses most of what one can write, and that the provider takes. */
export const templateForm = (instance_id: string, name: string, more: Partial<TemplateForm> = {}): TemplateForm => ({
  instance_id,
  name,
  language: 'pt_BR',
  category: 'UTILITY',
  named: false,
  header: 'text',
  header_text: 'Pedido {{1}}',
  header_file_id: null,
  body: 'Olá, {{1}}! O pedido chega em {{2}} dias.',
  footer: 'Aurora Móveis',
  buttons: [
    { type: 'QUICK_REPLY', text: 'Combinado', value: '', example: '' },
    { type: 'URL', text: 'Acompanhar', value: 'https://loja.example/p/{{1}}', example: 'https://loja.example/p/48213' },
  ],
  card_header: 'image',
  cards: [],
  examples: [
    { key: 'header.1', value: '48213' },
    { key: 'body.1', value: 'Marina' },
    { key: 'body.2', value: '3' },
  ],
  ...more,
});

type Answer = { status: number; key: string | undefined; fields: unknown; params: unknown };
export async function postTemplate(
  world: World,
  path: 'submit' | 'delete',
  body: Record<string, unknown>,
  who: Person,
): Promise<Answer> {
  const response = await fetch(`${world.url}/api/message-templates/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  const { error } = response.ok ? {} : restErrorSchema.parse(answer);
  return { status: response.status, key: error?.key, fields: error?.fields, params: error?.params };
}
/** Uploads an example; answers its id, or the key it was refused with. */
export async function putExample(
  world: World,
  name: string,
  bytes: Uint8Array,
  who: Person,
  clientId: string,
): Promise<string> {
  const query = new URLSearchParams({ name, instance_id: world.instances.suporte }).toString();
  const response = await fetch(`${world.url}/api/message-templates/files/${clientId}?${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  const answer: unknown = await response.json();
  if (!response.ok) return restErrorSchema.parse(answer).error?.key ?? '';
  return uploadTemplateFile.answer.parse(answer).id;
}
