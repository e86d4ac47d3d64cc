import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import type { CustomerCard as Card, CustomerConsent } from '../../src/machines/entities/customers.ts';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { CustomerCard } from '../../src/views/attendance/customer/CustomerCard.tsx';
import { noMedia } from '../../models/samples.ts';
import { START, aFailure, networkFailure, aTicket } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';
import { dateField } from './date-support.ts';

const ticket = aTicket();
const vip = { id: '60', name: 'VIP', color: 'purple' } as const;
const late = { id: '61', name: 'Em atraso', color: 'red' } as const;
const birthday = { id: '70', name: 'Nascimento', type: 'date', options: [], position: 0 } as const;
const card: Card = {
  id: ticket.customer.id,
  name: 'Luciana Prado',
  phone: '5511987654321',
  image: null,
  isBlocked: false,
  createdAt: START,
  email: 'lu@exemplo.com.br',
  note: 'Prefere à tarde.',
  tags: [vip],
  fields: [birthday],
  values: { '70': '1990-02-28' },
};

/** Whose the rows of a list are. */
const theirs = { customer: Number(card.id) };

/** A change of the registry is drawn with the next frame. */
const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** The card of the ticket's customer, answered by the server. */
async function show(shown = card) {
  const view = await renderScreen(
    <AreasContext value={{ loaded: [conversationArea], failure: undefined, request: () => undefined }}>
      <CustomerCard customerId={ticket.customer.id} />
    </AreasContext>,
  );
  const answer = (rows: readonly Card[]) => act(() => view.answer({ list: 'chat.customer', rows, total: rows.length }));
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.customer')).toBe(true));
  answer([shown]);
  act(() => view.answer({ list: 'choices.tags', rows: [vip, late], total: 2 }));
  const saves = () => view.given('form.save').map(({ form, key, values }) => ({ form, key, values }));
  return { ...view, answerCard: answer, saves };
}

test('shows what is kept of the customer, and of nobody else', async () => {
  const view = await show();
  expect(screen.getByText('lu@exemplo.com.br')).toBeTruthy();
  expect(screen.getByText(/28 fev/)).toBeTruthy();
  expect(screen.getByText('Prefere à tarde.')).toBeTruthy();
  view.answerCard([{ ...card, id: '999', email: 'outra@exemplo.com.br' }]);
  expect(screen.queryByText('outra@exemplo.com.br')).toBeNull();
});

