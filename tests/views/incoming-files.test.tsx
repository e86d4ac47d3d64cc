import { fireEvent, screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { composerOf, openChat, ownTicket } from './chat-support.tsx';
import { eventually } from '../support/expect-eventually.ts';

/*
 * Files that are pasted, and dropped in the chat or beside it.
 */

beforeAll(() => {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});
afterAll(() => vi.restoreAllMocks());

const file = new File(['x'], 'contrato.pdf', { type: 'application/pdf' });

/** What the clipboard or the pointer brings, as browsers describe it. */
const bringing = (types: readonly string[]) => ({
  types,
  items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }],
  dropEffect: 'copy',
});

async function show() {
  openChat(ownTicket);
  const composer = await composerOf(ownTicket);
  // Its code takes the files.
  await screen.findByRole('button', { name: 'Anexar' });
  return { composer, tray: () => screen.findByRole('dialog', { name: 'Enviar arquivo' }) };
}

it.each([
  ['a picture', ['Files']],
  ['a file from a folder, which brings its name', ['text/plain', 'Files']],
  ['a picture from a page', ['text/html', 'Files']],
])('pasted: %s -> it is chosen', async (_, types) => {
  const { composer, tray } = await show();
  fireEvent.paste(composer, { clipboardData: bringing(types) });
  expect(await tray()).toBeTruthy();
});

it('pasted twice before the first one is looked at -> both are chosen', async () => {
  const { composer } = await show();
  fireEvent.paste(composer, { clipboardData: bringing(['Files']) });
  fireEvent.paste(composer, { clipboardData: bringing(['Files']) });
  const both = within(await screen.findByRole('dialog', { name: 'Enviar 2 arquivos' }));
  // Each is one of its own, though they have the same name.
  const [first] = both.getAllByRole('button', { name: 'Remover contrato.pdf' });
  fireEvent.click(first ?? document.body);
  expect(await screen.findByRole('dialog', { name: 'Enviar arquivo' })).toBeTruthy();
});

it.each([['text/html'], ['text/rtf']])('pasted: words of an office program, with %s -> they are text', async (kind) => {
  const { composer } = await show();
  expect(fireEvent.paste(composer, { clipboardData: bringing(['text/plain', kind, 'Files']) })).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('dropped in the chat -> it is chosen', async () => {
  const { composer, tray } = await show();
  const dragged = { dataTransfer: bringing(['Files']) };
  expect(fireEvent.dragOver(composer, dragged)).toBe(false);
  expect(dragged.dataTransfer.dropEffect).toBe('copy');
  fireEvent.drop(composer, dragged);
  expect(await tray()).toBeTruthy();
});

it('dropped beside it -> nothing is chosen, and the browser doesn’t open it in place of the page', async () => {
  await show();
  await eventually(() => {
    const dragged = { dataTransfer: bringing(['Files']) };
    expect(fireEvent.dragOver(document.body, dragged)).toBe(false);
    expect(dragged.dataTransfer.dropEffect).toBe('none');
  });
  expect(fireEvent.drop(document.body, { dataTransfer: bringing(['Files']) })).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
  // Words may be dropped into the field.
  expect(fireEvent.dragOver(document.body, { dataTransfer: bringing(['text/plain']) })).toBe(true);
});
