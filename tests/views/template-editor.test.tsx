import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ManagedTemplate } from '../../src/machines/entities/templates.ts';
import { TemplatesScreen } from '../../src/views/administration/templates/TemplatesScreen.tsx';
import { renderScreen } from './administration-support.tsx';

const form: NonNullable<ManagedTemplate['form']> = {
  instance_id: '5',
  name: 'pedido_pronto',
  language: 'pt_BR',
  category: 'UTILITY',
  named: false,
  header: 'text',
  header_text: 'Pedido {{1}}',
  header_file_id: null,
  body: 'Olá, {{1}}! Está *pronto*.',
  footer: 'Aurora Móveis',
  buttons: [{ type: 'QUICK_REPLY', text: 'Combinado', value: '', example: '' }],
  card_header: 'image',
  cards: [],
  examples: [
    { key: 'header.1', value: '48213' },
    { key: 'body.1', value: 'Marina' },
  ],
};
const draft: ManagedTemplate = {
  id: '9',
  name: 'pedido_pronto',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'draft',
  reason: null,
  reason_text: null,
  quality: null,
  paused_until: null,
  account: 'Vendas',
  body: form.body,
  has_draft: false,
  is_sendable: false,
  version: '3',
  updated_at: '2026-03-11T12:00:00.000Z',
  form,
  files: [],
};

async function edit(template: ManagedTemplate) {
  const view = await renderScreen(<TemplatesScreen />, { at: `/message-templates?id=${template.id}` });
  const row = (changed: Partial<ManagedTemplate> = {}) =>
    act(() => view.answer({ list: 'messageTemplate', rows: [{ ...template, ...changed }], total: 1 }));
  row();
  act(() => view.load('template', template.id, { ...template.form }, template.version));
  act(() => view.answer({ list: 'choices.templateAccounts', rows: [{ id: '5', label: 'Vendas' }], total: 1 }));
  return { view, row };
}
type View = Awaited<ReturnType<typeof edit>>['view'];
const saveOf = (view: View, name: string) => view.given('form.save').findLast(({ form: each }) => each === name);
const phone = () => within(screen.getByRole('figure', { name: 'Como o cliente vai ver' }));

it('the list: each template with its state, quality and numbers; one is deleted after a question', async () => {
  const view = await renderScreen(<TemplatesScreen />, { at: '/message-templates' });
  const rows: ManagedTemplate[] = [
    draft,
    { ...draft, id: '10', name: 'ofertas', status: 'paused', quality: 'RED', category: 'MARKETING', has_draft: true },
  ];
  act(() => view.answer({ list: 'messageTemplates', rows, total: 2 }));
  const cells = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(cells[1]).toContain('pedido_pronto');
  expect(cells[1]).toContain('Rascunho');
  expect(cells[2]).toMatch(/ofertas.*Pausado.*Mudança não enviada.*Marketing.*Baixa.*Vendas/u);
  const tester = userEvent.setup();
  await tester.click(screen.getAllByRole('button', { name: /ofertas/u }).at(-1) ?? document.body);
  await tester.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  expect(screen.getByRole('dialog', { name: 'Excluir o modelo ofertas?' })).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Excluir' }));
  expect(saveOf(view, 'template.delete')?.key).toBe('10');
});

it('as one writes, the phone shows the message with its examples; saved, then submitted', async () => {
  const { view, row } = await edit(draft);
  expect(phone().getByText('Marina')).toBeTruthy();
  expect(phone().getByText('pronto').tagName).toBe('STRONG');
  const tester = userEvent.setup();
  await tester.type(screen.getByLabelText('Rodapé'), ' Ltda');
  expect(phone().getByText('Aurora Móveis Ltda')).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Inserir {{2}} em Texto' }));
  await tester.type(screen.getByLabelText('Exemplo de {{2}}'), 'hoje');
  expect(phone().getByText('hoje')).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Enviar para análise' }));
  const save = saveOf(view, 'template');
  expect(save?.values).toMatchObject({
    footer: 'Aurora Móveis Ltda',
    body: `${form.body} {{2}}`,
    examples: [...form.examples, { key: 'body.2', value: 'hoje' }],
  });
  expect(saveOf(view, 'template.submit')).toBeUndefined();
  const request = save?.request ?? 0;
  act(() => view.append({ type: 'form.saved', form: 'template', key: '9', request, id: '9', version: '4', lists: [] }));
  await waitFor(() => expect(saveOf(view, 'template.submit')).toMatchObject({ key: '9', values: { version: '4' } }));
  act(() => view.save('template.submit', '9', '9', ['messageTemplate']));
  row({ status: 'pending', version: '5' });
  expect(screen.getByText(/O WhatsApp está analisando o modelo/u)).toBeTruthy();
  expect(screen.queryByLabelText('Rodapé')).toBeNull();
});

it('refused by field -> said where it is until one types there, and nothing is lost', async () => {
  const { view } = await edit(draft);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Enviar para análise' }));
  const fields = {
    body: 'error.template.edge',
    'buttons.0.text': 'error.field.tooLong',
    'examples.header.1': 'error.template.example',
  };
  act(() => view.refuse('template.submit', '9', 'error.form.invalid', fields, { 'buttons.0.text.max': 25 }));
  const edge = 'O texto não pode começar nem terminar com uma variável. Ponha uma palavra antes ou depois.';
  expect(screen.getByText(edge)).toBeTruthy();
  expect(screen.getByLabelText('Texto do botão').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('Dê um exemplo: o WhatsApp analisa o modelo com ele.')).toHaveLength(1);
  const body = screen.getByLabelText<HTMLTextAreaElement>('Texto');
  expect(body.value).toBe(form.body);
  await tester.type(body, ' Até já');
  expect(screen.queryByText(edge)).toBeNull();
  expect(screen.getByLabelText('Texto do botão').getAttribute('aria-invalid')).toBe('true');
});