test('consents: the last word of each channel and what was before; declared by who keeps the base', async () => {
  const view = await show();
  act(() => view.append({ type: 'permissions.listed', routes: ['chat', 'customers'] }));
  const said = { id: '1', channel: 'whatsapp', isGranted: true, saidAt: START, origin: 'attendant' } as const;
  const first: CustomerConsent = { ...said, evidence: 'Ficha 12', declaredBy: 'Ana Ribeiro' };
  const last: CustomerConsent = {
    ...said,
    id: '2',
    isGranted: false,
    origin: 'provider',
    evidence: null,
    declaredBy: null,
  };
  act(() => view.answer({ list: 'chat.consents', rows: [last, first], total: 2, facts: theirs }));
  const section = within(screen.getByRole('region', { name: 'Consentimento para ofertas' }));
  expect([section.getByText('Saiu'), section.getByText('Sem registro'), section.getByText(/Ficha 12/u)]).toHaveLength(
    3,
  );
  const tester = userEvent.setup();
  await tester.click(section.getByRole('button', { name: 'Registrar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Registrar consentimento' }));
  await tester.type(dialog.getByRole('textbox', { name: 'Comprovação' }), 'Ligação');
  await tester.click(dialog.getByRole('button', { name: 'Registrar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'consent',
    key: card.id,
    values: { channel: 'whatsapp', kind: 'granted', evidence: 'Ligação' },
  });
  act(() => view.save('consent', card.id, card.id, ['chat.consents']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('consents: who only chats declares none', async () => {
  const view = await show();
  act(() => view.answer({ list: 'chat.consents', rows: [], total: 0, facts: theirs }));
  const section = within(screen.getByRole('region', { name: 'Consentimento para ofertas' }));
  expect([section.getAllByText('Sem registro').length, section.queryByRole('button')]).toEqual([2, null]);
});

test('a tag is added by typing and Enter, a new one made, one taken off', async () => {
  const view = await show();
  const tester = userEvent.setup();
  const field = screen.getByRole('combobox', { name: 'Adicionar etiqueta' });
  await tester.type(field, 'em atr');
  await tester.keyboard('{ArrowDown}{Enter}');
  expect(view.saves()).toEqual([{ form: 'chat.tag', key: card.id, values: { tag_id: '61', tagged: true } }]);
  act(() => view.save('chat.tag', card.id, card.id, ['chat.customer']));
  view.answerCard([{ ...card, tags: [late, vip] }]);
  await tester.click(screen.getByRole('button', { name: 'Remover etiqueta Em atraso' }));
  expect(view.saves().at(-1)?.values).toEqual({ tag_id: '61', tagged: false });
  act(() => view.refuse('chat.tag', card.id, 'error.server'));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});

test('the number of a customer who never wrote -> corrected; another’s -> said in its field', async () => {
  const view = await show();
  const tester = userEvent.setup();
  const values = { name: 'Luciana Prado', phone_number: card.phone, email: '', note: '' };
  await tester.click(screen.getByRole('button', { name: 'Editar' }));
  act(() => view.load('chat.customer', card.id, values, '3'));
  const phone = screen.getByLabelText<HTMLInputElement>(/Telefone/u);
  act(() => phone.focus());
  await tester.clear(phone);
  await tester.keyboard('11 98765-4322');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.saves().at(-1)?.values).toMatchObject({ phone_number: '+55 11 98765-4322' });
  act(() =>
    view.refuse('chat.customer', card.id, 'error.form.invalid', { phone_number: 'error.customer.numberTaken' }),
  );
  expect(screen.getByText(/Outro cliente já tem este número/u)).toBeTruthy();
});

test('a time zone of their own -> chosen among all, shown; back to the area code’s', async () => {
  // Hundreds take a while here.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['America/Manaus', 'Asia/Tokyo']);
  const view = await show();
  const tester = userEvent.setup();
  const edit = async (timezone: string | null, shown: RegExp, chosen: RegExp) => {
    await tester.click(screen.getByRole('button', { name: 'Editar' }));
    const values = { name: 'Luciana Prado', email: '', note: '', timezone };
    act(() => view.load('chat.customer', card.id, values, '3'));
    await tester.click(screen.getByRole('button', { name: shown }));
    await tester.click(await screen.findByRole('option', { name: chosen }));
    await tester.click(screen.getByRole('button', { name: 'Salvar' }));
    return view.saves().at(-1)?.values;
  };
  expect(await edit(null, /Pelo DDD/u, /^Manaus/u)).toMatchObject({ timezone: 'America/Manaus' });
  act(() => view.save('chat.customer', card.id, card.id, ['chat.customer']));
  view.answerCard([{ ...card, timezone: 'America/Manaus' }]);
  expect(screen.getByText('Manaus (GMT−4)')).toBeTruthy();
  expect(await edit('America/Manaus', /Manaus \(GMT−4\)/u, /Pelo DDD/u)).toMatchObject({ timezone: null });
});

test('they write while their number is being corrected -> what was typed stays, and the refusal is at its field', async () => {
  const view = await show();
  const tester = userEvent.setup();
  const values = { name: 'Luciana Prado', phone_number: card.phone, email: '', note: '' };
  await tester.click(screen.getByRole('button', { name: 'Editar' }));
  act(() => view.load('chat.customer', card.id, values, '3'));
  const phone = screen.getByLabelText<HTMLInputElement>(/Telefone/u);
  await tester.clear(phone);
  await tester.type(phone, '11 98765-4322');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() => view.refuse('chat.customer', card.id, 'error.form.conflict'));
  await tester.click(screen.getByRole('button', { name: 'Ver o que mudou' }));
  act(() => view.load('chat.customer', card.id, { ...values, phone_number: null }, '4'));
  expect(screen.getByLabelText<HTMLInputElement>(/Telefone/u).value).toContain('98765-4322');
});

test('edited in place: what was typed stays when it is refused, and what somebody else saved is not overwritten', async () => {
  const view = await show();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Editar' }));
  const values = { name: 'Luciana Prado', email: 'lu@exemplo.com.br', note: '', value_70: '1990-02-28' };
  act(() => view.load('chat.customer', card.id, values, '3'));
  const note = screen.getByLabelText('Nota');
  expect(screen.queryByLabelText(/Telefone/u)).toBeNull();
  await tester.type(note, 'Liga só de manhã');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'chat.customer', version: '3' });
  act(() => view.refuse('chat.customer', card.id, 'error.form.invalid', { value_70: 'error.department.day' }));
  const day = await dateField('Nascimento');
  expect(day.querySelector('[aria-invalid=true]')).not.toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Nota').value).toBe('Liga só de manhã');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() => view.refuse('chat.customer', card.id, 'error.form.conflict'));
  await tester.click(
    within(screen.getByRole('region', { name: 'Dados' })).getByRole('button', { name: 'Ver o que mudou' }),
  );
  act(() => view.load('chat.customer', card.id, { ...values, email: 'nova@exemplo.com.br' }, '4'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Nota').value).toBe('Liga só de manhã');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  const saved = view.given('form.save').at(-1);
  expect(saved).toMatchObject({ version: '4', values: { email: 'nova@exemplo.com.br', note: 'Liga só de manhã' } });
  act(() => view.save('chat.customer', card.id, card.id, ['chat.customer']));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar' })));
});

test('the card isn’t there -> said; without a network nothing is offered that can’t succeed', async () => {
  const view = await renderScreen(<CustomerCard customerId={ticket.customer.id} />);
  const fetches = () => view.given('list.fetch').filter(({ list }) => list === 'chat.customer');
  await waitFor(() => expect(fetches()).toHaveLength(1));
  const { request = 0 } = fetches()[0] ?? {};
  act(() => view.append({ type: 'list.failed', list: 'chat.customer', request, failure: networkFailure }));
  const retry = () => screen.queryByRole('button', { name: 'Tentar de novo' });
  expect(retry()).not.toBeNull();
  act(() => view.append({ type: 'network.changed', online: false }));
  expect(retry()).toBeNull();
  expect(screen.getByText('Os dados do cliente aparecem aqui quando a conexão voltar.')).toBeTruthy();
});

test('the company’s tags aren’t there -> said, and tried again', async () => {
  const view = await renderScreen(<CustomerCard customerId={ticket.customer.id} />);
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.customer')).toBe(true));
  act(() => view.answer({ list: 'chat.customer', rows: [card], total: 1 }));
  const fetches = () => view.given('list.fetch').filter(({ list }) => list === 'choices.tags');
  act(() =>
    view.append({
      type: 'list.failed',
      list: 'choices.tags',
      request: fetches()[0]?.request ?? 1,
      failure: aFailure(),
    }),
  );
  expect(screen.getByText(/As etiquetas não carregaram/)).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(fetches()).toHaveLength(2);
  act(() => view.answer({ list: 'choices.tags', rows: [vip, late], total: 2 }));
  expect(screen.queryByText(/As etiquetas não carregaram/)).toBeNull();
});

test('files: the customer’s over all instances; pictures open in the viewer, by keyboard', async () => {
  const view = await show();
  const tester = userEvent.setup();
  const asked = () => view.given('list.fetch').findLast(({ list }) => list === 'chat.files')?.query.filters;
  await waitFor(() => expect(asked()).toEqual({ customer: card.id, group: 'pictures' }));
  const file = (id: string, tag: 'image' | 'sticker' | 'video', day: string) => ({
    id,
    tag,
    name: null,
    received: true,
    at: Date.parse(`${day}T15:00:00Z`),
    state: 'ready' as const,
    mimeType: 'image/jpeg',
    size: 10,
    url: `/api/media/${id}`,
    previewUrl: null,
    instanceName: null,
  });
  const rows = [
    file('903', 'image', '2026-03-12'),
    { ...file('902', 'sticker', '2026-03-11'), instanceName: 'Suporte' },
    file('901', 'video', '2026-03-10'),
  ];
  act(() => view.answer({ list: 'chat.files', rows, total: 4, facts: theirs }));
  const sticker = screen.getByRole('button', { name: 'Figurinha de 11 mar. 2026 · Suporte' });
  expect(sticker.textContent).toBe('Suporte');
  sticker.focus();
  await tester.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Figurinha de 11 mar. 2026 · Suporte' })).toBeTruthy();
  await tester.keyboard('{ArrowRight}');
  expect(screen.getByRole('dialog', { name: 'Vídeo de 10 mar. 2026' })).toBeTruthy();
  await tester.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('dialog', { name: 'Imagem de 12 mar. 2026' })).toBeTruthy();
  await tester.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(sticker));
  // Beyond what is loaded it goes on once more is.
  const limit = () => view.given('list.fetch').findLast(({ list }) => list === 'chat.files')?.query.limit ?? 0;
  const before = limit();
  await tester.click(screen.getByRole('button', { name: 'Ver mais 1 arquivo' }));
  expect(limit()).toBeGreaterThan(before);
  act(() =>
    view.answer({ list: 'chat.files', rows: [...rows, file('900', 'image', '2026-03-09')], total: 4, facts: theirs }),
  );
  await tester.click(screen.getByRole('button', { name: 'Vídeo de 10 mar. 2026' }));
  await screen.findByRole('dialog', { name: 'Vídeo de 10 mar. 2026' });
  await tester.keyboard('{ArrowRight}');
  expect(screen.getByRole('dialog', { name: 'Imagem de 09 mar. 2026' })).toBeTruthy();
  expect(screen.getByText(/4 de 4/u)).toBeTruthy();
});

test('files that aren’t there: pictures say why in the viewer, documents in their place, both with a retry', async () => {
  const view = await show();
  const tester = userEvent.setup();
  const absent = (id: string, tag: 'image' | 'pdf', name: string | null, state: 'failed' | 'fetching') => ({
    id,
    tag,
    name,
    received: true,
    at: Date.parse('2026-03-12T15:00:00Z'),
    state,
    mimeType: null,
    size: null,
    url: null,
    previewUrl: null,
    instanceName: null,
  });
  act(() =>
    view.answer({ list: 'chat.files', rows: [absent('903', 'image', null, 'failed')], total: 1, facts: theirs }),
  );
  const asked = () => view.given('media.fetch').at(-1);
  const tell = (state: 'failed' | 'fetching') =>
    act(async () => {
      const { messageId = '', request = 0 } = asked() ?? {};
      view.append({ type: 'media.loaded', messageId, request, media: noMedia(state) });
      await nextFrame();
    });
  await tester.click(screen.getByRole('button', { name: 'Imagem de 12 mar. 2026, Arquivo indisponível' }));
  const dialog = await screen.findByRole('dialog');
  await tell('failed');
  expect(within(dialog).getByText('Não deu para carregar o arquivo.')).toBeTruthy();
  await tester.click(within(dialog).getByRole('button', { name: 'Tentar de novo' }));
  expect(asked()).toMatchObject({ messageId: '903', retry: true });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await tester.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await tester.click(screen.getByRole('radio', { name: 'Documentos' }));
  const there = { state: 'ready' as const, url: '/m/901', previewUrl: '/m/901/preview' };
  const documents = [
    absent('902', 'pdf', 'Boleto.pdf', 'failed'),
    { ...absent('901', 'pdf', 'Nota.pdf', 'failed'), ...there },
  ];
  act(() => view.answer({ list: 'chat.files', rows: documents, total: 2, facts: theirs }));
  const page = within(screen.getByRole('link', { name: /^Nota.pdf/u })).getByRole('presentation');
  expect(page.getAttribute('src')).toBe(there.previewUrl);
  await waitFor(() => expect(asked()).toMatchObject({ messageId: '902' }));
  await tell('failed');
  await tester.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(asked()).toMatchObject({ messageId: '902', retry: true });
  expect(document.activeElement).toBe(screen.getByText('Boleto.pdf').closest('li'));
});

test('e-mail, the company’s fields and the note are copied with a press; what was not says so', async () => {
  await show();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Copiar E-mail' }));
  expect(await navigator.clipboard.readText()).toBe('lu@exemplo.com.br');
  expect(await screen.findByText('Copiado: E-mail')).toBeTruthy();
  const field = screen.getByRole('button', { name: 'Copiar Nascimento' });
  await tester.click(field);
  expect(await navigator.clipboard.readText()).toMatch(/^28 fev/);
  await tester.click(screen.getByRole('button', { name: 'Copiar Nota' }));
  expect(await navigator.clipboard.readText()).toBe('Prefere à tarde.');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await tester.click(field);
  const refused = await screen.findByText('Não deu para copiar: Nascimento');
  expect(refused.getAttribute('role')).toBe('status');
});
