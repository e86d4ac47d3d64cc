import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { menu } from '../../flows/templates/menu.ts';
import { AnswersDialog } from '../../src/views/administration/flows/AnswersDialog.tsx';
import { NoSizes } from '../support/no-sizes.ts';
import { NewFlowDialog } from '../../src/views/administration/flows/NewFlowDialog.tsx';
import { renderScreen } from './administration-support.tsx';
import { listed, openEditor } from './flow-editor-support.tsx';

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoSizes);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('the file of another flow is imported -> the flow goes by the channel that it went by', async () => {
  const user = userEvent.setup();
  const view = await openEditor({ ...menu(), kind: 'active', channel: 'sms' });
  const channel = () => view.directory.flow('30')?.getSnapshot().context.document?.flow.channel;
  expect(screen.getByText('por SMS')).toBeTruthy();
  const json = JSON.stringify({ name: 'Outro', flow: { ...menu(), kind: 'active' }, places: { order: [], at: {} } });
  await user.click(screen.getByRole('button', { name: 'Mais ações do fluxo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Importar' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.unreachable();
  await user.upload(input, new File([json], 'outro.json', { type: 'application/json' }));
  const replace = screen.getByRole('button', { name: 'Trocar os passos' });
  await waitFor(() => expect(replace).toHaveProperty('disabled', false));
  await user.click(replace);
  expect(view.directory.flow('30')?.getSnapshot().context.past).toHaveLength(1);
  expect(channel()).toBe('sms');
});

it('a variable’s initial value, then a type without one -> the variable is made', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await user.click(screen.getByRole('button', { name: 'Mais ações do fluxo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Variáveis' }));
  await user.click(screen.getByRole('button', { name: 'Nova variável' }));
  await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'plano');
  await user.type(screen.getByRole('textbox', { name: 'Valor inicial' }), 'x');
  await user.click(screen.getByRole('button', { name: /Tipo$/u }));
  await user.click(screen.getByRole('option', { name: 'Opção escolhida' }));
  await user.click(screen.getByRole('button', { name: 'Criar variável' }));
  const variables = view.directory.flow('30')?.getSnapshot().context.document?.flow.variables;
  expect(variables?.['plano']).toEqual({ type: 'choice' });
  expect(screen.getByRole('button', { name: 'Remover a variável plano' })).toBeTruthy();
});

it('a keyword that is typed but not added -> saved all the same', async () => {
  const user = userEvent.setup();
  const view = await renderScreen(<AnswersDialog flow={listed} onClose={() => undefined} />);
  const { trigger } = listed;
  const values = { is_active: true, bot_name: null, ...trigger, starts: 'keyword', keywords: ['pix'] };
  act(() => view.load('flow.answers', '30', values, 'v1'));
  expect(screen.getByRole('button', { name: 'Remover pix' })).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Palavra-chave' }), 'boleto');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ values: { keywords: ['pix', 'boleto'] } });
});

it('a keyword is typed, then Escape -> it is asked before the word is lost', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  const view = await renderScreen(<AnswersDialog flow={listed} onClose={onClose} />);
  const values = { is_active: true, bot_name: null, ...listed.trigger, starts: 'keyword', keywords: ['pix'] };
  act(() => view.load('flow.answers', '30', values, 'v1'));
  await user.type(screen.getByRole('textbox', { name: 'Palavra-chave' }), 'boleto');
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Continuar editando' }));
  expect(screen.getByRole('dialog', { name: /Menu da loja/u }).textContent).toContain('boleto');
});

it('a new flow of a file, without one -> it is asked for; leaving asks before the name is lost', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  await renderScreen(<NewFlowDialog onMade={() => undefined} onClose={onClose} />);
  await user.type(screen.getByRole('textbox', { name: /^Nome/u }), 'Loja');
  await user.click(screen.getByRole('button', { name: /Começar por$/u }));
  await user.click(screen.getByRole('option', { name: /^Arquivo/u }));
  await user.click(screen.getByRole('button', { name: 'Criar fluxo' }));
  expect(screen.getByText('Preencha este campo.')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  const question = within(screen.getByRole('dialog', { name: 'Descartar alterações?' }));
  await user.click(question.getByRole('button', { name: 'Descartar' }));
  expect(onClose).toHaveBeenCalled();
});

it('keywords -> added by Enter, once each; removed by their button; none where any message begins the flow', async () => {
  const user = userEvent.setup();
  const view = await renderScreen(<AnswersDialog flow={{ ...listed, number: null }} onClose={() => undefined} />);
  const values = { is_active: true, bot_name: null, ...listed.trigger, starts: 'keyword', keywords: ['pix'] };
  act(() => view.load('flow.answers', '30', values, 'v1'));
  expect(screen.getByText('Publique o fluxo antes de ligá-lo.')).toBeTruthy();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Palavra-chave' });
  const words = () =>
    screen.queryAllByRole('button', { name: /^Remover/u }).map(({ textContent }) => textContent?.trim());
  await user.type(field, 'pix{Enter} boleto {Enter}  {Enter}');
  expect(words()).toEqual(['pix', 'boleto']);
  expect(view.given('form.save')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Remover pix' }));
  expect(words()).toEqual(['boleto']);
  act(() => view.append({ type: 'form.changed', form: 'flow.answers', key: '30', field: 'starts', value: 'any' }));
  expect(screen.queryByRole('textbox', { name: 'Palavra-chave' })).toBeNull();
});
