import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { NoteForm } from '../../src/views/attendance/chat/note/NoteForm.tsx';
import { renderScreen } from './administration-support.tsx';

const KEY = '40@5';
const readers = [{ id: '7', name: 'Bruno Carvalho' }];
const field = () => screen.getByRole('textbox');

it('a note that is changed -> its text stands there, also before those who can be mentioned are known', async () => {
  const key = `${KEY}:300`;
  const view = await renderScreen(<NoteForm form="note.edit" formKey={key} text="Prefere boleto" />);
  expect(field()).toHaveProperty('value', 'Prefere boleto');
  await userEvent.type(field(), ' à vista');
  act(() => view.load('note.edit', key, { message: '', client_id: '', readers }, null));
  expect(field()).toHaveProperty('value', 'Prefere boleto à vista');
  await userEvent.type(field(), '{Enter}');
  expect(view.given('form.save').at(-1)?.values).toMatchObject({ message: 'Prefere boleto à vista' });
});

it('written while those who can be mentioned load -> nothing is lost; mentioned by keyboard, saved once', async () => {
  const view = await renderScreen(<NoteForm form="note" formKey={KEY} isComposer />);
  await userEvent.type(field(), 'Veja isto, ');
  act(() => view.load('note', KEY, { message: '', client_id: '', readers }, null));
  expect(field()).toHaveProperty('value', 'Veja isto, ');
  await userEvent.type(field(), '@bru{Enter}');
  expect(field()).toHaveProperty('value', 'Veja isto, @Bruno Carvalho ');
  await userEvent.type(field(), '{Enter}{Enter}');
  expect(view.given('form.save')).toHaveLength(1);
});
