import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import { EmojiPicker } from '../../src/views/attendance/chat/emoji/EmojiPicker.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { renderScreen } from './administration-support.tsx';

async function open() {
  const onPick = vi.fn<(emoji: string) => void>();
  const view = await renderScreen(
    <AreasContext value={{ loaded: [conversationArea], failure: undefined, request: () => undefined }}>
      <EmojiPicker onPick={onPick} />
    </AreasContext>,
  );
  const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Buscar emoji' });
  await screen.findByRole('option', { name: 'rosto risonho' });
  return { ...view, search, onPick, tester: userEvent.setup() };
}

test('searched by keyboard: how many are found is read out, Enter takes the first, Escape empties the search before anything closes', async () => {
  const { search, tester, onPick } = await open();
  let escapes = 0;
  const above = ({ key }: KeyboardEvent) => (escapes += Number(key === 'Escape'));
  window.addEventListener('keydown', above);
  expect(document.activeElement).toBe(search);
  // Without a search Enter takes nothing.
  await tester.keyboard('{Enter}');
  expect(onPick).not.toHaveBeenCalled();
  await tester.keyboard('abacaxi');
  expect(screen.getByRole('status').textContent).toBe('1 emoji encontrado');
  expect(screen.queryByRole('radiogroup', { name: 'Categoria' })).toBeNull();
  await tester.keyboard('{Escape}');
  expect([search.value, escapes]).toEqual(['', 0]);
  await tester.keyboard('{Escape}');
  window.removeEventListener('keydown', above);
  expect(escapes).toBe(1);
  await tester.keyboard('abacaxi{Enter}');
  expect(onPick.mock.calls).toEqual([['🍍']]);
  await tester.clear(search);
  await tester.keyboard('xyzxyz');
  expect(screen.getByRole('status').textContent).toBe('Nenhum emoji encontrado');
});

test('a tone is kept for all that have one; the arrow leads from the search to the emojis', async () => {
  const { search, tester, onPick } = await open();
  await tester.click(screen.getByRole('radio', { name: 'Pele escura' }));
  expect(screen.getByRole('radio', { name: 'Pele escura' })).toHaveProperty('checked', true);
  await tester.click(search);
  await tester.keyboard('polegar para cima{Enter}');
  expect(onPick.mock.calls).toEqual([['👍🏿']]);
  await tester.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement?.closest('[role="listbox"]')).not.toBeNull());
});

test('another category shows its own; of the recent ones there are none yet', async () => {
  const { tester } = await open();
  await tester.click(screen.getByRole('radio', { name: 'Comida e bebida' }));
  expect(await screen.findByRole('listbox', { name: 'Comida e bebida' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('option', { name: 'rosto risonho' })).toBeNull());
  await tester.click(screen.getByRole('radio', { name: 'Recentes' }));
  expect(await screen.findByText('Os emojis que você usar aparecem aqui.')).toBeTruthy();
});
