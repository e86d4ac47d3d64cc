import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { wholeList } from '../../src/views/administration/list/use-listing.ts';
import { campaignNews } from '../../models/frames.ts';
import { campaignsArea } from '../../src/i18n/areas/campaigns.ts';
import { channelArea } from '../../src/i18n/areas/channel.ts';
import type { CampaignProgress, CampaignRecipient } from '../../src/machines/entities/campaigns.ts';
import { CampaignsScreen } from '../../src/views/administration/campaigns/CampaignsScreen.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { AnalyticsScreen } from '../../src/views/administration/reports/AnalyticsScreen.tsx';
import { renderScreen } from './administration-support.tsx';
import { counts, natal } from './campaign-support.ts';
import { expectExplained } from './numbers-support.ts';

const recipient: CampaignRecipient = {
  id: '9',
  name: 'Tânia Siqueira',
  phone: '551932008871',
  instanceId: '5',
  state: 'failed',
  skipReason: null,
  errorCode: '131026',
  errorKey: 'channel.error.undeliverable',
  sentAt: null,
  answeredAt: null,
  ticketId: null,
};
const stream = (seq: number) => ({ epoch: 'e', seq, prev: seq - 1, id: `e:${seq}` });
const page = (rows: readonly CampaignRecipient[], more = 0) =>
  ({ list: 'campaign.recipients', rows, total: rows.length, facts: { more, campaign: 70 } }) as const;

async function show(campaign: CampaignProgress = natal) {
  const view = await renderScreen(<CampaignsScreen />, { at: `/campaigns?id=${campaign.id}` });
  act(() => {
    view.answer({ list: 'campaigns', rows: [campaign], total: 1 });
    view.answer({ list: 'campaign', rows: [campaign], total: 1 });
  });
  act(() => view.answer(page([recipient])));
  return view;
}
const asked = (view: Awaited<ReturnType<typeof show>>, list: string) =>
  view.given('list.fetch').filter((each) => each.list === list);
const funnel = () => within(screen.getByRole('group', { name: 'Até onde chegou' }));

const wordsOf = ({ textContent }: HTMLElement) => textContent?.replaceAll(/\s*%/gu, ' %').trim();

it('a campaign: how far it got, why there is a queue, and who got what with the reason', async () => {
  const view = await show();
  expectExplained(view.events, [
    'campaign:prepared:70',
    'campaign:sent:70',
    'campaign:answered:70',
    'campaign:failed:70',
    'row:campaign:queue.later.count:70',
    'row:campaign:numbers.5.lastMinute:70',
    'row:campaign:parts.2.delivered:70',
  ]);
  expect(screen.getByRole('heading', { name: /Natal/u })).toBeTruthy();
  expect(funnel().getByRole('button', { name: 'Preparados: 1.000, 400 na fila' })).toBeTruthy();
  expect(funnel().getByRole('button', { name: /Enviados: 580, 58\s?% dos preparados/u })).toBeTruthy();
  expect(funnel().getByRole('button', { name: /Falharam\s*17/u })).toBeTruthy();
  const queue = within(screen.getByRole('region', { name: 'Por que ainda há fila' }));
  expect(queue.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Saindo no ritmo da campanha300',
    expect.stringMatching(/^Próxima parte ou nova tentativa100a partir de /u),
  ]);
  expect(screen.getByText('limite de 24 h da conta esgotado')).toBeTruthy();
  const parts = within(screen.getByRole('table', { name: 'Por parte' }));
  expect(
    within(parts.getByRole('row', { name: /^Parte 2/u }))
      .getAllByRole('cell')
      .map(wordsOf),
  ).toEqual(['900', '480', '390 81 %', '220 46 %', '24 5 %']);
  const row = within(screen.getByRole('row', { name: /Tânia Siqueira/u }));
  expect([row.getByText('Falhou'), row.getByText(/não recebe mensagens do WhatsApp\. \(131026\)/u)]).toHaveLength(2);
});

it('over -> what it cost, as was said of each message', async () => {
  const view = await renderScreen(<CampaignsScreen />, { at: '/campaigns?id=70' });
  const costs = [
    { category: 'marketing', currency: 'BRL', messages: 500, amount: 160 },
    { category: 'service', currency: null, messages: 20, amount: 0 },
  ];
  act(() => view.answer({ list: 'campaign', rows: [{ ...natal, status: 'finished', costs }], total: 1 }));
  const cost = within(screen.getByRole('region', { name: 'Custo' }));
  expect(cost.getByText('Total').nextSibling?.textContent).toBe('R$\u00a0160,00');
  expect(cost.getByText('Atendimento (20)').nextSibling?.textContent).toBe('Grátis');
});

