import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { RULE_ACTIONS_MAX, RULE_GROUPS_MAX, RULE_TESTS_MAX } from '../../contract/facts/rules.ts';
import {
  NEW_RULE,
  NEW_TEST,
  type ListedRule,
  type RuleBench,
  type RuleDefinition,
  type RuleTest,
  type RuleThingChoice,
} from '../../src/machines/entities/rules.ts';
import { RulesScreen } from '../../src/views/administration/rules/RulesScreen.tsx';
import { START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

/* Rules: their parts, what their bench says, their order. */

const QUEUE = { do: 'queue', id: null, text: '' } as const;
const FINISH = { do: 'finish', id: null, text: '' } as const;
const rule = (id: string, name: string): ListedRule => ({
  id,
  name,
  isActive: true,
  number: 3,
  definition: { ...NEW_RULE, actions: [QUEUE] },
  acted: id === '7' ? 2 : 0,
});
const RULES = [rule('7', 'Procon'), rule('8', 'Elogio'), rule('9', 'Horário')];
const CHOICES: readonly RuleThingChoice[] = [
  { kind: 'tag', id: '1', name: 'Ouro', detail: null, options: [] },
  { kind: 'field', id: '20', name: 'Idade', detail: 'number', options: [] },
  { kind: 'field', id: '21', name: 'Plano', detail: 'choice', options: ['Básico', 'Total'] },
  { kind: 'field', id: '22', name: 'Vence', detail: 'date', options: [] },
];

function Where() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}
const where = () => document.querySelector('output')?.textContent;

async function edit(definition: Partial<RuleDefinition>, at = '/rules?id=8') {
  const view = await renderScreen(
    <>
      <RulesScreen />
      <Where />
    </>,
    { at },
  );
  act(() => {
    view.answer({ list: 'rules', rows: RULES, total: RULES.length });
    view.answer({ list: 'rule.choices', rows: CHOICES, total: CHOICES.length });
  });
  const whole = { ...NEW_RULE, actions: [QUEUE], ...definition };
  if (at.endsWith('id=8'))
    act(() => view.load('rule', '8', { name: 'Elogio', definition: whole, is_active: true }, '1'));
  return { ...view, user: userEvent.setup() };
}
type View = Awaited<ReturnType<typeof edit>>;
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
async function choose({ user }: View, name: string | RegExp, option: string): Promise<void> {
  await user.click(button(name));
  await user.click(await screen.findByRole('option', { name: option }));
}
/** What would be saved; it is refused, so that it can be changed further. */
async function saved(view: View): Promise<unknown> {
  await view.user.click(button(/^Salvar/u));
  const values = view.given('form.save').at(-1)?.values;
  act(() => view.refuse('rule', '8', 'error.form.invalid'));
  return values?.['definition'];
}
const one = (test: Partial<RuleTest>): Partial<RuleDefinition> => ({
  condition: { join: 'all', groups: [{ join: 'all', tests: [{ ...NEW_TEST, ...test }] }] },
});
const condition = (tests: readonly unknown[]) => ({ condition: { groups: [{ tests }] } });

