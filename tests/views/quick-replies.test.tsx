import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { writeSlash } from '../../src/views/attendance/chat/composer-field.ts';
import { QuickReplies } from '../../src/views/attendance/chat/quick/QuickReplies.tsx';
import { aFailure } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const replies = [
  { id: '1', shortcut: 'pix', text: 'A chave Pix é o CNPJ. Protocolo {{protocolo}}.', isOwn: false },
  { id: '2', shortcut: 'prazo', text: '{{saudação}}, {{cliente}}! Aqui é {{atendente}}.', isOwn: true },
  { id: '3', shortcut: 'fim', text: 'Obrigado pelo prazo.', isOwn: false },
  { id: '4', shortcut: 'visita', text: 'Oi, {{cliente}}, passamos dia {{ data }} ({{protocolo}}).', isOwn: false },
];
const sent = vi.fn<() => void>();

/** A message field as the composer's, with the replies above it. */
function Field({ customerName = 'Luciana' }: { readonly customerName?: string | undefined }) {
  const [draft, setDraft] = useState('');
  return (
    <>
      {/(^|\s)\//.test(draft) && (
        <QuickReplies draft={draft} customerName={customerName} attendantName="Ana" protocol="2026" />
      )}
      <textarea
        data-composer=""
        aria-label="Mensagem"
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') sent();
        }}
      />
    </>
  );
}

async function show(typed: string, customerName?: string, now?: number) {
  sent.mockClear();
  const view = await renderScreen(<Field customerName={customerName} />, { ...(now && { clock: () => now }) });
  const tester = userEvent.setup();
  const field = screen.getByLabelText<HTMLTextAreaElement>('Mensagem');
  await tester.type(field, typed);
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.quickReplies')).toBe(true));
  act(() => view.answer({ list: 'chat.quickReplies', rows: replies, total: replies.length }));
  return { ...view, tester, field };
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent.split(/[A-Z{]/u, 1)[0]);

test('nothing is asked before the first slash; what is typed filters, shortcuts first', async () => {
  const view = await renderScreen(<Field />);
  expect(view.given('list.fetch')).toEqual([]);
  view.unmount();
  const { tester, field } = await show('/');
  expect(options()).toEqual(['/pix', '/prazo', '/fim', '/visita']);
  const after = async (keys: string) => {
    await tester.keyboard(keys);
    return screen.getByRole('option', { selected: true }).textContent.split(/[A-Z{]/u, 1)[0];
  };
  expect([await after('{ArrowUp}'), await after('{ArrowUp}'), await after('{ArrowDown}{ArrowDown}')]).toEqual([
    '/visita',
    '/fim',
    '/pix',
  ]);
  await tester.type(field, 'pra');
  expect(options()).toEqual(['/prazo', '/fim']);
});

test('arrows choose, Enter inserts with the variables filled in, and sends nothing', async () => {
  const { tester, field } = await show('/p');
  const chosen = () => field.getAttribute('aria-activedescendant');
  expect(document.getElementById(chosen() ?? '')?.getAttribute('aria-selected')).toBe('true');
  // Listed as it will be sent.
  expect(
    screen.getByRole('option', { name: /(?:Bom dia|Boa tarde|Boa noite), Luciana! Aqui é Ana\.$/u }),
  ).toBeDefined();
  await tester.keyboard('{ArrowDown}{Enter}');
  expect(field.value).toMatch(/^(?:Bom dia|Boa tarde|Boa noite), Luciana! Aqui é Ana\.$/u);
  expect(sent).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('listbox')).toBeNull();
  await tester.keyboard('{Enter}');
  expect(sent).toHaveBeenCalledTimes(1);
});

test('Escape closes the list and keeps what is typed; Enter then sends', async () => {
  const { tester, field } = await show('/pix');
  await tester.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field.value).toBe('/pix');
  expect(field.hasAttribute('aria-activedescendant')).toBe(false);
  await tester.keyboard('{Enter}');
  expect(sent).toHaveBeenCalledTimes(1);
});