it('told of newer counts -> shown at once, in the list too; older ones change nothing', async () => {
  const view = await show();
  const told = (version: number, status: string, sent: number) =>
    act(() =>
      view.append({
        type: 'campaign.updated',
        campaignId: '70',
        news: campaignNews(version, { status, counts: { ...counts, pending: 400 - sent, sent: 100 + sent } }),
        stream: stream(version),
      }),
    );
  told(7, 'running', 200);
  const item = () => screen.getByRole('button', { name: /Natal\s*Enviando/u });
  await waitFor(() => expect(item().textContent).toContain('780 de 1.000'));
  expect(funnel().getByRole('button', { name: /Enviados: 780/u })).toBeTruthy();
  told(6, 'running', 100);
  expect(funnel().getByRole('button', { name: /Enviados: 780/u })).toBeTruthy();
  // A list that was answered later knows more.
  act(() =>
    view.answer({ list: 'campaign', rows: [{ ...natal, version: 8, status: 'paused', reason: 'limit' }], total: 1 }),
  );
  expect(screen.getByText(/O limite de 24 horas da conta acabou/u)).toBeTruthy();
  const before = asked(view, 'campaigns').length;
  told(9, 'finished', 400);
  expect(asked(view, 'campaigns').length).toBe(before + 1);
  expect(await screen.findByRole('button', { name: 'Reenviar aos que falharam' })).toBeTruthy();
});

it('cancelled by itself, as its group is gone -> the list and the campaign say why', async () => {
  await show({ ...natal, status: 'cancelled', reason: 'target' });
  expect(screen.getAllByText('O público ou grupo da campanha foi excluído antes do início.')).toHaveLength(2);
});

it('a stage is pressed -> only those; searched; the next page begins behind the last one', async () => {
  const view = await show();
  const tester = userEvent.setup();
  await tester.click(funnel().getByRole('button', { name: /Entregues/u }));
  expect(asked(view, 'campaign.recipients').at(-1)?.query.filters).toEqual({ campaign: '70', stage: 'delivered' });
  act(() => view.answer(page([recipient], 1)));
  await tester.click(screen.getByRole('button', { name: 'Próxima página' }));
  expect(asked(view, 'campaign.recipients').at(-1)?.query.filters).toMatchObject({ after: '9' });
  act(() => view.answer(page([{ ...recipient, id: '12', name: 'Rui' }])));
  expect(screen.getByText('26–26')).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Página anterior' }));
  expect(asked(view, 'campaign.recipients').at(-1)?.query.filters).toEqual({ campaign: '70', stage: 'delivered' });
  await tester.type(screen.getByRole('searchbox', { name: 'Nome ou número' }), 'tânia{Enter}');
  expect(asked(view, 'campaign.recipients').at(-1)?.query).toMatchObject({ search: 'tânia' });
});

it('come back from a conversation -> the first page again, as its number says', async () => {
  const view = await show();
  const tester = userEvent.setup();
  act(() => view.append({ type: 'list.outdated', list: 'campaign.recipients' }));
  act(() => view.answer(page([recipient], 1)));
  await tester.click(screen.getByRole('button', { name: 'Próxima página' }));
  act(() => view.answer(page([{ ...recipient, id: '12', name: 'Rui' }])));
  expect(screen.getByText('26–26')).toBeTruthy();
  await tester.click(screen.getByRole('link', { name: 'Ver as campanhas' }));
  await tester.click(screen.getByRole('button', { name: /Natal\s*Enviando/u }));
  expect(asked(view, 'campaign.recipients').at(-1)?.query.filters).toEqual({ campaign: '70', stage: 'all' });
});

it('looked at anew while it runs -> the next page keeps the focus; pressed twice, it goes one page on', async () => {
  const view = await show();
  const tester = userEvent.setup();
  const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Próxima página' });
  act(() => view.append({ type: 'list.outdated', list: 'campaign.recipients' }));
  act(() => view.answer(page([recipient], 1)));
  next().focus();
  act(() => view.append({ type: 'list.outdated', list: 'campaign.recipients' }));
  expect([next().disabled, document.activeElement]).toEqual([false, next()]);
  await tester.keyboard('{Enter}{Enter}');
  expect(document.activeElement).toBe(next());
  const second = asked(view, 'campaign.recipients').at(-1);
  expect(second?.query.filters).toMatchObject({ after: '9' });
  act(() => view.answer(page([{ ...recipient, id: '12', name: 'Rui' }], 1)));
  expect(screen.getByText('26–26')).toBeTruthy();
  act(() => view.append({ type: 'list.outdated', list: 'campaign.recipients' }));
  await tester.keyboard('{Enter}');
  expect(asked(view, 'campaign.recipients').at(-1)?.query.filters).toMatchObject({ after: '12' });
});