describe('conditions', () => {
  test('none -> acts always; one is added and has the focus; the last one is taken away -> its group goes', async () => {
    const view = await edit({});
    expect(screen.getByText(/^Sem condição: age em todo evento/u)).toBeTruthy();
    await view.user.click(button('condição'));
    const added = screen.getByRole('group', { name: 'etiqueta do cliente é um de' });
    expect(added.contains(document.activeElement)).toBe(true);
    expect(screen.queryByText(/^Sem condição: age em todo evento/u)).toBeNull();
    expect(button('grupo de condições')).toBeTruthy();
    await view.user.click(button(/^Tirar a condição/u));
    expect(screen.getByText(/^Sem condição: age em todo evento/u)).toBeTruthy();
  });

  test('two groups -> joined by all or any, said between them; any in a group is its own', async () => {
    const tests = [{ ...NEW_TEST, values: ['1'] }];
    const group = { join: 'all', tests } as const;
    const view = await edit({ condition: { join: 'all', groups: [group, group] } });
    expect(screen.getByText('e', { selector: 'b' })).toBeTruthy();
    await choose(view, /Como juntar os grupos$/u, 'qualquer grupo');
    expect(screen.getByText('ou', { selector: 'b' })).toBeTruthy();
    const [, second] = screen.getAllByRole('group', { name: 'todas destas for verdade' });
    await view.user.click(within(second ?? document.body).getByRole('button', { name: /Se$/u }));
    await view.user.click(await screen.findByRole('option', { name: 'qualquer' }));
    const expected = { join: 'any', groups: [{ join: 'all' }, { join: 'any' }] };
    expect(await saved(view)).toMatchObject({ condition: expected });
    const [first] = screen.getAllByRole('button', { name: 'Tirar o grupo' });
    await view.user.click(first ?? document.body);
    expect(screen.queryByRole('button', { name: /Como juntar os grupos$/u })).toBeNull();
  });

  test('as many as there may be -> no more can be added', async () => {
    const tests = Array.from({ length: RULE_TESTS_MAX }, () => ({ ...NEW_TEST, values: ['1'] }));
    const groups = Array.from({ length: RULE_GROUPS_MAX }, (_, n) => ({
      join: 'all' as const,
      tests: n === 0 ? tests : [],
    }));
    await edit({ condition: { join: 'all', groups } });
    const off = (name: string) =>
      [...document.querySelectorAll('button')].flatMap((each) => (each.textContent === name ? each.disabled : []));
    expect(off('condição').slice(0, 2)).toEqual([true, false]);
    expect(off('grupo de condições')).toEqual([true]);
  });

  test('another comparison -> of several values the first stays where one is compared, none where none is', async () => {
    const view = await edit(one({ field: 'field', field_id: '20', comparison: 'number', op: 'is', values: ['5'] }));
    await choose(view, /Como comparar$/u, 'maior que');
    expect(await saved(view)).toMatchObject(condition([{ op: 'above', values: ['5'] }]));
    await choose(view, /Como comparar$/u, 'está vazio');
    expect(screen.queryByRole('textbox', { name: 'Valor' })).toBeNull();
    expect(await saved(view)).toMatchObject(condition([{ op: 'empty', values: [] }]));
  });

  test('the company’s own fields -> compared as their types are; a comma is a point on the wire', async () => {
    const view = await edit(one({ values: ['1'] }));
    await choose(view, /O que comparar$/u, 'Idade');
    await view.user.type(screen.getByRole('textbox', { name: 'Valor' }), '12,5');
    expect(await saved(view)).toMatchObject(
      condition([{ field: 'field', field_id: '20', comparison: 'number', op: 'is', values: ['12.5'] }]),
    );
    await view.user.clear(screen.getByRole('textbox', { name: 'Valor' }));
    expect(await saved(view)).toMatchObject(condition([{ values: [] }]));
    await choose(view, /O que comparar$/u, 'Plano');
    await choose(view, /Valor$/u, 'Total');
    expect(await saved(view)).toMatchObject(condition([{ field_id: '21', comparison: 'choice', values: ['Total'] }]));
    await choose(view, /O que comparar$/u, 'Vence');
    await choose(view, /Como comparar$/u, 'antes de');
    expect(await screen.findByRole('group', { name: 'Valor' })).toBeTruthy();
  });

  test('yes or no -> yes first; a kind of message -> one of its own', async () => {
    const view = await edit(one({ values: ['1'] }));
    await choose(view, /O que comparar$/u, 'departamento aberto agora');
    expect(await saved(view)).toMatchObject(condition([{ field: 'open', comparison: 'boolean', values: ['true'] }]));
    await choose(view, /Valor$/u, 'não');
    expect(await saved(view)).toMatchObject(condition([{ values: ['false'] }]));
    await choose(view, /O que comparar$/u, 'tipo da mensagem');
    await choose(view, /Valor$/u, 'áudio');
    expect(await saved(view)).toMatchObject(condition([{ field: 'kind', values: ['audio'] }]));
  });
});

