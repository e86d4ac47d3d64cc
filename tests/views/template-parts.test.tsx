import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ManagedTemplate } from '../../src/machines/entities/templates.ts';
import {
  TemplateNotice,
  TemplateQuality,
  TemplateState,
} from '../../src/views/administration/templates/TemplateState.tsx';
import { TemplatesScreen } from '../../src/views/administration/templates/TemplatesScreen.tsx';
import { renderScreen } from './administration-support.tsx';

/* What a template’s state says, and the limits and fields of its buttons and cards. */

const tester = userEvent.setup();
type Form = NonNullable<ManagedTemplate['form']>;
const form: Form = {
  instance_id: '5',
  name: 'pedido',
  language: 'pt_BR',
  category: 'UTILITY',
  named: false,
  header: 'none',
  header_text: '',
  header_file_id: null,
  body: 'Olá',
  footer: '',
  buttons: [],
  card_header: 'image',
  cards: [],
  examples: [],
};
const draft: ManagedTemplate = {
  id: '9',
  name: 'pedido',
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

it.each<[Partial<ManagedTemplate>, string | null]>([
  [{ status: 'draft' }, null],
  [{ status: 'draft', reason: 'X', reason_text: 'Inválido' }, 'O WhatsApp não aceitou o modeloInválido'],
  [
    { status: 'rejected', reason: 'SCAM', reason_text: 'Veja' },
    'O WhatsApp recusou este modeloO texto parece golpe. Veja Corrija o texto e envie de novo.',
  ],
  [{ status: 'rejected' }, 'O WhatsApp recusou este modeloCorrija o texto e envie de novo.'],
  [{ status: 'paused' }, 'até o WhatsApp liberá-lo'],
  [{ status: 'paused', paused_until: '2026-03-12T12:00:00.000Z' }, 'A pausa vai até'],
  [{ status: 'approved', is_sendable: true }, null],
  [{ status: 'approved' }, 'Aprovado, mas ainda não pode ser enviado daqui'],
  [{ status: 'pending' }, 'O WhatsApp está analisando o modelo'],
  [{ status: 'disabled' }, 'O WhatsApp desativou este modelo'],
])('%o -> “%s”', async (changes, words) => {
  await renderScreen(<TemplateNotice of={{ ...draft, ...changes }} />);
  const told = screen.queryByRole('alert') ?? screen.queryByRole('status');
  if (words === null) expect(told).toBeNull();
  else expect(told?.textContent).toContain(words);
});

it('its state, and whether what was changed since isn’t sent; its quality in words, an unknown one as none', async () => {
  const view = await renderScreen(<TemplateState of={{ status: 'approved', has_draft: true }} />);
  expect(view.container.textContent).toContain('AprovadoMudança não enviada');
  view.unmount();
  await renderScreen(
    <>
      <p>
        <TemplateQuality of={{ quality: 'RED' }} />
      </p>
      <p>
        <TemplateQuality of={{ quality: 'UNKNOWN' }} />
      </p>
    </>,
  );
  expect(screen.getByText('Baixa')).toBeTruthy();
  expect(screen.queryByText(/UNKNOWN/u)).toBeNull();
});

async function edit(changes: Partial<Form>) {
  const whole = { ...form, ...changes };
  const view = await renderScreen(<TemplatesScreen />, { at: '/message-templates?id=9' });
  act(() => view.answer({ list: 'messageTemplate', rows: [{ ...draft, form: whole }], total: 1 }));
  act(() => view.load('template', '9', { ...whole }, '3'));
  act(() => view.answer({ list: 'choices.templateAccounts', rows: [{ id: '5', label: 'Vendas' }], total: 1 }));
  const saved = async () => {
    await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
    return view.given('form.save').findLast((each) => each.form === 'template')?.values;
  };
  return { view, saved };
}
const button = (type: Form['buttons'][number]['type'], value = '') => ({ type, text: 'Vai', value, example: '' });
const fieldsOf = (number: number) =>
  within(screen.getByRole('group', { name: `Botão ${number}` }))
    .getAllByRole<HTMLInputElement>('textbox')
    .map((field) => field.labels?.[0]?.textContent);

it('each kind of button has its own fields; an address that varies asks for an example', async () => {
  await edit({
    buttons: [
      button('QUICK_REPLY'),
      button('URL', 'https://loja.example'),
      button('URL', 'https://loja.example/{{1}}'),
      button('PHONE_NUMBER'),
      button('COPY_CODE'),
    ],
  });
  expect([1, 2, 3, 4, 5].map(fieldsOf)).toEqual([
    ['Texto do botão'],
    ['Texto do botão', 'Endereço'],
    ['Texto do botão', 'Endereço', 'Exemplo do endereço inteiro'],
    ['Texto do botão', 'Número'],
    ['Exemplo do código'],
  ]);
  const off = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  expect([off('Subir o botão 1'), off('Descer o botão 1'), off('Subir o botão 5'), off('Descer o botão 5')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  await tester.click(screen.getByRole('button', { name: 'Adicionar botão' }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent, ariaDisabled }) => [
    textContent,
    ariaDisabled === 'true',
  ]);
  expect(entries).toEqual([
    ['Resposta rápida', false],
    ['Abrir site', true],
    ['Ligar', true],
    ['Copiar código', true],
  ]);
});

it('a card is taken away -> the examples of the others move up with them; two stay', async () => {
  const cards = ['A {{1}}', 'B {{1}}', 'C {{1}}'].map((body) => ({ file_id: null, body, buttons: [button('URL')] }));
  const examples = [0, 1, 2].map((at) => ({ key: `card.${at}.1`, value: `v${at}` }));
  const { saved } = await edit({ cards, examples: [...examples, { key: 'body.1', value: 'b' }] });
  await tester.click(screen.getByRole('button', { name: 'Remover o cartão 2' }));
  expect(screen.queryByRole('button', { name: /^Remover o cartão/u })).toBeNull();
  const values = await saved();
  expect(values?.['cards']).toMatchObject([{ body: 'A {{1}}' }, { body: 'C {{1}}' }]);
  expect(values?.['examples']).toEqual([
    { key: 'card.0.1', value: 'v0' },
    { key: 'card.1.1', value: 'v2' },
    { key: 'body.1', value: 'b' },
  ]);
});

it('another card has the same kinds of buttons; another kind of header -> its files are gone; ten cards -> no more', async () => {
  const card = { file_id: '40', body: 'A', buttons: [button('URL', 'https://x.example')] };
  const { saved, view } = await edit({ cards: [card, card] });
  await tester.click(screen.getByRole('button', { name: 'Adicionar cartão' }));
  await tester.click(screen.getByRole('button', { name: /No topo dos cartões$/u }));
  await tester.click(await screen.findByRole('option', { name: /[Vv]ídeo/u }));
  const values = await saved();
  expect(values?.['card_header']).toBe('video');
  expect(values?.['cards']).toMatchObject([
    { file_id: null, body: 'A' },
    { file_id: null, body: 'A' },
    { file_id: null, body: '', buttons: [{ type: 'URL', text: '', value: '' }] },
  ]);
  view.unmount();
  await edit({ cards: Array.from({ length: 10 }, () => card) });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Adicionar cartão' }).disabled).toBe(true);
});
