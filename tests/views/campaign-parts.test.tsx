import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CAMPAIGN_BATCHES_MAX } from '../../contract/facts/campaigns.ts';
import type { CampaignProgress, CampaignRecipient } from '../../src/machines/entities/campaigns.ts';
import { CampaignCards } from '../../src/views/administration/campaigns/CampaignCards.tsx';
import { CostFacts } from '../../src/views/administration/campaigns/CampaignCost.tsx';
import { CampaignFunnel } from '../../src/views/administration/campaigns/CampaignFunnel.tsx';
import { CampaignsScreen } from '../../src/views/administration/campaigns/CampaignsScreen.tsx';
import { START } from '../support/builders.ts';
import { counts, natal } from './campaign-support.ts';
import { draft, openWizard } from './campaign-wizard-support.tsx';
import { renderScreen } from './administration-support.tsx';

/* The parts of a campaign’s page, and of the steps that lead to one. */

const tester = userEvent.setup();
const spaced = (words: string | null | undefined) => words?.replaceAll(/\s/gu, ' ');

describe('the funnel', () => {
  it('each stage is a share of the one before it; by SMS who answered, of the sent', async () => {
    const onStage = vi.fn<(stage: string) => void>();
    const shares = () =>
      screen
        .getAllByRole('button')
        .flatMap((step) => spaced(step.getAttribute('aria-label')) ?? [])
        .map((name) => name.split(', ')[1]);
    const view = await renderScreen(
      <CampaignFunnel id="70" counts={counts} channel="whatsapp" stage="sent" onStage={onStage} />,
    );
    expect(shares()).toEqual([
      '400 na fila',
      '58% dos preparados',
      '83% dos enviados',
      '58% dos entregues',
      '14% dos lidos',
    ]);
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain('Enviados');
    await tester.click(screen.getByRole('button', { name: /^Pulados/u }));
    expect(onStage.mock.calls).toEqual([['skipped']]);
    view.unmount();
    await renderScreen(
      <CampaignFunnel
        id="70"
        counts={{ ...counts, read: 0, delivered: 290, sent: 290 }}
        channel="sms"
        stage="all"
        onStage={onStage}
      />,
    );
    expect(shares()).toEqual(['400 na fila', '58% dos preparados', '50% dos enviados', '7% dos enviados']);
  });

  it('nobody prepared -> no share of nothing', async () => {
    const none = { ...counts, total: 0, pending: 0, sent: 0, delivered: 0, read: 0, answered: 0, skipped: 0 };
    await renderScreen(
      <CampaignFunnel
        id="70"
        counts={{ ...none, failed: 0, uncertain: 0 }}
        channel="whatsapp"
        stage="all"
        onStage={() => undefined}
      />,
    );
    expect(spaced(screen.getByRole('button', { name: /^Enviados/u }).getAttribute('aria-label'))).toBe(
      'Enviados: 0, 0% dos preparados',
    );
  });
});

