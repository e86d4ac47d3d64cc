import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { DynamicSetting } from '../../src/machines/entities/support.ts';
import { SettingsScreen } from '../../src/views/administration/settings/SettingsScreen.tsx';
import { anaViewing, brunoViewing } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const session: DynamicSetting = {
  id: 'session_hours',
  group: 'security',
  type: 'duration',
  unit: 'hours',
  min: 1,
  max: 24,
  options: [],
  usual: 12,
  value: 8,
  isUsual: false,
  changedBy: 'Bruno',
  changedAt: Date.UTC(2026, 2, 1, 15, 30),
  version: 'v1',
};
const usual = { isUsual: true, changedBy: null, changedAt: null } as const;
const transfer: DynamicSetting = {
  ...session,
  ...usual,
  id: 'transfer_after_minutes',
  group: 'attendance',
  type: 'number',
  unit: 'minutes',
  min: 0,
  max: 1440,
  usual: 0,
  value: 0,
};
const access: DynamicSetting = {
  ...session,
  ...usual,
  id: 'support_access',
  type: 'boolean',
  unit: null,
  min: null,
  max: null,
  usual: true,
  value: true,
};
const erased: DynamicSetting = { ...session, id: 'invitation_days', unit: 'days', value: 1, usual: 7, changedBy: null };

async function show(viewer = anaViewing) {
  const view = await renderScreen(<SettingsScreen />, { viewer });
  act(() => view.answer({ list: 'settings', rows: [session, access, erased, transfer], total: 4 }));
  return view;
}

const rowOf = (name: string) => {
  const row = screen.getByText(name).closest('li');
  if (row === null) throw new Error(`No row ${name}`);
  return within(row);
};
const actions = (row: ReturnType<typeof rowOf>) => row.queryAllByRole('button').map(({ textContent }) => textContent);

it('settings -> what is in force, who changed it, and back to the usual only for what isn’t', async () => {
  await show();
  const changed = rowOf('Duração da sessão');
  expect(changed.getByText('8 horas')).toBeTruthy();
  expect(changed.getByText('Padrão: 12 horas')).toBeTruthy();
  expect(changed.getByText(/^Alterado por Bruno em .+, às 12:30$/u)).toBeTruthy();
  expect(actions(changed)).toEqual(['Voltar ao padrão', 'Alterar']);
  const kept = rowOf('Acesso do suporte da plataforma');
  expect(kept.getByText('Sim')).toBeTruthy();
  expect(kept.getByText('Padrão')).toBeTruthy();
  expect(actions(kept)).toEqual(['Alterar']);
  expect(rowOf('Validade dos convites').getByText(/^Alterado por alguém em/u)).toBeTruthy();
  expect(rowOf('Validade dos convites').getByText('1 dia')).toBeTruthy();
  expect(rowOf('Transferência automática sem resposta').getByText('Nunca')).toBeTruthy();
});

it('who is no administrator -> changes those of the attendance, not those of security', async () => {
  await show(brunoViewing);
  expect(actions(rowOf('Duração da sessão'))).toEqual([]);
  expect(actions(rowOf('Transferência automática sem resposta'))).toEqual(['Alterar']);
  expect(screen.getAllByText(/Só um administrador/u)).toHaveLength(1);
});

it('back to the usual -> asked with both values, then done', async () => {
  const view = await show();
  const user = userEvent.setup();
  await user.click(screen.getAllByRole('button', { name: 'Voltar ao padrão' })[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog', { name: 'Voltar ao padrão: Duração da sessão' }));
  expect(dialog.getByText('Agora vale 8 horas. Ao confirmar, volta a valer o padrão: 12 horas.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Voltar ao padrão' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'setting.revert', key: 'session_hours' });
});

it('a number out of its range -> said once the field is left, not while it is typed', async () => {
  const view = await show();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Alterar: Duração da sessão' }));
  act(() => view.load('setting', 'session_hours', { value: 8 }, 'v1'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Duração da sessão' }));
  const field = dialog.getByRole('textbox', { name: 'Duração da sessão' });
  const wrong = 'Use um número entre 1 e 24.';
  expect(dialog.getByText('De 1 a 24.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '25');
  expect(dialog.queryByText(wrong)).toBeNull();
  await user.tab();
  expect(dialog.getByText(wrong)).toBeTruthy();
  await user.clear(field);
  await user.type(field, '24');
  await user.tab();
  expect(dialog.queryByText(wrong)).toBeNull();
  await user.clear(field);
  await user.type(field, '0');
  await user.tab();
  expect(dialog.getByText(wrong)).toBeTruthy();
  await user.clear(field);
  await user.type(field, '1');
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)?.values).toMatchObject({ value: 1 });
});
