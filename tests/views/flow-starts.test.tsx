import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SMS_MAX_LENGTH } from '../../contract/facts/channels.ts';
import type { ActiveFlow, FlowStart } from '../../src/machines/entities/flow-starts.ts';
import { ActiveFlowsScreen } from '../../src/views/administration/flow-starts/ActiveFlowsScreen.tsx';
import { LaunchDialog } from '../../src/views/administration/flow-starts/LaunchDialog.tsx';
import { NewActiveFlowDialog } from '../../src/views/administration/flow-starts/NewActiveFlowDialog.tsx';
import { StartsTable } from '../../src/views/administration/flow-starts/StartsTable.tsx';
import { START, anInstance } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';
import { template } from './campaign-wizard-support.tsx';
import { expectExplained } from './numbers-support.ts';

const FLOW: ActiveFlow = {
  id: '7',
  name: 'Cobrança',
  is_active: true,
  is_archived: false,
  bot_name: null,
  number: 2,
  has_draft: false,
  running: 0,
  channel: 'whatsapp',
  instance_ids: [],
  starts_from: 8,
  starts_to: 20,
  requires_consent: true,
  key_hint: null,
  counts: { waiting: 0, started: 0, skipped: 0, reasons: [] },
  launches: [],
  campaigns: [],
  version: '1',
};
const START_OF: FlowStart = {
  id: '90',
  source: 'audience',
  status: 'started',
  reason: null,
  customer_id: '1',
  customer_name: 'Rosa',
  ticket_id: null,
  createdAt: START,
  settledAt: START,
};

function Visits() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setThere(!isThere)}>
        Ir e vir
      </button>
      {isThere && <StartsTable flow={FLOW} />}
    </>
  );
}

/** A launch that can be come back to. */
function Launches({ flow }: { readonly flow: ActiveFlow }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? (
    <LaunchDialog flow={flow} onClose={() => setOpen(false)} />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Iniciar para um público
    </button>
  );
}

test('its starts are left on a later page -> they begin with the newest again', async () => {
  const view = await renderScreen(<Visits />);
  const asked = () => view.given('list.fetch').findLast(({ list }) => list === 'flow.starts')?.query.filters;
  act(() => view.answer({ list: 'flow.starts', rows: [START_OF], total: 40, facts: { flow: 7, more: 1 } }));
  await userEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
  expect(asked()).toEqual({ flow: '7', before: '90' });
  await userEvent.click(screen.getByRole('button', { name: 'Ir e vir' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ir e vir' }));
  expect(asked()).toEqual({ flow: '7' });
});

test('it was found by a search in the list, and has another name since -> it isn’t said to be gone', async () => {
  const view = await renderScreen(<ActiveFlowsScreen />, { at: '/active-chat-flow' });
  const answer = (rows: ActiveFlow[]) => act(() => view.answer({ list: 'flow.active', rows, total: rows.length }));
  answer([FLOW]);
  await userEvent.type(screen.getByRole('searchbox'), 'cobrança{Enter}');
  answer([FLOW]);
  await userEvent.click(screen.getByText('Cobrança'));
  const counts = { waiting: 1, started: 4, skipped: 3, reasons: [{ reason: 'blocked', count: 3 } as const] };
  answer([{ ...FLOW, counts, name: 'Lembrete', campaigns: [{ id: '70', name: 'Natal' }] }]);
  act(() => view.append({ type: 'permissions.listed', routes: ['active-chat-flow', 'campaigns'] }));
  expect(screen.getByRole('button', { name: 'Desligar a campanha Natal' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: /^Lembrete/u })).toBeTruthy();
  expectExplained(
    view.events,
    ['counts.started', 'counts.reasons.blocked.count'].map((path) => `row:flow.active:${path}:${FLOW.id}`),
  );
  expect(view.given('list.fetch').findLast(({ list }) => list === 'flow.active')?.query.search).toBe('');
});

test('an audience is chosen -> how many it reaches is said before the launch', async () => {
  const view = await renderScreen(<LaunchDialog flow={FLOW} onClose={() => undefined} />);
  const rows = ['Inativos', 'VIP'].map((name, at) => ({ id: `${at + 3}`, name, updatedAt: START, groups: 0 }));
  act(() => view.answer({ list: 'choices.audiences', rows, total: 2 }));
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: /Público/u }));
    await userEvent.click(screen.getByRole('option', { name }));
  };
  const answer = (id: number, total: number, isPartial: boolean) =>
    act(() => {
      const row = { total, base: 90, whatsapp: total - 1, sms: 0, unreachable: 0, isPartial };
      view.answer({ list: 'audience.reach', rows: [row], total: 1, facts: { audience: id } });
    });
  await choose('Inativos');
  expect(screen.getByText('Contando clientes…')).toBeTruthy();
  answer(3, 40, false);
  expect(screen.getByText('40 clientes agora: 39 com WhatsApp liberado.')).toBeTruthy();
  await choose('VIP');
  expect(screen.getByText('Contando clientes…')).toBeTruthy();
  answer(4, 1, true);
  expect(screen.getByText(/ainda está se enchendo: 1 cliente até aqui, 0 com/u)).toBeTruthy();
});

