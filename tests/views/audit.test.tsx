import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { accessArea } from '../../src/i18n/areas/access.ts';
import { administrationArea } from '../../src/i18n/areas/administration.ts';
import { administrationErrorsArea } from '../../src/i18n/areas/administration-errors.ts';
import { channelArea } from '../../src/i18n/areas/channel.ts';
import { departmentsArea } from '../../src/i18n/areas/departments.ts';
import { reportsArea } from '../../src/i18n/areas/reports.ts';
import { rolesArea } from '../../src/i18n/areas/roles.ts';
import { settingsArea } from '../../src/i18n/areas/settings.ts';
import { tenantsArea } from '../../src/i18n/areas/tenants.ts';
import { AccessScreen } from '../../src/views/administration/access/AccessScreen.tsx';
import { AdministrationScreens } from '../../src/views/administration/AdministrationScreens.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';
import { typeDate } from './date-support.ts';

const areasOfAccess = [
  accessArea,
  administrationArea,
  administrationErrorsArea,
  channelArea,
  departmentsArea,
  reportsArea,
  rolesArea,
  settingsArea,
  tenantsArea,
];

describe('the audit', () => {
  it('opened: whom it concerns and what changed, in words; what these texts do not know stays readable', async () => {
    const view = await renderScreen(<AccessScreen />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Auditoria' }));
    const entry = { at: START, user: null, address: null, requestId: null, names: [] };
    act(() =>
      view.answer({
        list: 'audit',
        rows: [
          {
            ...entry,
            id: '1',
            action: 'setting.change',
            subject: 'setting:invitation_days',
            details: '{"from":7,"to":3}',
          },
          {
            ...entry,
            id: '2',
            action: 'role.permissions',
            subject: 'role:9',
            details: '{"name":"Líder","given":["users"],"taken":[],"newer_thing":true}',
          },
          {
            ...entry,
            id: '3',
            action: 'ticket.give',
            subject: 'ticket:12',
            details: '{"user":"92","department":"7","acting_for":{"tenant":"balcao","user":"suporte@balcao.example"}}',
            names: [
              { of: 'ticket:12', name: '20261121-0007' },
              { of: 'user:92', name: 'Bruno Lima' },
              { of: 'company:balcao', name: 'Balcão' },
            ],
          },
          {
            ...entry,
            id: '4',
            action: 'setting.revert',
            subject: 'setting:lock_minutes',
            details: '{"from":5,"to":0}',
          },
          {
            ...entry,
            id: '5',
            action: 'setting.change',
            subject: 'setting:protocol_phone',
            details: '{"from":"full","to":"masked"}',
          },
          { ...entry, id: '6', action: 'login', subject: 'session:8', details: '{"second_factor":"recovery"}' },
        ],
        total: 6,
      }),
    );
    expect(screen.getByText('Configuração: Validade dos convites')).toBeTruthy();
    expect(screen.getByText('Mudança: 7 → 3')).toBeTruthy();
    expect(screen.getByText('Mudança: 5 → Cada um escolhe')).toBeTruthy();
    expect(screen.getByText('Mudança: Número inteiro → Só os últimos dígitos')).toBeTruthy();
    expect(screen.getByText('Segunda etapa: Código de recuperação')).toBeTruthy();
    await user.click(screen.getByText('Perfil 9'));
    const dialog = screen.getByRole('dialog', { name: 'Mudou permissões' });
    expect(dialog.textContent).toContain('Permissões dadasUsuários');
    expect(dialog.textContent).toContain('Newer thingSim');
    await user.keyboard('{Escape}');
    expect(screen.getByText('suporte@balcao.example (Balcão)')).toBeTruthy();
    await user.click(screen.getByText('Atendimento: 20261121-0007 (12)'));
    const given = screen.getByRole('dialog', { name: 'Distribuiu atendimento' });
    expect(given.textContent).toContain('UsuárioBruno Lima (92)');
    // Deleted, so that it has no name any more.
    expect(given.textContent).toContain('Departamento7');
  });
});

describe('the filters of the audit', () => {
  it('logins -> all that is coming and going; chosen days -> both included, and gone with another period; by the company’s clock', async () => {
    const view = await renderScreen(
      <AreasContext value={{ loaded: areasOfAccess, failure: undefined, request: () => undefined }}>
        <AdministrationScreens />
      </AreasContext>,
      { at: '/access' },
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: 'Auditoria' }));
    const calendar = { timezone: 'Asia/Tokyo', today: '2026-03-13' };
    act(() => view.answer({ list: 'report.calendar', rows: [calendar], total: 1 }));
    const entry = { user: null, address: null, requestId: null, names: [], subject: null, details: '{}' };
    const at = Date.parse('2026-03-12T23:48:00+09:00');
    act(() => view.answer({ list: 'audit', rows: [{ ...entry, id: '1', action: 'login', at }], total: 1 }));
    expect(screen.getByText('12 mar. 2026 23:48')).toBeTruthy();
    const asked = () => view.given('list.fetch').findLast(({ list }) => list === 'audit')?.query.filters;
    await user.click(screen.getByRole('button', { name: 'Ação: Todas' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Entradas e saídas' }));
    expect(asked()?.['action']?.split(',')).toEqual(
      expect.arrayContaining(['login', 'login.', 'logout', 'tenant.enter']),
    );
    await user.click(screen.getByRole('button', { name: 'Período: Todo o período' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Escolher dias…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Escolher o período' });
    for (const [label, day] of [
      ['Primeiro dia', '2026-03-10'],
      ['Último dia', '2026-03-11'],
    ] as const)
      await typeDate(label, day);
    await user.click(within(dialog).getByRole('button', { name: 'Mostrar' }));
    const { from = '', to = '' } = asked() ?? {};
    expect([from, to]).toEqual([
      new Date('2026-03-10T00:00:00+09:00').toISOString(),
      new Date('2026-03-12T00:00:00+09:00').toISOString(),
    ]);
    await user.click(screen.getByRole('button', { name: /^Período: 10/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Hoje' }));
    expect(Object.keys(asked() ?? {}).toSorted()).toEqual(['action', 'from']);
    // Midnight in Tokyo.
    expect(asked()?.['from']).toMatch(/T15:00:00\.000Z$/u);
  });
});