it('paused once however often it is pressed; cancelled after it was said what that means', async () => {
  const view = await show();
  const tester = userEvent.setup();
  // A busy page: something was drawn, and the next frame comes only after both presses.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  onTestFinished(() => void vi.unstubAllGlobals());
  act(() => view.append({ type: 'list.opened', list: 'choices.tags', query: wholeList }));
  await tester.dblClick(screen.getByRole('button', { name: 'Pausar' }));
  expect(view.given('form.save').map(({ form, key }) => [form, key])).toEqual([['campaign.pause', '70']]);
  await tester.click(screen.getByRole('button', { name: 'Mais ações' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Cancelar envio' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/400 clientes na fila não vão receber.+\(580\) fica como está/u)).toBeTruthy();
  await tester.click(dialog.getByRole('button', { name: 'Cancelar envio' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'campaign.cancel', key: '70' });
});

it('scheduled -> taken back to draft; the list is downloaded as it is found', async () => {
  const view = await show({ ...natal, status: 'scheduled' });
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Voltar para rascunho' }));
  expect(view.given('form.save')).toMatchObject([{ form: 'campaign.unschedule', key: '70' }]);
  await tester.click(screen.getByRole('button', { name: 'Baixar' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'download',
    key: 'campaigns',
    values: { tab: 'active', format: 'csv', search: '' },
  });
});

it('one action follows another -> by keyboard the focus stays on it', async () => {
  const view = await show();
  const tester = userEvent.setup();
  const become = (version: number, status: string) =>
    act(() =>
      view.append({
        type: 'campaign.updated',
        campaignId: '70',
        news: campaignNews(version, { status }),
        stream: stream(version),
      }),
    );
  const press = async (name: string) => {
    expect(document.activeElement).toBe(screen.getByRole('button', { name }));
    await tester.keyboard('{Enter}');
    return view.given('form.save').at(-1)?.form;
  };
  screen.getByRole('button', { name: 'Pausar' }).focus();
  expect(await press('Pausar')).toBe('campaign.pause');
  become(6, 'paused');
  act(() => view.save('campaign.pause', '70', '70', []));
  expect(await press('Retomar')).toBe('campaign.resume');
  act(() => view.save('campaign.resume', '70', '70', []));
  become(7, 'scheduled');
  expect(await press('Voltar para rascunho')).toBe('campaign.unschedule');
  act(() => view.save('campaign.unschedule', '70', '70', []));
  become(8, 'draft');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continuar' }));
});

it('taken back to draft while its end is asked about -> the question is gone, and isn’t asked by itself again', async () => {
  const view = await show({ ...natal, status: 'scheduled' });
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Mais ações' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Cancelar envio' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  for (const [version, status] of [
    [6, 'draft'],
    [7, 'scheduled'],
  ] as const) {
    const news = campaignNews(version, { status });
    act(() => view.append({ type: 'campaign.updated', campaignId: '70', news, stream: stream(version) }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(view.given('form.save')).toEqual([]);
});

it('the control panel shows those under way to whoever may see campaigns, live; nothing to others', async () => {
  const view = await renderScreen(
    <AreasContext value={{ loaded: [campaignsArea, channelArea], failure: undefined, request: () => undefined }}>
      <AnalyticsScreen of="controlPanel" />
    </AreasContext>,
  );
  act(() => view.append({ type: 'permissions.listed', routes: ['dashboard-control-panel', 'campaigns'] }));
  const calendar = { timezone: 'America/Sao_Paulo', today: '2026-03-11' };
  act(() => view.answer({ list: 'report.calendar', rows: [calendar], total: 1 }));
  await waitFor(() => expect(asked(view, 'campaigns.active')).toHaveLength(1));
  act(() => view.answer({ list: 'campaigns.active', rows: [natal], total: 1 }));
  const row = within(screen.getByRole('region', { name: 'Campanhas em andamento' }));
  expect(row.getByText('580 de 1.000 enviadas')).toBeTruthy();
  const news = campaignNews(6, { counts: { ...counts, pending: 300, sent: 200 } });
  act(() => view.append({ type: 'campaign.updated', campaignId: '70', news, stream: stream(1) }));
  expect(await row.findByText('680 de 1.000 enviadas')).toBeTruthy();
  view.unmount();
  const plain = await renderScreen(<AnalyticsScreen of="controlPanel" />);
  act(() => plain.append({ type: 'permissions.listed', routes: ['dashboard-control-panel'] }));
  act(() => plain.answer({ list: 'report.calendar', rows: [calendar], total: 1 }));
  expect(screen.getByText('No período')).toBeTruthy();
  expect(asked(plain, 'campaigns.active')).toEqual([]);
});
