import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NoSizes } from '../support/no-sizes.ts';
import { append, openEditor, rename, type View } from './flow-editor-support.tsx';

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoSizes);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const flowOf = (view: View) => view.directory.flow('30')?.getSnapshot().context.document;
const order = (view: View) => flowOf(view)?.places.order ?? [];
const rowOf = (key: string): HTMLElement => {
  const row = screen.getByRole('treegrid').querySelector<HTMLElement>(`[data-row="${key}"]`);
  if (row === null) throw new Error(`No row ${key}`);
  return row;
};
const entries = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('button', { name: 'Mais ações do passo' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  await user.keyboard('{Escape}');
  return items;
};

it('Alt and an arrow in the outline -> the step moves by one and keeps the focus; no further than the ends', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await user.click(rowOf('menu'));
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(order(view).slice(0, 3)).toEqual(['ola', 'lembrete', 'menu']);
  await waitFor(() => expect(document.activeElement).toBe(rowOf('menu')));
  await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  expect(order(view).slice(0, 3)).toEqual(['menu', 'ola', 'lembrete']);
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(order(view).slice(0, 3)).toEqual(['menu', 'ola', 'lembrete']);
});

it('G on an exit -> the step that it leads to; D -> where the exit leads is chosen', async () => {
  const user = userEvent.setup();
  await openEditor();
  await user.click(rowOf('menu timeout'));
  await user.keyboard('g');
  expect(document.activeElement).toBe(rowOf('lembrete'));
  expect(rowOf('lembrete').getAttribute('aria-selected')).toBe('true');
  await user.click(rowOf('menu timeout'));
  await user.keyboard('d');
  const exit = () => document.activeElement?.closest('[data-exit]')?.getAttribute('data-exit');
  expect(exit()).toBe('timeout');
  await user.click(rowOf('lembrete'));
  await user.keyboard('d');
  expect(exit()).toBe('sim');
});

it('a step is removed -> the focus is on the next one; the last -> on the one before', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await user.click(rowOf('vendas'));
  await user.keyboard('{Delete}');
  expect(order(view)).not.toContain('vendas');
  await waitFor(() => expect(document.activeElement).toBe(rowOf('suporte')));
  await user.click(rowOf('fim'));
  await user.keyboard('{Delete}');
  await waitFor(() => expect(document.activeElement).toBe(rowOf('atendente')));
});

it('a step’s menu -> moves not past the ends, and begins the flow by another step', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await user.click(rowOf('ola'));
  expect(await entries(user)).toEqual(['Duplicar passo', 'Mover para baixo', 'Remover passo']);
  await user.click(rowOf('fim'));
  expect(await entries(user)).toEqual([
    'Duplicar passo',
    'Começar o fluxo por este passo',
    'Mover para cima',
    'Remover passo',
  ]);
  await user.click(rowOf('menu'));
  await user.click(screen.getByRole('button', { name: 'Mais ações do passo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Começar o fluxo por este passo' }));
  expect(flowOf(view)?.flow.start).toBe('menu');
  await user.click(screen.getByRole('button', { name: 'Mais ações do passo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover passo' }));
  expect(order(view)).not.toContain('menu');
});

it('undone, done again and saved by keys -> not while a text is written, whose own undo it is', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  const undo = screen.getByRole('button', { name: 'Desfazer' });
  const redo = screen.getByRole('button', { name: 'Refazer' });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' });
  expect([undo, redo].map((each) => each.getAttribute('aria-disabled'))).toEqual(['true', 'true']);
  expect(save.disabled).toBe(true);
  append(view, rename);
  expect([undo, redo].map((each) => each.getAttribute('aria-disabled'))).toEqual([null, 'true']);
  expect(save.disabled).toBe(false);
  await user.click(rowOf('menu'));
  await user.keyboard('{Control>}z{/Control}');
  expect(flowOf(view)?.name).toBe('Menu da loja');
  expect([undo, redo].map((each) => each.getAttribute('aria-disabled'))).toEqual(['true', null]);
  await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
  expect(flowOf(view)?.name).toBe('Menu do centro');
  await user.keyboard('{Control>}z{/Control}{Control>}y{/Control}');
  expect(flowOf(view)?.name).toBe('Menu do centro');
  await user.click(screen.getByRole('textbox', { name: 'Nome do passo' }));
  await user.keyboard('{Control>}z{/Control}');
  expect(flowOf(view)?.name).toBe('Menu do centro');
  await user.keyboard('{Control>}s{/Control}');
  expect(view.given('form.save')).toHaveLength(1);
});

it('saved while a step lacks its text -> it isn’t sent, and that text has the focus', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await user.click(rowOf('menu'));
  await user.clear(screen.getByDisplayValue('Com que assunto podemos ajudar?'));
  await user.click(rowOf('fim'));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save')).toHaveLength(0);
  expect(document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel')).toBe('ask');
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
});

it('a step is copied, cut and pasted -> behind the chosen one, with a name of its own; a text is the field’s', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  let kept = '';
  const clipboardData = { setData: (_: string, text: string) => void (kept = text), getData: () => kept };
  /** Whether the editor took it. */
  const take = (of: 'copy' | 'cut' | 'paste', where: Element): boolean => {
    const event = createEvent[of](where, { clipboardData });
    fireEvent(where, event);
    return event.defaultPrevented;
  };
  await user.click(rowOf('vendas'));
  const label = screen.getByRole('textbox', { name: 'Nome do passo' });
  expect([take('copy', label), take('paste', label)]).toEqual([false, false]);
  expect(take('copy', rowOf('vendas'))).toBe(true);
  expect(order(view)).toHaveLength(8);
  await user.click(rowOf('lembrete'));
  expect(take('paste', rowOf('lembrete'))).toBe(true);
  expect(order(view)).toEqual([
    'ola',
    'menu',
    'lembrete',
    'encaminhar_1',
    'vendas',
    'suporte',
    'financeiro',
    'atendente',
    'fim',
  ]);
  await waitFor(() => expect(document.activeElement).toBe(rowOf('encaminhar_1')));
  expect(take('cut', rowOf('encaminhar_1'))).toBe(true);
  expect(order(view)).not.toContain('encaminhar_1');
  kept = 'um texto qualquer';
  expect(take('paste', rowOf('menu'))).toBe(false);
  expect(order(view)).toHaveLength(8);
});
