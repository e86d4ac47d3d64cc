import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { NEW_RULE, NEW_TEST, type ListedRule, type RuleDefinition } from '../../src/machines/entities/rules.ts';
import { RulesScreen } from '../../src/views/administration/rules/RulesScreen.tsx';
import { renderScreen } from './administration-support.tsx';
import { expectExplained } from './numbers-support.ts';

const DEFINITION: RuleDefinition = {
  ...NEW_RULE,
  actions: [
    { do: 'queue', id: null, text: '' },
    { do: 'send', id: null, text: 'Já vamos' },
    { do: 'finish', id: null, text: '' },
  ],
};
const PROCON = { field: 'text', field_id: null, comparison: 'words', op: 'has', values: ['procon'] };
const rule = (id: string, name: string): ListedRule => ({
  id,
  name,
  isActive: true,
  number: 3,
  definition: DEFINITION,
  acted: 1_203,
});
const RULES = [rule('7', 'Procon'), rule('8', 'Elogio'), rule('9', 'Horário')];

async function show(at: string) {
  const view = await renderScreen(<RulesScreen />, { at });
  act(() => view.answer({ list: 'rules', rows: RULES, total: RULES.length }));
  expectExplained(view.events, ['row:rules:acted:8']);
  const id = new URLSearchParams(at.split('?')[1]).get('id') ?? 'new';
  if (id !== 'new')
    act(() => view.load('rule', id, { name: 'Elogio', definition: { ...DEFINITION }, is_active: true }, '1'));
  return view;
}
const listed = () =>
  within(screen.getByRole('list', { name: 'Regras' }))
    .queryAllByRole('button')
    .flatMap((row) => row.querySelector('b')?.textContent ?? []);
const search = (typed: string) => userEvent.type(screen.getByRole('searchbox'), `${typed}{Enter}`);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const does = () => screen.getAllByRole('button', { name: /Ação \d$/u }).map(({ textContent }) => textContent);
async function choose(name: RegExp, option: string): Promise<void> {
  await userEvent.click(button(name));
  await userEvent.click(screen.getByRole('option', { name: option }));
}

test('rules are searched while a copy is being written -> what was typed stays, and so does the copy', async () => {
  await show('/rules?id=new&copy=7');
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/u }), ' bis');
  await search('elogio');
  expect(listed()).toEqual(['Elogio']);
  expect(screen.getByDisplayValue(/Procon.* bis$/u)).toBeTruthy();
});

test('the rule that is open isn’t among those found -> it keeps its name and menu, which moves it among all', async () => {
  const view = await show('/rules?id=8');
  await search('procon');
  expect(screen.getByRole('heading', { name: 'Elogio' })).toBeTruthy();
  await userEvent.click(button('Mais ações da regra'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  expect(view.given('form.save').at(-1)?.values['ids']).toEqual(['8', '7', '9']);
});

test('another name -> no new version is promised; other actions -> one is', async () => {
  await show('/rules?id=8');
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/u }), '!');
  expect(button('Salvar')).toBeTruthy();
  await userEvent.click(button('Tirar a ação 1'));
  expect(button('Salvar v4')).toBeTruthy();
});

test('an action is moved up to the first place -> the focus stays with it, at the button that still does something', async () => {
  await show('/rules?id=8');
  const [first, second, third] = does();
  await userEvent.click(button('Mover a ação 3 para cima'));
  await userEvent.keyboard('{Enter}');
  expect(does()).toEqual([third, first, second]);
  expect(document.activeElement).toBe(button('Mover a ação 1 para baixo'));
});

test('something else is chosen by a slip, and then the same again -> what was typed and compared is there', async () => {
  await show('/rules?id=8');
  await choose(/Ação 2$/u, 'Finalizar ticket');
  expect(screen.queryByDisplayValue('Já vamos')).toBeNull();
  await choose(/Ação 2$/u, 'Anotar no ticket');
  await choose(/Ação 2$/u, 'Enviar mensagem');
  expect(screen.getByDisplayValue('Já vamos')).toBeTruthy();
});

test('another event is chosen by a slip, and then the same again -> its conditions are there', async () => {
  const view = await renderScreen(<RulesScreen />, { at: '/rules?id=8' });
  act(() => view.answer({ list: 'rules', rows: RULES, total: RULES.length }));
  const definition = { ...DEFINITION, condition: { join: 'all', groups: [{ join: 'all', tests: [PROCON] }] } };
  act(() => view.load('rule', '8', { name: 'Elogio', definition, is_active: true }, '1'));
  expect(button(/^Tirar a condição: .*procon/u)).toBeTruthy();
  await choose(/Quando$/u, 'Cliente novo');
  expect(screen.queryByDisplayValue('procon')).toBeNull();
  await choose(/Quando$/u, 'Mensagem recebida do cliente');
  expect(screen.getByDisplayValue('procon')).toBeTruthy();
});

test('a refused condition without a value -> the focus goes to where it is chosen', async () => {
  const view = await renderScreen(<RulesScreen />, { at: '/rules?id=8' });
  act(() => view.answer({ list: 'rules', rows: RULES, total: RULES.length }));
  const definition = { ...DEFINITION, condition: { join: 'all', groups: [{ join: 'all', tests: [NEW_TEST] }] } };
  act(() => view.load('rule', '8', { name: 'Elogio', definition, is_active: true }, '1'));
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/u }), '!');
  await userEvent.click(button('Salvar'));
  act(() =>
    view.refuse('rule', '8', 'error.form.invalid', { 'condition.groups.0.tests.0.values': 'error.field.required' }),
  );
  const wrong = screen.getByText('Preencha este campo.');
  expect(wrong.parentElement?.contains(document.activeElement)).toBe(true);
});

test('another rule is opened -> nothing on the bench of the one before', async () => {
  const view = await show('/rules?id=8');
  const bench = () => within(screen.getByRole('complementary', { name: 'Bancada' }));
  const asked = () => view.given('list.fetch').findLast(({ list }) => list === 'rule.bench')?.query.filters ?? {};
  await waitFor(() => expect(asked()['id']).toBe('8'));
  const { definition = '' } = asked();
  const found = { definition, matched: 12, missed: 3, unreached: 0, trials: [], loop: null };
  act(() => view.answer({ list: 'rule.bench', rows: [found], total: 1 }));
  expect(bench().getByText('12')).toBeTruthy();
  expect(screen.getByText(/^Não dispara a si mesma/u)).toBeTruthy();
  await userEvent.click(button(/Procon/u));
  act(() => view.load('rule', '7', { name: 'Procon', definition: { ...DEFINITION }, is_active: true }, '1'));
  expect(bench().queryByText('12')).toBeNull();
  expect(screen.queryByText(/^Não dispara a si mesma/u)).toBeNull();
});
