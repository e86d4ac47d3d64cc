import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { AUDIENCE_DEPTH_MAX, AUDIENCE_LEAVES_MAX } from '../../contract/facts/audiences.ts';
import type { FormValue } from '../../src/machines/entities/forms.ts';
import { useConditions } from '../../src/views/administration/audiences/conditions.ts';
import { ConditionGroup } from '../../src/views/administration/audiences/ConditionGroup.tsx';
import { AudiencesScreen } from '../../src/views/administration/audiences/AudiencesScreen.tsx';
import { renderScreen } from './administration-support.tsx';

/* An audience’s conditions: what each field is compared with, and how they are nested. */

const FIELDS = (['text', 'choice', 'boolean', 'number', 'date'] as const).map((type, n) => ({
  id: `${20 + n}`,
  name: `Campo ${type}`,
  type,
  options: type === 'choice' ? ['Básico', 'Total'] : [],
  position: n,
}));
const isTag = { field: 'tag', op: 'in', value: ['1'] };

async function build(tree: FormValue) {
  const view = await renderScreen(<AudiencesScreen />, { at: '/target-audience?id=5' });
  act(() => view.load('audience', '5', { name: 'Ouro', tree }, '1'));
  act(() => {
    view.append({ type: 'instances.listed', instances: [{ id: '5', name: 'Vendas', active: true }] });
    view.answer({ list: 'choices.tags', rows: [{ id: '1', name: 'Ouro', color: 'green' }], total: 1 });
    view.answer({ list: 'choices.customerFields', rows: FIELDS, total: FIELDS.length });
    view.answer({ list: 'choices.groups', rows: [], total: 0 });
  });
  return { ...view, user: userEvent.setup() };
}
type View = Awaited<ReturnType<typeof build>>;
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
async function choose({ user }: View, name: RegExp, option: string): Promise<void> {
  await user.click(button(name));
  await user.click(await screen.findByRole('option', { name: option }));
}
async function saved(view: View): Promise<unknown> {
  await view.user.click(button('Salvar'));
  const { request = 0, values = {} } = view.given('form.save').at(-1) ?? {};
  const failure = { code: 'INVALID', key: 'error.form.invalid', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'form.refused', form: 'audience', key: '5', request, failure }));
  return values['tree'];
}
const value = (view: View) => view.user.click(button(/Valor$/u));

it.each<[string, string[], object]>([
  ['Etiqueta', ['é um de'], { field: 'tag', op: 'in', value: [] }],
  ['DDD', ['é um de'], { field: 'area_code', op: 'in', value: [] }],
  ['Nome', ['tem a palavra'], { field: 'name', op: 'has', value: '' }],
  ['Último contato', ['há no máximo', 'há mais de'], { field: 'last_contact', op: 'within', value: null }],
  ['Consentimento', ['por WhatsApp', 'por SMS'], { field: 'consent', op: 'whatsapp', value: null }],
  ['Bloqueio', ['é'], { field: 'blocked', op: 'is', value: null }],
  ['Campo text', ['é um de', 'está preenchido'], { field: 'value', field_id: '20', op: 'in', value: [] }],
  ['Campo choice', ['é um de', 'está preenchido'], { field: 'value', field_id: '21', op: 'in', value: [] }],
  [
    'Campo number',
    ['acima de', 'abaixo de', 'é um de', 'está preenchido'],
    { field: 'value', field_id: '23', op: 'above', value: [] },
  ],
  ['Campo date', ['acima de', 'abaixo de', 'está preenchido'], { field: 'value', field_id: '24', op: 'above' }],
])('%s -> compared by %s, empty at first', async (field, ops, empty) => {
  const view = await build({ all: [{ field: 'name', op: 'has', value: 'Ana' }] });
  if (field !== 'Nome') await choose(view, /Campo$/u, field);
  else {
    await choose(view, /Campo$/u, 'DDD');
    await choose(view, /Campo$/u, field);
  }
  await view.user.click(button(/Comparação$/u));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(ops);
  await view.user.keyboard('{Escape}');
  await view.user.click(button('Salvar'));
  expect(view.given('form.save').at(-1)?.values['tree']).toMatchObject({ all: [empty] });
});

it('chosen and typed -> as the wire has them: yes as true, days as a number, a comma as a point, several words', async () => {
  const view = await build({ all: [{ field: 'blocked', op: 'is', value: null }] });
  await value(view);
  await view.user.click(await screen.findByRole('option', { name: 'não bloqueado' }));
  expect(await saved(view)).toEqual({ all: [{ field: 'blocked', op: 'is', value: false }] });
  await choose(view, /Campo$/u, 'Consentimento');
  await value(view);
  await view.user.click(await screen.findByRole('option', { name: 'retirado' }));
  expect(await saved(view)).toEqual({ all: [{ field: 'consent', op: 'whatsapp', value: 'revoked' }] });
  await choose(view, /Campo$/u, 'Cliente');
  await view.user.type(screen.getByRole('textbox', { name: 'Valor' }), '30');
  expect(await saved(view)).toEqual({ all: [{ field: 'created', op: 'within', value: 30 }] });
  await choose(view, /Campo$/u, 'Campo number');
  await view.user.type(screen.getByRole('textbox', { name: 'Valor' }), '1,5');
  expect(await saved(view)).toMatchObject({ all: [{ field_id: '23', op: 'above', value: ['1.5'] }] });
  await choose(view, /Campo$/u, 'DDD');
  await view.user.type(screen.getByRole('textbox', { name: 'Valor' }), '11, 21');
  expect(await saved(view)).toEqual({ all: [{ field: 'area_code', op: 'in', value: ['11', '21'] }] });
});

