import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { ListedFlow } from '../../src/machines/entities/flows.ts';
import { BotScreen } from '../../src/views/administration/conversation-bot/BotScreen.tsx';
import { useListing, wholeList } from '../../src/views/administration/list/use-listing.ts';
import { renderScreen } from './administration-support.tsx';

const flow = (id: string, name: string): ListedFlow => ({
  id,
  name,
  kind: 'passive',
  is_active: true,
  is_archived: false,
  position: Number(id),
  bot_name: null,
  trigger: { instance_ids: [], starts: 'keyword', keywords: [name], hours: 'any' },
  number: 1,
  has_draft: false,
  running: 0,
  version: '1',
  updatedAt: 0,
});
const [loja, menu, pix] = [flow('1', 'Loja'), flow('2', 'Menu'), flow('3', 'Pix')];

type View = Awaited<ReturnType<typeof renderScreen>>;
const answer = (view: View, rows: readonly ListedFlow[]) =>
  act(() => view.answer({ list: 'flows', rows, total: rows.length }));
const shown = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.trim());
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = (view: View) => view.given('form.save').map(({ values }) => values['ids']);

test('something searched in the list of flows -> all of them, once they are there', async () => {
  const view = await renderScreen(<Searched />);
  answer(view, [loja, menu, pix]);
  await press('Procurar');
  answer(view, [loja]);
  await press('Robô');
  expect(shown()).toEqual([]);
  expect(view.given('list.fetch').findLast(({ list }) => list === 'flows')?.query).toMatchObject({ search: '' });
  answer(view, [loja, menu, pix]);
  expect(shown()).toEqual(['Loja', 'Menu', 'Pix']);
});

test('a flow is moved again while its first move is being saved -> both moves shown, the second one saved after it', async () => {
  const view = await renderScreen(<BotScreen />);
  answer(view, [loja, menu, pix]);
  await press('Mover Loja para baixo');
  await press('Mover Loja para baixo');
  expect(shown()).toEqual(['Menu', 'Pix', 'Loja']);
  expect(sent(view)).toEqual([['2', '1', '3']]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Mover Loja para cima');
  act(() => view.save('flow.order', 'all', 'all', ['flows']));
  expect(sent(view)).toEqual([
    ['2', '1', '3'],
    ['2', '3', '1'],
  ]);
  answer(view, [menu, loja, pix]);
  expect(shown()).toEqual(['Menu', 'Pix', 'Loja']);
  act(() => view.refuse('flow.order', 'all', 'error.network'));
  expect(shown()).toEqual(['Menu', 'Loja', 'Pix']);
  expect(screen.getByRole('alert').textContent).toContain('Sem conexão');
});

/** The list of flows, and then the bot's screen. */
function Searched() {
  const [isBot, setBot] = useState(false);
  return isBot ? <BotScreen /> : <Flows onLeave={() => setBot(true)} />;
}

function Flows({ onLeave }: { readonly onLeave: () => void }) {
  const { updateQuery } = useListing('flows', wholeList);
  return (
    <>
      <button type="button" onClick={() => updateQuery({ search: 'loja' })}>
        Procurar
      </button>
      <button type="button" onClick={onLeave}>
        Robô
      </button>
    </>
  );
}
