import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ListedFlow } from '../../src/machines/entities/flows.ts';
import { FlowsScreen } from '../../src/views/administration/flows/FlowsScreen.tsx';
import { renderScreen } from './administration-support.tsx';
import { listed } from './flow-editor-support.tsx';
import { expectExplained } from './numbers-support.ts';

const fresh: ListedFlow = { ...listed, id: '31', name: 'Novo', number: null, is_active: false, running: 0 };
const silent: ListedFlow = { ...listed, id: '32', name: 'Calado', is_active: false, has_draft: false };
const archived: ListedFlow = { ...silent, id: '33', name: 'Velho', is_archived: true };
const active: ListedFlow = { ...listed, id: '34', name: 'Ativo', kind: 'active' };
const keyword: ListedFlow = {
  ...listed,
  id: '35',
  name: 'Palavras',
  bot_name: 'Bia',
  trigger: { instance_ids: [], starts: 'keyword', keywords: ['menu', 'ajuda'], hours: 'closed' },
};

async function show() {
  const view = await renderScreen(<FlowsScreen />, { at: '/passive-chat-flow' });
  act(() => view.append({ type: 'permissions.listed', routes: ['passive-chat-flow', 'conversation-bot'] }));
  act(() => view.answer({ list: 'flows', rows: [listed, fresh, silent, archived, active, keyword], total: 6 }));
  expectExplained(view.events, [`row:flows:running:${listed.id}`]);
  return { ...view, user: userEvent.setup() };
}

const cells = (name: string) => {
  const head = screen.getAllByRole('rowheader').find(({ textContent }) => textContent?.startsWith(name));
  const found = head?.closest('[role=row]')?.querySelectorAll('[data-label]') ?? [];
  return [...found].slice(1, 3).map(({ textContent }) => textContent?.trim());
};

it('flows that answer -> how each stands and when it answers; those that are started aren’t here', async () => {
  await show();
  expect(screen.queryByText('Ativo')).toBeNull();
  expect(cells('Menu da loja')).toEqual(['Responde · v3 Há rascunho', 'Qualquer mensagem']);
  expect(cells('Novo')[0]).toBe('Não publicado');
  expect(cells('Novo')[1]).not.toContain('Qualquer');
  expect(cells('Calado')[0]).toBe('Não responde · v3');
  expect(cells('Velho')[0]).toBe('Arquivado');
  expect(cells('Palavras')[1]).toBe('menu, ajuda · Com o departamento fechado');
  expect(screen.getByText('Assina como Bia')).toBeTruthy();
});

it('a flow’s menu -> where it answers, only while it isn’t in the archive; out of it, or into it', async () => {
  const { user, given } = await show();
  const entries = async (name: string) => {
    await user.click(screen.getByRole('button', { name: `Ações de ${name}` }));
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };
  expect(await entries('Calado')).toEqual(['Editar', 'Onde responde', 'Arquivar']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(await entries('Velho')).toEqual(['Editar', 'Tirar do arquivo']);
  await user.click(screen.getByRole('menuitem', { name: 'Tirar do arquivo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tirar o fluxo Velho do arquivo?' }));
  await user.click(dialog.getByRole('button', { name: 'Tirar do arquivo' }));
  expect(given('form.save').at(-1)).toMatchObject({ form: 'flow.archive', key: '33', values: { archived: false } });
});