test('a wait -> half an hour at first, kept while another event is looked at; a tag’s event -> of some tags', async () => {
  const view = await edit({});
  await choose(view, /Quando$/u, 'Cliente espera resposta há um tempo');
  const minutes = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Minutos de espera' });
  expect(minutes().value).toBe('30');
  await view.user.clear(minutes());
  await view.user.type(minutes(), '45');
  await choose(view, /Quando$/u, 'Etiqueta acrescentada ao cliente');
  expect(screen.queryByRole('textbox', { name: 'Minutos de espera' })).toBeNull();
  await choose(view, /Só estas etiquetas/u, 'Ouro');
  expect(await saved(view)).toMatchObject({ event: { on: 'customer.tagged', ids: ['1'], minutes: null } });
  await choose(view, /Quando$/u, 'Cliente espera resposta há um tempo');
  expect(minutes().value).toBe('45');
});

describe('actions', () => {
  test('added -> the focus is in it; taken away -> at the one in its place, at last at what adds one', async () => {
    const view = await edit({ actions: [QUEUE, FINISH] });
    await view.user.click(button('ação'));
    expect(document.activeElement).toBe(button(/Ação 3$/u));
    await view.user.click(button('Tirar a ação 1'));
    expect(document.activeElement).toBe(button('Mover a ação 1 para baixo'));
    await view.user.click(button('Tirar a ação 2'));
    await view.user.click(button('Tirar a ação 1'));
    expect(document.activeElement).toBe(button('ação'));
  });

  test('the first can’t go up, the last not down; as many as there may be -> no more', async () => {
    const actions = Array.from({ length: RULE_ACTIONS_MAX }, (_, n) => (n % 2 === 0 ? QUEUE : FINISH));
    await edit({ actions });
    const off = (name: string) => button(name).disabled;
    expect([off('Mover a ação 1 para cima'), off('Mover a ação 1 para baixo')]).toEqual([true, false]);
    const last = RULE_ACTIONS_MAX;
    expect([off(`Mover a ação ${last} para cima`), off(`Mover a ação ${last} para baixo`)]).toEqual([false, true]);
    expect(off('ação')).toBe(true);
  });

  test('finishing without an outcome can be chosen; a field’s value isn’t taken for a message', async () => {
    const view = await edit({ actions: [{ do: 'field', id: '20', text: '30' }, FINISH] });
    await choose(view, /Ação 1$/u, 'Anotar no ticket');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Texto' }).value).toBe('');
    await view.user.type(screen.getByRole('textbox', { name: 'Texto' }), 'Oi');
    await choose(view, /Ação 1$/u, 'Enviar mensagem');
    expect(screen.getByDisplayValue('Oi')).toBeTruthy();
    expect(screen.getByText(/^Pode ter \{\{/u)).toBeTruthy();
    expect(button(/Sem desfecho.*Finalizar ticket$/u)).toBeTruthy();
    expect(await saved(view)).toMatchObject({
      actions: [
        { do: 'send', text: 'Oi' },
        { do: 'finish', id: null },
      ],
    });
  });
});

describe('the bench', () => {
  const TRIAL: RuleBench['trials'][number] = {
    position: 1,
    at: START,
    customer: { id: '5', name: 'Rosa' },
    chatTicket: null,
    text: 'Oi',
    kind: null,
    verdict: 'matched',
    misses: [],
    steps: [],
    by: null,
    actedAt: null,
  };
  const words: RuleTest = { field: 'text', field_id: null, comparison: 'words', op: 'has', values: ['procon'] };
  const bench = () => within(screen.getByRole('complementary', { name: 'Bancada' }));
  async function tried(view: View, trials: readonly object[], loop: RuleBench['loop'] = null) {
    const asked = () => view.given('list.fetch').findLast(({ list }) => list === 'rule.bench')?.query.filters ?? {};
    await waitFor(() => expect(asked()['definition']).toBeTruthy());
    const { definition = '' } = asked();
    const rows = trials.map((trial, n) => ({ ...TRIAL, position: n, ...trial }));
    const counts = { matched: 1, missed: 0, unreached: 2 };
    act(() => view.answer({ list: 'rule.bench', rows: [{ definition, ...counts, trials: rows, loop }], total: 1 }));
  }
  const reasons = () =>
    bench()
      .getAllByRole('listitem')
      .map((row) => row.querySelector('small')?.textContent);

  test('each event says why: what it would do, what was missed, that it acted, who stopped it', async () => {
    const tagged: RuleTest = { ...NEW_TEST, values: ['1'] };
    const view = await edit({ condition: { join: 'all', groups: [{ join: 'all', tests: [words, tagged] }] } });
    const missed = { verdict: 'missed' };
    await tried(view, [
      {
        steps: [
          { do: 'queue', id: null, skipped: null },
          { do: 'tag', id: '1', skipped: 'same' },
        ],
      },
      { ...missed, misses: [{ group: 0, test: 0, actual: 'Oi' }] },
      { ...missed, misses: [{ group: 0, test: 1, actual: '1,9' }] },
      { ...missed, misses: [{ group: 0, test: 1, actual: null }] },
      missed,
      { verdict: 'once', actedAt: START },
      { verdict: 'unreached', by: 'Procon' },
    ]);
    expect(reasons()).toEqual([
      'Faria: Voltar para a fila, Acrescentar etiqueta: Ouro (já estava assim)',
      'Esperava: texto contém “procon”',
      'etiqueta do cliente: Ouro, não existe mais. Esperava: é um de Ouro',
      'etiqueta do cliente: nada. Esperava: é um de Ouro',
      'Mensagem recebida do cliente',
      expect.stringMatching(/^Uma vez por ticket: agiu em /u),
      '“Procon” mandou parar aqui',
    ]);
    const verdicts = ['Casou', 'Não casou', 'Já agiu', 'Parou antes'];
    expect(verdicts.map((verdict) => bench().getAllByText(verdict).length)).toEqual([1, 4, 1, 1]);
    expect(bench().getByRole('status').textContent).toBe('1 casou0 não casaram2 não chegaram a ela');
  });

  test('no event -> said; it would cause itself -> by what; something is missing -> nothing is tried', async () => {
    const view = await edit({});
    await tried(
      view,
      [],
      [
        { name: 'Elogio', do: 'queue', on: 'ticket.transferred' },
        { name: 'Procon', do: 'queue', on: 'message.received' },
      ],
    );
    expect(bench().getByText('Nenhum evento deste tipo entre os últimos da empresa.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe(
      'Dispararia a si mesma: “Elogio” (Voltar para a fila) causa “Ticket transferido ou de volta à fila”; ' +
        '“Procon” (Voltar para a fila) causa “Mensagem recebida do cliente” → de volta a “Elogio”',
    );
    await view.user.click(button('Tirar a ação 1'));
    expect(bench().getByRole('status').textContent).toBe('Complete a regra para testá-la.');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the order', () => {
  const row = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`, 'u') });
  const put = (view: View) => view.given('form.save').findLast(({ form }) => form === 'rule.order')?.values['ids'];

  test('Alt and an arrow moves one and says where to; at the ends, and while some are searched, nothing', async () => {
    const view = await edit({}, '/rules');
    expect(fireEvent.keyDown(row('Procon'), { key: 'ArrowUp', altKey: true })).toBe(false);
    fireEvent.keyDown(row('Horário'), { key: 'ArrowDown', altKey: true });
    expect(fireEvent.keyDown(row('Procon'), { key: 'ArrowDown' })).toBe(true);
    expect(put(view)).toBeUndefined();
    fireEvent.keyDown(row('Procon'), { key: 'ArrowDown', altKey: true });
    expect(put(view)).toEqual(['8', '7', '9']);
    expect(screen.getByText('Procon: posição 2 de 3').getAttribute('role')).toBe('status');
    act(() => view.save('rule.order', 'all', 'all', []));
    const count = view.given('form.save').length;
    await view.user.type(screen.getByRole('searchbox'), 'o{Enter}');
    fireEvent.keyDown(row('Elogio'), { key: 'ArrowDown', altKey: true });
    expect(view.given('form.save')).toHaveLength(count);
    await view.user.clear(screen.getByRole('searchbox'));
    await view.user.type(screen.getByRole('searchbox'), 'zzz{Enter}');
    expect(screen.getByText('Nenhuma regra com este nome')).toBeTruthy();
  });

  test('dragged onto another -> in its place; back onto itself -> nothing', async () => {
    const view = await edit({}, '/rules');
    const [first, second, third] = screen.getAllByRole('listitem');
    if (first === undefined || second === undefined || third === undefined) throw new Error('Too few rules');
    fireEvent.dragStart(first);
    fireEvent.dragOver(second);
    expect(second.dataset['over']).toBe('true');
    fireEvent.dragOver(first);
    fireEvent.drop(first);
    fireEvent.dragEnd(first);
    expect([put(view), first.dataset['over']]).toEqual([undefined, undefined]);
    fireEvent.dragStart(first);
    expect(fireEvent.dragOver(third)).toBe(false);
    fireEvent.drop(third);
    expect(put(view)).toEqual(['8', '9', '7']);
  });

  test('how often it acted, its switch, and why that was refused', async () => {
    const view = await edit({}, '/rules');
    expect(screen.getByText('agiu 2 vezes em 7 dias')).toBeTruthy();
    await view.user.click(screen.getByRole('switch', { name: 'Ativa: Elogio' }));
    expect(view.given('form.save').at(-1)).toMatchObject({
      form: 'rule.activate',
      key: '8',
      values: { is_active: false },
    });
    act(() => view.refuse('rule.activate', '8', 'error.network'));
    expect(screen.getByRole('alert').closest('li')?.textContent).toContain('Elogio');
  });
});

describe('what can be done with a rule', () => {
  const more = async ({ user }: View) => {
    await user.click(button('Mais ações da regra'));
    const entries = await screen.findAllByRole('menuitem');
    return entries.map(({ textContent, ariaDisabled }) => [textContent, ariaDisabled === 'true']);
  };

  test('the last one isn’t moved down; it is deleted after a question, which leads back', async () => {
    const view = await edit({}, '/rules?id=9');
    act(() => view.load('rule', '9', { name: 'Horário', definition: { ...NEW_RULE }, is_active: true }, '1'));
    expect(await more(view)).toEqual([
      ['Mover para cima', false],
      ['Mover para baixo', true],
      ['Duplicar', false],
      ['Execuções', false],
      ['Excluir', false],
    ]);
    await view.user.click(screen.getByRole('menuitem', { name: 'Excluir' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir “Horário”?' }));
    await view.user.click(dialog.getByRole('button', { name: 'Excluir' }));
    expect(view.given('form.save').at(-1)).toMatchObject({ form: 'rule.delete', key: '9' });
    act(() => view.save('rule.delete', '9', '9', ['rules']));
    await waitFor(() => expect(where()).toBe('/rules'));
  });

  test('duplicated, and its executions -> each its own address', async () => {
    const view = await edit({});
    await more(view);
    await view.user.click(screen.getByRole('menuitem', { name: 'Duplicar' }));
    expect(where()).toBe('/rules?id=new&copy=8');
    expect(screen.getByDisplayValue('Elogio (cópia)')).toBeTruthy();
    view.unmount();
    const other = await edit({});
    await more(other);
    await other.user.click(screen.getByRole('menuitem', { name: 'Execuções' }));
    expect(where()).toBe('/rules?view=executions&rule=8');
    expect(other.given('list.fetch').findLast(({ list }) => list === 'rule.executions')?.query.filters).toEqual({
      rule: '8',
    });
  });

  test('a new one is saved -> its own address, in place of that of a new one', async () => {
    const view = await edit({}, '/rules?id=new');
    await view.user.type(screen.getByRole('textbox', { name: /^Nome/u }), 'Nova');
    await view.user.click(button('Salvar'));
    act(() => view.save('rule', 'new', '12', ['rules']));
    await waitFor(() => expect(where()).toBe('/rules?id=12'));
  });
});
