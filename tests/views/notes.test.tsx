import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { ThreadLine } from '../../src/machines/entities/entities.ts';
import { useApp } from '../../src/views/app/app-context.tsx';
import { NoteComposer } from '../../src/views/attendance/chat/note/NoteComposer.tsx';
import { NoteView } from '../../src/views/attendance/chat/note/NoteView.tsx';
import { START, aTicket, anaViewing } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const ticket = aTicket({ id: '501' });
const key = conversationKey(ticket.customer.id, ticket.instance.id);
const bruno = { id: '7', name: 'Bruno Carvalho' };
const readers = { list: 'chat.readers', rows: [bruno], total: 1 } as const;
const field = () => screen.getByRole('textbox');

const line: ThreadLine = {
  id: '300',
  kind: 'note',
  at: START,
  afterId: '0',
  ticketId: ticket.id,
  protocol: ticket.protocol,
  by: { id: anaViewing.userId, name: anaViewing.name },
  from: null,
  to: null,
  text: 'Prefere boleto',
  mentions: [],
  clientId: null,
  edited: false,
  deleted: false,
  version: 1,
};

/** Shows a part of the open conversation, or another one. */
function Screen({ part }: { readonly part: 'composer' | 'line' }) {
  const { directory } = useApp();
  const [isOpen, setOpen] = useState(false);
  const conversation = directory.conversation(key);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Sair' : 'Abrir'}
      </button>
      {isOpen && part === 'line' && <NoteView line={line} conversationKey={key} />}
      {isOpen && part === 'composer' && conversation !== undefined && (
        <NoteComposer ticketId={ticket.id} conversation={conversation} conversationKey={key} />
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openConversation(part: 'composer' | 'line') {
  const view = await renderScreen(<Screen part={part} />);
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: ticket.id });
    view.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  });
  await press('Abrir');
  return view;
}

it('written before those who can be mentioned are known -> nothing is lost; mentioned by keyboard, saved once', async () => {
  const view = await openConversation('composer');
  await userEvent.type(field(), 'Veja isto, ');
  act(() => view.answer(readers));
  await userEvent.type(field(), '@bru{Enter}');
  expect(field()).toHaveProperty('value', 'Veja isto, @Bruno Carvalho ');
  await userEvent.type(field(), '{Enter}{Enter}');
  expect(view.given('form.save').map(({ values }) => values)).toEqual([
    { message: 'Veja isto, @Bruno Carvalho ', client_id: 'client-1', mentions: [bruno] },
  ]);
});

it('where Ctrl Enter sends, it saves a note too, and Enter breaks the line', async () => {
  const view = await openConversation('composer');
  act(() => view.append({ type: 'modSends.toggled' }));
  act(() => view.answer(readers));
  expect(screen.getByText(/Ctrl\+Enter salva/)).toBeTruthy();
  await userEvent.type(field(), 'Ligar{Enter}hoje');
  expect(view.given('form.save')).toEqual([]);
  await userEvent.type(field(), '{Control>}{Enter}{/Control}');
  expect(view.given('form.save').map(({ values }) => values['message'])).toEqual(['Ligar\nhoje']);
});

it('a name that nobody has who sees the conversation -> who does is said; a name that somebody has, and more words -> not', async () => {
  const view = await openConversation('composer');
  act(() => view.answer(readers));
  await userEvent.type(field(), 'com @Otávio');
  expect(screen.getByText(/^Ninguém para mencionar[^]*administradores/u)).toBeTruthy();
  await userEvent.clear(field());
  await userEvent.type(field(), 'com @Bruno Carvalho amanhã');
  expect(screen.queryByText(/^Ninguém para mencionar/u)).toBeNull();
});

it('nobody else sees the conversation -> an @ says who does', async () => {
  const view = await openConversation('composer');
  act(() => view.answer({ ...readers, rows: [], total: 0 }));
  await userEvent.type(field(), 'com @');
  expect(screen.getByText(/^Ninguém para mencionar[^]*administradores/u)).toBeTruthy();
});

it('written -> left -> opened again: it stands there; saved -> empty, and nothing of it is stored', async () => {
  const view = await openConversation('composer');
  await userEvent.type(field(), 'Ligar amanhã');
  expect(view.given('draft.keep').at(-1)).toMatchObject({ text: 'Ligar amanhã', of: 'note' });
  await press('Sair');
  await press('Abrir');
  expect(field()).toHaveProperty('value', 'Ligar amanhã');
  await userEvent.type(field(), '{Enter}');
  await press('Sair');
  act(() => view.save('note', key, '301', []));
  await press('Abrir');
  expect(field()).toHaveProperty('value', '');
  expect(view.given('draft.keep').at(-1)).toMatchObject({ text: '', of: 'note' });
});

it('typed while it is being saved -> stays behind it; the note itself changed meanwhile -> all of it stays', async () => {
  const view = await openConversation('composer');
  act(() => view.answer(readers));
  await userEvent.type(field(), 'Ligar amanhã{Enter} e avisar');
  act(() => view.save('note', key, '301', [], 'Ligar amanhã'));
  expect(field()).toHaveProperty('value', 'e avisar');
  await userEvent.type(field(), '{Enter}{Home}Não ');
  act(() => view.save('note', key, '302', [], 'e avisar'));
  expect(field()).toHaveProperty('value', 'Não e avisar');
});

it('refused -> told, and the text stays; another text is another note', async () => {
  const view = await openConversation('composer');
  await userEvent.type(field(), 'Ligar{Enter}');
  act(() => view.refuse('note', key, 'error.network'));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(field()).toHaveProperty('value', 'Ligar');
  await userEvent.type(field(), ' hoje{Enter}');
  expect(view.given('form.save').map(({ values }) => values['message'])).toEqual(['Ligar', 'Ligar hoje']);
});

it('a note is changed -> left -> opened again: the change stands there; cancelled -> the note as it was', async () => {
  const view = await openConversation('line');
  await press('Editar');
  expect(field()).toHaveProperty('value', 'Prefere boleto');
  await userEvent.type(field(), ' à vista');
  await press('Sair');
  await press('Abrir');
  expect(field()).toHaveProperty('value', 'Prefere boleto à vista');
  await userEvent.type(field(), '{Enter}');
  expect(view.given('form.save').at(-1)?.values).toMatchObject({ message: 'Prefere boleto à vista' });
  act(() => view.refuse('note.edit', `${key}:300`, 'error.network'));
  await press('Cancelar');
  expect(screen.getByText('Prefere boleto')).toBeTruthy();
});
