import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { rulesArea } from '../../src/i18n/areas/rules.ts';
import type { RuleExecution } from '../../src/machines/entities/rules.ts';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import { TicketRules } from '../../src/views/attendance/rules/TicketRules.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { START, aTicket, anaViewing, brunoViewing } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const ticket = aTicket({ owner: null });
const tagged: RuleExecution = {
  id: '90',
  at: START,
  rule: { id: '5', name: 'Marca VIP' },
  number: 1,
  event: 'message.received',
  outcome: 'partly',
  steps: [
    { do: 'tag', id: '3', skipped: null },
    { do: 'finish', id: null, skipped: 'owned' },
  ],
  causes: [],
  chatTicket: null,
  customer: null,
};

async function show(viewer: Viewer, executions: readonly RuleExecution[]) {
  const view = await renderScreen(
    <AreasContext value={{ loaded: [rulesArea], failure: undefined, request: () => undefined }}>
      <TicketRules ticket={ticket} />
    </AreasContext>,
    { viewer },
  );
  if (viewer === anaViewing) act(() => view.append({ type: 'permissions.listed', routes: ['chat', 'rules'] }));
  const facts = { ticket: Number(ticket.id) };
  act(() => view.answer({ list: 'chat.rules', rows: [...executions], total: executions.length, facts }));
  return view;
}

test('a rule acted -> what it did and why not; its name leads to it for those who may change it', async () => {
  const view = await show(anaViewing, [tagged]);
  const section = within(await screen.findByRole('region', { name: 'Regras' }));
  // Asked for by an effect, which may come after what is awaited above.
  await waitFor(() => expect(view.given('list.fetch').map(({ list }) => list)).toContain('rule.choices'));
  act(() =>
    view.answer({
      list: 'rule.choices',
      rows: [{ kind: 'tag', id: '3', name: 'VIP', detail: null, options: [] }],
      total: 1,
    }),
  );
  expect(section.getByRole('link', { name: 'Marca VIP' }).getAttribute('href')).toBe('/rules?id=5');
  for (const said of ['Feita em parte', /Mensagem recebida do cliente/u, /: VIP$/u, /\(uma pessoa atende\)$/u])
    expect(section.getByText(said)).toBeTruthy();
});

test('an attendant -> sees the same without a link, and asks for nothing that isn’t theirs', async () => {
  const view = await show(brunoViewing, [tagged]);
  const section = within(await screen.findByRole('region', { name: 'Regras' }));
  expect(section.getByText('Marca VIP')).toBeTruthy();
  expect(section.queryByRole('link')).toBeNull();
  expect(view.given('list.fetch').map(({ list }) => list)).toEqual(['chat.rules']);
});

test('many executions -> the last ones, all when asked for; another one -> is fetched', async () => {
  const view = await show(
    anaViewing,
    Array.from({ length: 5 }, (_, at) => ({ ...tagged, id: `${90 - at}`, rule: { id: `${at}`, name: `Regra ${at}` } })),
  );
  const section = within(await screen.findByRole('region', { name: 'Regras' }));
  expect(section.getAllByRole('link')).toHaveLength(3);
  await userEvent.click(section.getByRole('button', { name: 'Ver todas (5)' }));
  expect(section.getAllByRole('link')).toHaveLength(5);
  act(() =>
    view.append({ type: 'list.updated', what: 'ticket_rules', stream: { epoch: 'e', seq: 1, prev: 0, id: '1' } }),
  );
  expect(view.given('list.fetch').filter(({ list }) => list === 'chat.rules')).toHaveLength(2);
});

test('no rule acted -> nothing stands there', async () => {
  await show(anaViewing, []);
  expect(screen.queryByText('Regras')).toBeNull();
});