test('one chosen elsewhere in the list is inserted by the pointer; a sentence after a slash is no shortcut', async () => {
  const { tester, field } = await show('/');
  await tester.click(screen.getByRole('option', { name: /A chave Pix/u }));
  expect(field.value).toBe('A chave Pix é o CNPJ. Protocolo 2026.');
  await tester.clear(field);
  await tester.type(field, '/ou não');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('in the middle of a text: the word at the caret is replaced, and what is around it stays', async () => {
  const { tester, field } = await show('Bom dia! /pi');
  expect(options()).toEqual(['/pix']);
  await tester.keyboard('{Enter}');
  expect(field.value).toBe('Bom dia! A chave Pix é o CNPJ. Protocolo 2026.');
  expect(sent).not.toHaveBeenCalled();
  expect(field.selectionStart).toBe(field.value.length);
  await tester.type(field, '/fim ', { initialSelectionStart: 9, initialSelectionEnd: 9 });
  act(() => {
    field.setSelectionRange(12, 12);
    document.dispatchEvent(new Event('selectionchange'));
  });
  expect(options()).toEqual(['/fim']);
  await tester.keyboard('{Tab}');
  expect(field.value).toBe('Bom dia! Obrigado pelo prazo. A chave Pix é o CNPJ. Protocolo 2026.');
});

test('in the middle of a text, a word that is only in a reply’s text offers nothing: Enter sends', async () => {
  const { tester, field } = await show('Fica R$ 50 /cnpj');
  expect(options()).toEqual([]);
  await tester.keyboard('{Enter}');
  expect(field.value).toMatch(/^Fica R\$ 50 \/cnpj/u);
  expect(sent).toHaveBeenCalledTimes(1);
});

test('an address or a date offers nothing; the button writes the slash after a blank', async () => {
  const view = await renderScreen(<Field />);
  const tester = userEvent.setup();
  const field = screen.getByLabelText<HTMLTextAreaElement>('Mensagem');
  await tester.type(field, 'Veja https://aurora.example/pix e 26/11');
  expect(view.given('list.fetch')).toEqual([]);
  act(() => writeSlash());
  expect(field.value).toBe('Veja https://aurora.example/pix e 26/11 /');
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.quickReplies')).toBe(true));
  act(() => view.answer({ list: 'chat.quickReplies', rows: replies, total: replies.length }));
  expect(options()).toEqual(['/pix', '/prazo', '/fim', '/visita']);
  await tester.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('what is missing is named before it is inserted, and selected afterwards; a number is no name', async () => {
  const { tester, field } = await show('/visita', '+5511912345678');
  expect(screen.getByRole('status').textContent).toContain('Falta preencher: cliente, data');
  await tester.keyboard('{Enter}');
  expect(field.value).toBe('Oi, {{cliente}}, passamos dia {{data}} (2026).');
  // At once: what is typed in the same frame fills it in.
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('{{cliente}}');
});

test.each([
  ['02:59:59Z', 'Boa noite'],
  ['03:00:00Z', 'Bom dia'],
  ['14:59:59Z', 'Bom dia'],
  ['15:00:00Z', 'Boa tarde'],
  ['20:59:59Z', 'Boa tarde'],
  ['21:00:00Z', 'Boa noite'],
])('the greeting at %s, three hours behind in São Paulo, is “%s”', async (time, greeting) => {
  const { tester, field } = await show('/prazo', 'Luciana', Date.parse(`2026-03-02T${time}`));
  await tester.keyboard('{Enter}');
  expect(field.value).toBe(`${greeting}, Luciana! Aqui é Ana.`);
});

test('with another key held, Enter and the arrows aren’t the list’s', async () => {
  const { tester, field } = await show('/p');
  const first = field.getAttribute('aria-activedescendant');
  for (const held of ['Control', 'Alt', 'Meta', 'Shift']) await tester.keyboard(`{${held}>}{ArrowDown}{/${held}}`);
  expect(field.getAttribute('aria-activedescendant')).toBe(first);
  // It sends, and goes on to who waits.
  await tester.keyboard('{Control>}{Enter}{/Control}');
  expect(sent).toHaveBeenCalledTimes(1);
  expect(field.value).toBe('/p');
});

test('closed, it stays so for its word; another slash opens it again', async () => {
  const { tester, field } = await show('/p');
  await tester.keyboard('{Escape}ix');
  expect(screen.queryByRole('listbox')).toBeNull();
  await tester.keyboard(' e /p');
  expect(options()).toEqual(['/pix', '/prazo']);
  await tester.clear(field);
  await tester.type(field, 'Oi');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect([field.hasAttribute('aria-controls'), field.hasAttribute('aria-activedescendant')]).toEqual([false, false]);
  await tester.keyboard('{Enter}');
  expect([field.value.trim(), sent.mock.calls.length]).toEqual(['Oi', 1]);
});

test('what the pointer is over is chosen, and previewed with what it lacks', async () => {
  const { tester } = await show('/');
  expect(screen.getByRole('status').textContent).toContain('4 respostas');
  expect(screen.getByRole('status').textContent).not.toContain('Falta preencher');
  await tester.hover(screen.getByRole('option', { name: /passamos dia/u }));
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('/visita');
  expect(screen.getByRole('status').textContent).toContain('Falta preencher: data');
  expect(screen.getAllByText('Minha')).toHaveLength(1);
});

test('none yet -> where to make them; not loaded -> said, and tried again', async () => {
  const view = await renderScreen(<Field />);
  const tester = userEvent.setup();
  const asked = () => view.given('list.fetch').filter(({ list }) => list === 'chat.quickReplies');
  await tester.type(screen.getByLabelText('Mensagem'), '/');
  await waitFor(() => expect(asked()).toHaveLength(1));
  const { request = 0 } = asked()[0] ?? {};
  act(() => view.append({ type: 'list.failed', list: 'chat.quickReplies', request, failure: aFailure() }));
  expect(screen.getByRole('alert').textContent).toContain('Não deu para carregar');
  await tester.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(asked()).toHaveLength(2);
  act(() => view.answer({ list: 'chat.quickReplies', rows: [], total: 0 }));
  expect(screen.getByRole('link', { name: 'Nova resposta rápida' }).getAttribute('href')).toBe('/quick-replies');
  await tester.type(screen.getByLabelText('Mensagem'), 'x');
  expect(screen.queryByRole('link')).toBeNull();
});