it('somebody else saved meanwhile -> once loaded, it is only submitted at another press', async () => {
  const { view } = await edit(draft);
  const tester = userEvent.setup();
  await tester.type(screen.getByLabelText('Rodapé'), ' Ltda');
  await tester.click(screen.getByRole('button', { name: 'Enviar para análise' }));
  act(() => view.refuse('template', '9', 'error.form.conflict', {}, {}));
  await tester.click(screen.getByRole('button', { name: 'Ver o que mudou' }));
  // The other has written the same.
  act(() => view.load('template', '9', { ...form, footer: 'Aurora Móveis Ltda', body: 'Texto do colega' }, '4'));
  expect(saveOf(view, 'template.submit')).toBeUndefined();
  await tester.type(screen.getByLabelText('Rodapé'), 'a');
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  const request = saveOf(view, 'template')?.request ?? 0;
  act(() => view.append({ type: 'form.saved', form: 'template', key: '9', request, id: '9', version: '5', lists: [] }));
  expect(saveOf(view, 'template.submit')).toBeUndefined();
  await tester.click(screen.getByRole('button', { name: 'Enviar para análise' }));
  expect(saveOf(view, 'template.submit')).toMatchObject({ key: '9', values: { version: '5' } });
});

it('in review, or deleted, while one types -> what is typed stays until it is undone', async () => {
  const { view, row } = await edit({ ...draft, status: 'approved' });
  const tester = userEvent.setup();
  const footer = () => screen.queryByLabelText<HTMLInputElement>('Rodapé');
  await tester.type(screen.getByLabelText('Rodapé'), ' L');
  const again = () => act(() => view.append({ type: 'list.outdated', list: 'messageTemplate' }));
  again();
  row({ status: 'pending', version: '5' });
  expect(screen.getByText(/O WhatsApp está analisando o modelo/u)).toBeTruthy();
  expect(footer()?.value).toBe('Aurora Móveis L');
  again();
  const list = 'messageTemplate';
  const request = view.given('list.fetch').findLast((asked) => asked.list === list)?.request ?? 0;
  const failure = { code: 'NOT_FOUND', key: 'error.notFound', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'list.failed', list, request, failure }));
  expect(footer()?.value).toBe('Aurora Móveis L');
  expect(screen.getByText('Modelo não encontrado')).toBeTruthy();
  await tester.type(screen.getByLabelText('Rodapé'), '{Backspace}{Backspace}');
  expect(footer()).toBeNull();
});

it('a button that is moved or removed by the keyboard leaves the focus where one goes on', async () => {
  const [reply] = form.buttons;
  const buttons = ['Um', 'Dois', 'Três'].flatMap((said) => (reply === undefined ? [] : [{ ...reply, text: said }]));
  await edit({ ...draft, form: { ...form, buttons } });
  const tester = userEvent.setup();
  const focus = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  screen.getByRole('button', { name: 'Descer o botão 1' }).focus();
  await tester.keyboard('{Enter}');
  expect(focus()).toBe('Descer o botão 2');
  await tester.keyboard('{Enter}');
  expect(focus()).toBe('Subir o botão 3');
  screen.getByRole('button', { name: 'Remover o botão 2' }).focus();
  await tester.keyboard('{Enter}');
  expect(focus()).toBe('Remover o botão 2');
  await tester.keyboard('{Enter}');
  expect(focus()).toBe('Adicionar botão');
});

it('rejected -> the provider’s reason and words, and what can’t change any more', async () => {
  const said = 'Falta contexto.';
  await edit({ ...draft, status: 'rejected', reason: 'INVALID_FORMAT', reason_text: said });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('O texto ou as variáveis não seguem o formato. Falta contexto.');
  expect(screen.getByLabelText<HTMLInputElement>('Nome').readOnly).toBe(true);
});

it('a carousel: cards with texts of their own and the same buttons', async () => {
  const { view } = await edit({ ...draft, form: { ...form, header: 'none' } });
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('radio', { name: 'Carrossel' }));
  await tester.type(screen.getAllByLabelText('Texto do cartão')[0] ?? document.body, 'Sofá');
  expect(phone().getByText('Sofá')).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Adicionar cartão' }));
  screen.getByRole('button', { name: 'Remover o cartão 3' }).focus();
  await tester.keyboard('{Enter}');
  expect(screen.getByRole('group', { name: 'Cartão 2' }).contains(document.activeElement)).toBe(true);
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  const empty = { file_id: null, body: '', buttons: [] };
  expect(saveOf(view, 'template')?.values['cards']).toEqual([{ ...empty, body: 'Sofá' }, empty]);
});

it('a card is removed while another’s example is uploaded -> the file lands on the card that it was chosen for', async () => {
  const cards = ['Sofá', 'Mesa', 'Cama'].map((body) => ({ file_id: null, body, buttons: [] }));
  const { view } = await edit({ ...draft, form: { ...form, header: 'none', cards } });
  const tester = userEvent.setup();
  const input = screen.getByRole('group', { name: 'Cartão 2' }).querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no file can be chosen');
  await tester.upload(input, new File(['x'], 'mesa.png', { type: 'image/png' }));
  await tester.click(screen.getByRole('button', { name: 'Remover o cartão 1' }));
  act(() => view.save('template.file', 'client-1', '77', []));
  expect(within(screen.getByRole('group', { name: 'Cartão 1' })).getByText('mesa.png')).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  expect(saveOf(view, 'template')?.values['cards']).toEqual([{ ...cards[1], file_id: '77' }, cards[2]]);
});