it('another comparison -> the value stays where it is of the same kind', async () => {
  const view = await build({ all: [{ field: 'last_contact', op: 'within', value: 30 }] });
  await choose(view, /Comparação$/u, 'há mais de');
  expect(await saved(view)).toEqual({ all: [{ field: 'last_contact', op: 'beyond', value: 30 }] });
  await choose(view, /Campo$/u, 'Campo number');
  await view.user.type(screen.getByRole('textbox', { name: 'Valor' }), '5');
  await choose(view, /Comparação$/u, 'abaixo de');
  expect(await saved(view)).toMatchObject({ all: [{ op: 'below', value: ['5'] }] });
  await choose(view, /Comparação$/u, 'está preenchido');
  expect(screen.queryByRole('textbox', { name: 'Valor' })).toBeNull();
  expect(await saved(view)).toMatchObject({ all: [{ op: 'filled', value: [] }] });
});

it('in words: names of what is chosen, yes and no, a field that is gone, and nobody where one of none is asked', async () => {
  await build({
    all: [
      { field: 'instance', op: 'in', value: ['5'] },
      { field: 'value', field_id: '22', op: 'in', value: ['true'] },
      { field: 'value', field_id: '99', op: 'filled', value: [] },
      { field: 'created', op: 'within', value: null },
      { any: [] },
    ],
  });
  const words =
    'Quem atende a: Atendido na instância é um de Vendas; Campo boolean é um de sim; ' +
    'Campo excluído está preenchido; Cliente há no máximo …; (uma de nenhuma condição, ou seja, ninguém).';
  expect(screen.getByText(words)).toBeTruthy();
});

it('a group in one of all is of any, and the other way round; taken away with what is in it', async () => {
  const view = await build({ all: [isTag] });
  await view.user.click(button('Grupo'));
  const inner = within(screen.getByRole('group', { name: 'basta uma' }));
  await view.user.click(inner.getByRole('button', { name: 'Grupo' }));
  expect(inner.getAllByRole('group', { name: 'as condições abaixo' })).toHaveLength(1);
  const [removal] = screen.getAllByRole('button', { name: 'Remover o grupo' });
  await view.user.click(removal ?? document.body);
  expect(screen.queryByRole('group', { name: 'basta uma' })).toBeNull();
});

function Bounded({ leaves, depth }: { readonly leaves: number; readonly depth: number }) {
  const conditions = useConditions();
  return (
    <ConditionGroup
      group={{ kind: 'all', parts: [] }}
      path=""
      depth={depth}
      leaves={leaves}
      conditions={conditions}
      countOf={() => undefined}
      errorOf={() => undefined}
      onChange={() => undefined}
    />
  );
}

it.each([
  [AUDIENCE_LEAVES_MAX - 1, AUDIENCE_DEPTH_MAX - 1, false, false],
  [AUDIENCE_LEAVES_MAX, 1, true, true],
  [1, AUDIENCE_DEPTH_MAX, false, true],
])(
  '%i conditions, %i levels -> no further condition: %s, no further group: %s',
  async (leaves, depth, isFull, isDeep) => {
    await renderScreen(<Bounded leaves={leaves} depth={depth} />);
    expect([button('Condição').disabled, button('Grupo').disabled]).toEqual([isFull, isDeep]);
  },
);

it('the count: its share of the base, that it is partial, and other customers of the sample', async () => {
  const view = await build({ all: [isTag] });
  const count = () => view.given('list.fetch').findLast(({ list }) => list === 'audience.count')?.query.filters['tree'];
  await waitFor(() => expect(count()).toBe(JSON.stringify({ all: [isTag] })));
  const nina = {
    id: '7',
    name: '5511984000031',
    phone: '5511984000031',
    image: null,
    email: null,
    tags: [],
    isBlocked: false,
    createdAt: 0,
    lastContactAt: null,
  };
  const found = { total: 250, base: 1_000, whatsapp: 200, sms: 30, unreachable: 20 };
  act(() => {
    view.answer({ list: 'audience.count', rows: [{ ...found, isPartial: true }], total: 1 });
    view.answer({ list: 'audience.sample', rows: [nina], total: 1 });
  });
  const card = within(screen.getByRole('complementary', { name: 'O que as condições encontram' }));
  expect(card.getByText(/^de 1\.000 na base · 25\s?%$/u)).toBeTruthy();
  expect(card.getByText(/^A contagem ainda não está completa/u)).toBeTruthy();
  // Who has no name is called by their number.
  await view.user.click(card.getByRole('button', { name: /\+55 11 98400-0031/u }));
  expect(card.getByRole('button', { name: /\+55 11 98400-0031/u }).getAttribute('aria-pressed')).toBe('true');
  const place = () =>
    view.given('list.fetch').findLast(({ list }) => list === 'audience.sample')?.query.filters['place'];
  await view.user.click(card.getByRole('button', { name: 'Sortear outros' }));
  const first = Number(place());
  act(() => view.answer({ list: 'audience.sample', rows: [nina], total: 1 }));
  await view.user.click(card.getByRole('button', { name: 'Sortear outros' }));
  expect([first > 0 && first < 1, Number(place()) !== first && Number(place()) < 1]).toEqual([true, true]);
  act(() => view.append({ type: 'list.outdated', list: 'audience.count' }));
  const none = { total: 0, base: 0, whatsapp: 0, sms: 0, unreachable: 0, isPartial: false };
  act(() => view.answer({ list: 'audience.count', rows: [none], total: 1 }));
  expect(card.getByText(/^de 0 na base · 0\s?%$/u)).toBeTruthy();
});
