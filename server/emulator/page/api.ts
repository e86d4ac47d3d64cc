import type { PolicyPatch } from '../policy.ts';
import type { ChatView, MessageView, StateView } from '../view.ts';
import type { WrittenMessage } from '../written-message.ts';

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/emulator/api/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  const text = await response.text();
  return JSON.parse(text === '' ? 'null' : text);
}

const chatPath = (number: string, waId: string) => `numbers/${number}/chats/${encodeURIComponent(waId)}`;

/** The control API, as far as the page uses it. */
export const api = {
  state: () => call<StateView>('GET', 'state'),
  chats: (number: string) => call<ChatView[]>('GET', `numbers/${number}/chats`),
  messages: (number: string, waId: string) => call<MessageView[]>('GET', chatPath(number, waId)),
  write: (number: string, waId: string, written: WrittenMessage) =>
    call<MessageView>('POST', `${chatPath(number, waId)}/messages`, written),
  open: (number: string, waId: string) => call<null>('POST', `${chatPath(number, waId)}/open`),
  scan: (number: string) => call<null>('POST', `numbers/${number}/scan`, {}),
  unpair: (number: string) => call<null>('POST', `numbers/${number}/unpair`),
  saveCustomer: (waId: string, name: string) => call<null>('POST', 'customers', { waId, name }),
  setOnline: (waId: string, online: boolean) =>
    call<null>('PATCH', `customers/${encodeURIComponent(waId)}`, { online }),
  patchPolicy: (patch: PolicyPatch) => call<null>('PATCH', 'policy', patch),
  release: (order: 'normal' | 'reversed') =>
    call<null>('POST', 'webhooks/release', { order, together: false, copies: 1 }),
  reset: () => call<null>('POST', 'reset'),
};