test('a flow by SMS -> how many SMS reaches; looked at again, what was counted before isn’t now', async () => {
  const view = await renderScreen(<Launches flow={{ ...FLOW, channel: 'sms' }} />);
  const rows = [{ id: '3', name: 'Inativos', updatedAt: START, groups: 0 }];
  act(() => view.answer({ list: 'choices.audiences', rows, total: 1 }));
  const choose = async () => {
    await userEvent.click(screen.getByRole('button', { name: /Público/u }));
    await userEvent.click(screen.getByRole('option', { name: 'Inativos' }));
  };
  await choose();
  const row = { total: 20, base: 90, whatsapp: 5, sms: 18, unreachable: 0, isPartial: false };
  act(() => view.answer({ list: 'audience.reach', rows: [row], total: 1, facts: { audience: 3 } }));
  expect(screen.getByText('20 clientes agora: 18 com SMS liberado.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  const question = within(screen.getByRole('dialog', { name: 'Descartar alterações?' }));
  await userEvent.click(question.getAllByRole('button', { name: 'Descartar' }).at(-1) ?? expect.unreachable());
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar para um público' }));
  await choose();
  expect(screen.getByText('Contando clientes…')).toBeTruthy();
});

test('a new flow’s name is typed, then Escape -> it is asked before it is lost', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  await renderScreen(<NewActiveFlowDialog onMade={() => undefined} onClose={onClose} />);
  await user.type(screen.getByRole('textbox', { name: /^Nome/u }), 'Cobrança');
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  const question = within(screen.getByRole('dialog', { name: 'Descartar alterações?' }));
  await user.click(question.getByRole('button', { name: 'Descartar' }));
  expect(onClose).toHaveBeenCalled();
});

test('a new flow’s text by SMS -> it says what is too long, and asks before the text is lost', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  const view = await renderScreen(<NewActiveFlowDialog onMade={() => undefined} onClose={onClose} />);
  act(() => view.append({ type: 'instances.listed', instances: [anInstance({ sms: true })] }));
  await user.click(screen.getByRole('textbox', { name: /^Primeira mensagem/u }));
  await user.paste(`{{first_name}}${'x'.repeat(SMS_MAX_LENGTH)}`);
  expect(screen.queryByText('Use no máximo 1.520 caracteres.')).toBeNull();
  await user.paste('x');
  expect(screen.getByText('Use no máximo 1.520 caracteres.')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog', { name: 'Descartar alterações?' })).toBeTruthy();
});

test('a first message with a file at its top -> asked for, and sent along', async () => {
  const user = userEvent.setup({ applyAccept: false });
  const view = await renderScreen(<NewActiveFlowDialog onMade={() => undefined} onClose={() => undefined} />);
  act(() => view.append({ type: 'instances.listed', instances: [anInstance({ id: '5' })] }));
  const rows = [{ ...template, headerFile: 'document', variables: [] } as const];
  act(() => view.answer({ list: 'chat.templates', rows, total: 1, facts: { instance: 5 } }));
  await user.type(screen.getByRole('textbox', { name: /^Nome/u }), 'Catálogo');
  await user.click(screen.getByRole('button', { name: /Primeira mensagem/u }));
  await user.click(screen.getByRole('option'));
  const make = () => user.click(screen.getByRole('button', { name: 'Criar e editar passos' }));
  await make();
  expect(screen.getByText('Preencha este campo.')).toBeTruthy();
  const input = document.querySelector<HTMLInputElement>('input[data-file-field]') ?? document.body;
  await user.upload(input, new File(['%PDF-1.7'], 'tabela.pdf', { type: 'application/pdf' }));
  await waitFor(() => expect(view.given('form.save').at(-1)?.form).toBe('campaign.file'));
  const { key = '' } = view.given('form.save').at(-1) ?? {};
  act(() => view.save('campaign.file', key, '40', []));
  await make();
  const made = view.given('form.save').at(-1);
  expect(made?.form).toBe('flow.new');
  expect(made?.values['flow']).toMatchObject({
    nodes: { convite: { content: { template_id: template.id, file_id: '40' } } },
  });
});
