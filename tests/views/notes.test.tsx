import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { NOTE_MAX_LENGTH } from '../../contract/facts/chat-events.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { ThreadLine } from '../../src/machines/entities/entities.ts';
import { useApp } from '../../src/views/app/app-context.tsx';
import { NoteComposer } from '../../src/views/attendance/chat/note/NoteComposer.tsx';
import { NoteView } from '../../src/views/attendance/chat/note/NoteView.tsx';
import { BRUNO, START, aFailure, aTicket, anaViewing, brunoViewing } from '../support/builders.ts';
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
function Screen({ part, shown }: { readonly part: 'composer' | 'line'; readonly shown: ThreadLine }) {
  const { directory } = useApp();
  const [isOpen, setOpen] = useState(false);
  const conversation = directory.conversation(key);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Sair' : 'Abrir'}
      </button>
      {isOpen && part === 'line' && <NoteView line={shown} conversationKey={key} />}
      {isOpen && part === 'composer' && conversation !== undefined && (
        <NoteComposer ticketId={ticket.id} conversation={conversation} conversationKey={key} />
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openConversation(part: 'composer' | 'line', shown = line, viewer = anaViewing) {
  const view = await renderScreen(<Screen part={part} shown={shown} />, { viewer });
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

const buttons = () =>
  within(screen.getByRole('note'))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

it.each([
  ['one’s own, as an attendant', brunoViewing, BRUNO, ['Editar', 'Excluir']],
  ['a colleague’s, as an attendant', brunoViewing, line.by, []],
  ['a colleague’s, as an administrator', anaViewing, BRUNO, ['Excluir']],
  ['nobody’s, as an administrator', anaViewing, null, ['Excluir']],
])('%s -> what may be done with it', async (_, viewer, by, offered) => {
  await openConversation('line', { ...line, by }, viewer);
  expect(buttons()).toEqual(offered);
  expect(screen.getByRole('note').textContent).toContain(by?.name ?? 'alguém');
});

it('deleted only after it was asked; refused -> said, and the note is still there', async () => {
  const view = await openConversation('line', { ...line, edited: true });
  expect(screen.getByRole('note').textContent).toContain('editada');
  await press('Excluir');
  expect(view.given('form.save')).toEqual([]);
  await press('Cancelar');
  expect(buttons()).toEqual(['Editar', 'Excluir']);
  await press('Excluir');
  await press('Excluir');
  expect(view.given('form.save')).toMatchObject([{ form: 'note.delete', key: '300' }]);
  act(() => view.refuse('note.delete', '300', 'error.network'));
  expect(screen.getByRole('alert').textContent).not.toBe('');
  expect(screen.getByText('Prefere boleto')).toBeTruthy();
  await press('Sair');
  expect(view.directory.form('note.delete', '300')).toBeUndefined();
});

it('a change is left by Escape, which is asked of nothing else; nothing changed -> nothing is kept', async () => {
  const view = await openConversation('line');
  await press('Editar');
  expect(document.activeElement).toBe(field());
  await userEvent.type(field(), '!');
  let others = 0;
  const above = () => (others += 1);
  window.addEventListener('keydown', above);
  await userEvent.keyboard('{Escape}');
  window.removeEventListener('keydown', above);
  expect(others).toBe(0);
  expect(screen.getByText('Prefere boleto')).toBeTruthy();
  await press('Editar');
  expect(field()).toHaveProperty('value', 'Prefere boleto');
  await press('Sair');
  expect(view.directory.form('note.edit', `${key}:300`)).toBeUndefined();
  await press('Abrir');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('longer than a note may be -> by how much is said, and neither key nor button saves it', async () => {
  const view = await openConversation('composer');
  act(() => view.answer(readers));
  const save = () => screen.getByRole('button', { name: 'Salvar nota' });
  expect(save()).toHaveProperty('disabled', true);
  act(() => view.append({ type: 'noteDraft.changed', ticketId: ticket.id, text: 'x'.repeat(NOTE_MAX_LENGTH) }));
  expect(save()).toHaveProperty('disabled', false);
  await userEvent.type(field(), 'yz');
  expect(screen.getByRole('alert').textContent).toMatch(/^2 caracteres acima do limite/u);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(save()).toHaveProperty('disabled', true);
  await userEvent.type(field(), '{Enter}');
  expect(view.given('form.save')).toEqual([]);
});

it('those who can be mentioned: arrows go round, Tab takes one, Escape shuts the list and Enter saves then', async () => {
  const view = await openConversation('composer');
  const others = ['Beatriz', 'Bento'].map((name, at) => ({ id: `${20 + at}`, name }));
  act(() => view.answer({ ...readers, rows: [bruno, ...others], total: 3 }));
  await userEvent.type(field(), '@b');
  const chosen = () => screen.getByRole('option', { selected: true }).textContent;
  const after = async (key: string) => {
    await userEvent.keyboard(key);
    return chosen();
  };
  expect(chosen()).toBe('Bruno Carvalho');
  expect([await after('{ArrowUp}'), await after('{ArrowDown}'), await after('{ArrowDown}')]).toEqual([
    'Bento',
    'Bruno Carvalho',
    'Beatriz',
  ]);
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  await userEvent.keyboard('{Tab}');
  expect(field()).toHaveProperty('value', '@Beatriz ');
  expect(document.activeElement).toBe(field());
  // At once: what is typed in the same frame comes behind the name.
  expect(field()).toHaveProperty('selectionStart', 9);
  await userEvent.keyboard('@be{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field().hasAttribute('aria-activedescendant')).toBe(false);
  await userEvent.keyboard('{Enter}');
  expect(view.given('form.save').map(({ values }) => values)).toMatchObject([
    { message: '@Beatriz @be', mentions: [{ id: '20', name: 'Beatriz' }] },
  ]);
});

it('an @ while those who can be mentioned aren’t known -> it waits; not to be had -> said, and asked again', async () => {
  const view = await openConversation('composer');
  await userEvent.type(field(), 'para @bruno{Enter}');
  expect(view.given('form.save')).toEqual([]);
  const asked = () => view.given('list.fetch').filter(({ list }) => list === 'chat.readers');
  const { request = 0 } = asked()[0] ?? {};
  act(() => view.append({ type: 'list.failed', list: 'chat.readers', request, failure: aFailure() }));
  expect(screen.getByRole('alert').textContent).not.toBe('');
  await press('Tentar de novo');
  expect(asked()).toHaveLength(2);
});