it('its parts and their pause; a number’s room; those who wait for their hours', async () => {
  const numbers = [
    { id: '5', name: 'Vendas', sent: 580, lastMinute: 3, room: 0 },
    { id: '6', name: 'Loja', sent: 10, lastMinute: 1, room: 12 },
    { id: '7', name: 'SMS', sent: 1, lastMinute: 0, room: null },
  ];
  const queue = [{ reason: 'window', count: 7, until: null }] as const;
  const view = await renderScreen(<CampaignCards campaign={{ ...natal, numbers, queue }} />);
  const fact = (name: string) => spaced(screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent);
  expect(fact('Partes')).toBe('10% + 90%, a cada 1 h');
  const pace = screen.getByRole('region', { name: 'Ritmo e término' });
  expect(pace.querySelector('b')?.textContent).toBe('4');
  const rows = within(screen.getByRole('region', { name: 'Por número' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Vendas5803limite de 24 h da conta esgotado',
    'Loja101restam 12 no limite de 24 h da conta',
    'SMS10',
  ]);
  expect(screen.getByText('Janela de horário: das 9 h às 20 h no fuso do cliente')).toBeTruthy();
  view.unmount();
  await renderScreen(<CampaignCards campaign={{ ...natal, batches: [100] }} />);
  expect(screen.queryByText('Partes')).toBeNull();
});

it.each<[string, Parameters<typeof CostFacts>[0]['costs'], string[]]>([
  ['nothing is known', [], ['—']],
  ['all is free', [{ category: 'service', currency: null, messages: 3, amount: 0 }], ['Grátis']],
  [
    'in two currencies',
    [
      { category: 'marketing', currency: 'BRL', messages: 3, amount: 1.5 },
      { category: 'utility', currency: 'USD', messages: 3, amount: 2 },
    ],
    ['R$ 1,50 + US$ 2,00', 'R$ 1,50', 'US$ 2,00'],
  ],
  ['without a price', [{ category: 'utility', currency: null, messages: 3, amount: null }], ['—']],
])('what it cost: %s', async (_, costs, said) => {
  await renderScreen(
    <dl>
      <CostFacts label="Total" costs={costs} />
    </dl>,
  );
  expect([...document.querySelectorAll('dd')].map(({ textContent }) => spaced(textContent))).toEqual(said);
});

describe('recipients', () => {
  const tania: CampaignRecipient = {
    id: '9',
    name: '551932008871',
    phone: '551932008871',
    instanceId: '5',
    state: 'read',
    skipReason: null,
    errorCode: null,
    errorKey: null,
    sentAt: null,
    answeredAt: null,
    ticketId: null,
  };
  async function show(rows: readonly CampaignRecipient[], campaign: CampaignProgress = natal) {
    const view = await renderScreen(<CampaignsScreen />, { at: '/campaigns?id=70' });
    act(() => {
      view.append({ type: 'instances.listed', instances: [{ id: '5', name: 'Vendas', active: true }] });
      view.answer({ list: 'campaign', rows: [campaign], total: 1 });
    });
    act(() => view.answer({ list: 'campaign.recipients', rows, total: rows.length, facts: { more: 0, campaign: 70 } }));
    return view;
  }
  const cells = (at: number) =>
    within(within(screen.getByRole('grid', { name: 'Destinatários' })).getAllByRole('row')[at] ?? document.body)
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent);

  it('from which number, how far, when; who answered leads to the conversation; why not', async () => {
    await show([
      { ...tania, sentAt: START, answeredAt: START, ticketId: '90' },
      { ...tania, id: '10', state: 'skipped', skipReason: 'blocked', instanceId: '6' },
      { ...tania, id: '11', state: 'failed', errorCode: '0', errorKey: 'unknown.key' },
      { ...tania, id: '12', state: 'uncertain' },
    ]);
    const [answered, skipped, failed, uncertain] = [1, 2, 3, 4].map(cells);
    expect(answered?.slice(0, 2)).toEqual(['Vendas', 'Respondeu']);
    expect(screen.getByRole('link', { name: 'Abrir' }).getAttribute('href')).toBe('/chat/90');
    expect(skipped).toEqual(['—', 'Pulado', '—', 'Bloqueado']);
    expect(failed?.slice(1)).toEqual(['Falhou', '—', 'A mensagem foi recusada.']);
    expect(uncertain?.at(-1)).toMatch(/^O envio não foi confirmado/u);
    // Who has no name is called by their number, once.
    expect(screen.getAllByText('+55 19 3200-8871')).toHaveLength(4);
  });

  it('nobody -> said; of a stage that isn’t among the usual ones -> it is offered while it is shown', async () => {
    const view = await show([]);
    expect(screen.getByText('Nenhum destinatário aqui')).toBeTruthy();
    const stages = () =>
      within(screen.getByRole('radiogroup', { name: 'Quais destinatários' }))
        .getAllByRole('radio')
        .map((each) => each.closest('label')?.textContent);
    expect(stages()).toEqual([
      'Todos',
      'Na fila 400',
      'Enviados 580',
      'Falharam 17',
      'Não confirmados 3',
      'Pulados 100',
    ]);
    await tester.click(screen.getByRole('button', { name: /^Lidos/u }));
    expect(stages().at(-1)).toBe('Lidos 280');
    await tester.type(screen.getByRole('searchbox', { name: 'Nome ou número' }), 'x{Enter}');
    act(() => view.answer({ list: 'campaign.recipients', rows: [], total: 0, facts: { more: 0, campaign: 70 } }));
    expect(screen.getByText('Ninguém com esse nome ou número.')).toBeTruthy();
  });
});

describe('the steps', () => {
  const save = async (view: Awaited<ReturnType<typeof openWizard>>) => {
    await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
    return view.given('form.save').at(-1)?.values;
  };

  it('for a group in place of an audience -> the audience is gone; a file needs the permission', async () => {
    const view = await openWizard('70', draft, '2');
    const group = {
      id: '4',
      name: 'Vips',
      audience: null,
      members: 1,
      filledAt: null,
      isFilling: false,
      isFailing: false,
    };
    act(() => view.append({ type: 'list.outdated', list: 'choices.groups' }));
    act(() => view.answer({ list: 'choices.groups', rows: [group], total: 1 }));
    await tester.click(screen.getByRole('button', { name: /^2\. Público/u }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Um público/u }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Um arquivo/u }).disabled).toBe(true);
    expect(screen.getByText(/^Precisa da permissão Base de clientes/u)).toBeTruthy();
    await tester.click(screen.getByRole('radio', { name: /^Um grupo/u }));
    await tester.click(screen.getByRole('button', { name: /Um grupo de clientes/u }));
    await tester.click(await screen.findByRole('option', { name: 'Vips' }));
    expect(screen.getByRole('button', { name: '2. Público: Vips' })).toBeTruthy();
    expect(await save(view)).toMatchObject({ audience_id: null, group_id: '4' });
  });

  it('parts that aren’t all -> said; another one gets what is left; as many as there may be -> no more', async () => {
    const view = await openWizard('70', { ...draft, batches: [60, 30] }, '2');
    await tester.click(screen.getByRole('button', { name: /^4\. Quando/u }));
    expect(screen.getByText('As partes somam 90%; precisam somar 100%.')).toBeTruthy();
    await tester.click(screen.getByRole('button', { name: 'Parte' }));
    expect(screen.queryByText(/^As partes somam/u)).toBeNull();
    expect(await save(view)).toMatchObject({ batches: [60, 30, 10] });
    view.unmount();
    await openWizard('70', { ...draft, batches: Array.from({ length: CAMPAIGN_BATCHES_MAX }, () => 10) }, '2');
    await tester.click(screen.getByRole('button', { name: /^4\. Quando/u }));
    expect(screen.queryByRole('button', { name: 'Parte' })).toBeNull();
  });

  it('divided for the first time -> a tenth first', async () => {
    const view = await openWizard('70', draft, '2');
    await tester.click(screen.getByRole('button', { name: /^4\. Quando/u }));
    await tester.click(screen.getByRole('button', { name: 'Dividir em partes' }));
    expect(await save(view)).toMatchObject({ batches: [10, 90] });
  });
});
