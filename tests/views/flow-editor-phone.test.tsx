import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { menu } from '../../flows/templates/menu.ts';
import { NoSizes } from '../support/no-sizes.ts';
import { answerCheck, append, openEditor } from './flow-editor-support.tsx';

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoSizes);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('the simulator -> answers as the machine does, to taps, photos and silence', async () => {
  const user = userEvent.setup();
  await openEditor();
  await user.click(screen.getByRole('button', { name: 'Testar' }));
  const phone = within(await screen.findByRole('log', { name: 'Conversa simulada' }));
  expect(phone.getByText('Olá, Maria! 👋')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Passam 30 min' }));
  expect(phone.getByText('silêncio, 30 min')).toBeTruthy();
  await user.click(phone.getByRole('button', { name: 'Quero um atendente' }));
  expect(phone.getByText('uma pessoa atende daqui em diante')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Recomeçar' }));
  await user.type(screen.getByRole('textbox', { name: 'Escreva como o cliente' }), '1{Enter}');
  expect(phone.getByText('Um instante: já chamamos alguém de vendas.')).toBeTruthy();
});

it('a problem with a conversation -> it is played on the phone turn by turn', async () => {
  const user = userEvent.setup();
  const flow = menu();
  const { menu: ask, ...others } = flow.nodes;
  if (ask?.kind !== 'ask') throw new Error('no question');
  const view = await openEditor({
    ...flow,
    nodes: { ...others, menu: { ...ask, exits: { ...ask.exits, timeout: 'menu' } } },
  });
  await answerCheck(view);
  await user.click(screen.getAllByRole('button', { name: 'Ver a conversa' })[0] ?? document.body);
  expect(
    within(screen.getByRole('log', { name: 'Conversa simulada' })).getAllByText('silêncio, 30 min').length,
  ).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Ir ao começo' }));
  await user.click(screen.getByRole('button', { name: 'Avançar um passo' }));
  expect(screen.getByText(/^Passo 2 de /u)).toBeTruthy();
});

it('the simulator by keyboard -> a tapped option keeps the focus, and closed, the button that opened it has it', async () => {
  const user = userEvent.setup();
  await openEditor();
  const test = screen.getByRole('button', { name: 'Testar' });
  await user.click(test);
  const phone = within(screen.getByRole('log', { name: 'Conversa simulada' }));
  const option = phone.getByRole('button', { name: 'Vendas' });
  option.focus();
  await user.keyboard('{Enter}');
  expect(phone.getByText('uma pessoa atende daqui em diante')).toBeTruthy();
  expect(document.activeElement).toBe(option);
  await user.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(document.activeElement).toBe(test);
});

it('the flow is edited beside the simulator -> nothing more is taken until it begins anew', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await user.click(screen.getByRole('button', { name: 'Testar' }));
  const phone = within(screen.getByRole('log', { name: 'Conversa simulada' }));
  await user.type(screen.getByRole('textbox', { name: 'Escreva como o cliente' }), '   {Enter}');
  expect(phone.getAllByRole('listitem')).toHaveLength(2);
  append(view, { of: 'connected', id: 'menu', exit: 'vendas', to: 'fim' });
  expect(screen.getByText('O fluxo mudou. Recomece para testar como está agora.')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Escreva como o cliente' })).toBeNull();
  expect(phone.getByRole('button', { name: 'Vendas' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Recomeçar' }));
  await user.click(phone.getByRole('button', { name: 'Vendas' }));
  expect(phone.getByText('Quando precisar, é só escrever.')).toBeTruthy();
  expect(phone.getByRole('button', { name: 'Vendas' }).getAttribute('aria-disabled')).toBe('true');
});
