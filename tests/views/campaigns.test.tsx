import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation, useNavigationType } from 'react-router-dom';
import { expect, it } from 'vitest';
import { campaignNews } from '../../models/frames.ts';
import { campaignsArea } from '../../src/i18n/areas/campaigns.ts';
import { channelArea } from '../../src/i18n/areas/channel.ts';
import type { CampaignCounts, CampaignProgress, CampaignRecipient } from '../../src/machines/entities/campaigns.ts';
import type { FormValues } from '../../src/machines/entities/forms.ts';
import { CampaignsScreen } from '../../src/views/administration/campaigns/CampaignsScreen.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { AnalyticsScreen } from '../../src/views/administration/reports/AnalyticsScreen.tsx';
import { renderScreen } from './administration-support.tsx';

const counts: CampaignCounts = {
  total: 1_100,
  pending: 400,
  sending: 0,
  sent: 100,
  delivered: 200,
  read: 280,
  failed: 17,
  uncertain: 3,
  skipped: 100,
  cancelled: 0,
  answered: 40,
};
const natal: CampaignProgress = {
  id: '70',
  name: 'Natal',
  status: 'running',
  reason: null,
  version: 5,
  audience: 'Sala de jantar',
  group: null,
  template: 'natal_mesa',
  message: null,
  instanceIds: ['5'],
  startsAt: null,
  startedAt: Date.UTC(2026, 2, 11, 12),
  finishedAt: null,
  createdAt: Date.UTC(2026, 2, 10),
  window: { from: 9, to: 20 },
  perMinute: 120,
  batches: [10, 90],
  batchMinutes: 60,
  counts,
  skipped: [{ reason: 'opted_out', count: 100 }],
  failed: [{ code: '131026', key: 'channel.error.undeliverable', count: 17 }],
  queue: [
    { reason: 'due', count: 300, until: null },
    { reason: 'later', count: 100, until: Date.UTC(2026, 2, 11, 18) },
  ],
  numbers: [{ id: '5', name: 'Vendas', sent: 580, lastMinute: 118, room: 0 }],
  tests: [],
};
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

it('a campaign: how far it got, why there is a queue, and who got what with the reason', async () => {
  await show();
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
  const row = within(screen.getByRole('row', { name: /Tânia Siqueira/u }));
  expect([row.getByText('Falhou'), row.getByText(/não recebe mensagens do WhatsApp\. \(131026\)/u)]).toHaveLength(2);
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
  await tester.dblClick(screen.getByRole('button', { name: 'Pausar' }));
  expect(view.given('form.save').map(({ form, key }) => [form, key])).toEqual([['campaign.pause', '70']]);
  await tester.click(screen.getByRole('button', { name: 'Mais ações' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Cancelar envio' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/400 clientes na fila não vão receber.+\(580\) fica como está/u)).toBeTruthy();
  await tester.click(dialog.getByRole('button', { name: 'Cancelar envio' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'campaign.cancel', key: '70' });
});

const draft: FormValues = {
  name: 'Páscoa',
  audience_id: '3',
  group_id: null,
  instance_ids: ['5'],
  template_id: '8',
  message: null,
  variables: [{ key: 'body.1', source: 'first_name', text: null, field_id: null, fallback: 'cliente' }],
  window_from: 9,
  window_to: 22,
  requires_consent: false,
  skip_in_attendance: true,
  weekly_limit: null,
  starts_at: null,
  per_minute: null,
  batches: [100],
  batch_minutes: 60,
};
const template = {
  id: '8',
  name: 'volta',
  language: 'pt_BR',
  category: 'MARKETING',
  header: null,
  headerFile: null,
  body: 'Olá, {{1}}!',
  footer: null,
  buttons: ['Quero ver'],
  variables: [{ key: 'body.1', part: 'body' as const, name: '1', example: null }],
};

/** Where one is, and how one came there. */
function Place() {
  const { pathname, search } = useLocation();
  return <output>{`${useNavigationType()} ${pathname}${search}`}</output>;
}

async function build(id: string, values: FormValues, version: string | null) {
  const view = await renderScreen(
    <>
      <CampaignsScreen />
      <Place />
    </>,
    { at: `/campaigns?edit=${id}` },
  );
  act(() => {
    view.append({
      type: 'instances.listed',
      instances: [{ id: '5', name: 'Vendas', active: true }],
    });
    view.load('campaign', id, values, version);
  });
  act(() => {
    view.answer({ list: 'audiences', rows: [{ id: '3', name: 'Ouro', updatedAt: 0, groups: 0 }], total: 1 });
    view.answer({ list: 'customerGroups', rows: [], total: 0 });
  });
  return view;
}

it('a draft is rehearsed and started: whom it reaches, whom it leaves out and why, about how long', async () => {
  const view = await build('70', draft, '2');
  const tester = userEvent.setup();
  act(() => {
    view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } });
    view.answer({
      list: 'campaign.rehearsal',
      rows: [{ total: 1_203, reached: 1_200, leftOut: [{ reason: 'blocked', count: 3 }], seconds: 600, room: 250 }],
      total: 1,
    });
  });
  const rehearsal = within(screen.getByRole('complementary', { name: 'Ensaio' }));
  expect(rehearsal.getByText('1.200')).toBeTruthy();
  expect(rehearsal.getByText('Bloqueado').nextSibling?.textContent).toBe('3');
  expect(rehearsal.getByText('cerca de 10 min')).toBeTruthy();
  expect(rehearsal.getByText(/não pode escrever a todos hoje/u)).toBeTruthy();
  await tester.type(rehearsal.getByRole('textbox', { name: 'Telefone' }), '+55 11 99876-5432');
  await tester.click(rehearsal.getByRole('button', { name: 'Enviar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign.test',
    key: '70',
    values: { instance_id: '5', to_number: '+55 11 99876-5432' },
  });
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  expect(within(screen.getByRole('figure')).getByText(/Olá,/u).textContent).toBe('Olá, cliente!');
  await tester.click(screen.getByRole('button', { name: /^5\. Revisão/u }));
  await tester.click(screen.getByRole('button', { name: 'Iniciar campanha' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/cancelar a qualquer momento, e pausar assim que/u)).toBeTruthy();
  await tester.click(dialog.getByRole('button', { name: 'Iniciar campanha' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign.start',
    key: '70',
    values: { version: 2 },
  });
  act(() => view.save('campaign.start', '70', '70', ['campaign']));
  // Back doesn't lead to a draft.
  expect(await screen.findByText('REPLACE /campaigns?id=70')).toBeTruthy();
});

it('a new one is for nobody until that is chosen, and can’t be saved before', async () => {
  const view = await build(
    'new',
    { ...draft, name: '', audience_id: null, instance_ids: [], template_id: null, variables: [] },
    null,
  );
  const tester = userEvent.setup();
  await tester.type(screen.getByRole('textbox', { name: /Nome da campanha/u }), 'Volta');
  await tester.click(screen.getByRole('checkbox', { name: 'Vendas' }));
  await tester.click(screen.getByRole('button', { name: 'Continuar' }));
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: 'Continuar' }));
  await tester.click(screen.getByRole('radio', { name: /Volta/u }));
  await tester.type(screen.getByRole('textbox', { name: 'Texto' }), 'amigo');
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar rascunho' });
  expect(save().disabled).toBe(true);
  expect(view.given('form.save')).toEqual([]);
  await tester.click(screen.getByRole('button', { name: /^2\. Público/u }));
  await tester.click(screen.getByRole('radio', { name: /Todos os clientes/u }));
  await tester.click(save());
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign',
    key: 'new',
    values: {
      name: 'Volta',
      audience_id: null,
      group_id: null,
      template_id: '8',
      variables: [{ key: 'body.1', source: 'text', text: 'amigo' }],
    },
  });
  act(() => view.save('campaign', 'new', '71', ['campaigns']));
  expect(view.given('form.load').at(-1)).toMatchObject({ form: 'campaign', key: '71' });
});

it('a draft that was begun elsewhere -> its page, once nothing typed would be lost', async () => {
  const view = await build('70', draft, '2');
  const tester = userEvent.setup();
  act(() => {
    view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } });
    view.answer({ list: 'campaign', rows: [{ ...natal, status: 'draft' }], total: 1 });
  });
  await tester.type(screen.getByRole('textbox', { name: /Nome da campanha/u }), '!');
  act(() => view.append({ type: 'list.outdated', list: 'campaign' }));
  act(() => view.answer({ list: 'campaign', rows: [natal], total: 1 }));
  // What was typed isn’t dropped without a question.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Nome da campanha/u }).value).toBe('Páscoa!');
  await tester.type(screen.getByRole('textbox', { name: /Nome da campanha/u }), '{Backspace}');
  expect(await screen.findByRole('heading', { name: /Natal/u, level: 2 })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Salvar rascunho' })).toBeNull();
});

it('switched between template and text -> what the other one said is still there, from another step too', async () => {
  const view = await build('70', draft, '2');
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  const chosen = () => screen.getByRole<HTMLInputElement>('radio', { name: /^Volta/u });
  expect(chosen().checked).toBe(true);
  await tester.click(screen.getByRole('radio', { name: 'Texto livre' }));
  await tester.type(screen.getByRole('textbox', { name: /^Texto/u }), 'Um texto longo');
  await tester.click(screen.getByRole('radio', { name: 'Modelo' }));
  expect(chosen().checked).toBe(true);
  await tester.click(screen.getByRole('button', { name: /^2\. Público/u }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  await tester.click(screen.getByRole('radio', { name: 'Texto livre' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Texto/u }).value).toBe('Um texto longo');
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  expect(view.given('form.save').at(-1)?.values).toMatchObject({ template_id: null, message: 'Um texto longo' });
});

it('a copy is saved as it is', async () => {
  const view = await build('copy:70', draft, null);
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign',
    key: 'copy:70',
    values: { name: 'Páscoa' },
  });
});

it('parts add up to a hundred, or that is said; a refusal leads to the step of its field', async () => {
  const view = await build('70', draft, '2');
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^4\. Quando/u }));
  await tester.click(screen.getByRole('button', { name: 'Dividir em partes' }));
  const first = screen.getByRole('textbox', { name: 'Parte 1' });
  await tester.clear(first);
  await tester.type(first, '20');
  await tester.tab();
  expect(screen.getByText(/As partes somam 110%/u)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Remover a parte 2' }));
  await tester.click(screen.getByRole('button', { name: /^5\. Revisão/u }));
  await tester.click(screen.getByRole('button', { name: /^1\. Canal/u }));
  await tester.type(screen.getByRole('textbox', { name: /Nome da campanha/u }), '!');
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  act(() => view.refuse('campaign', '70', 'error.form.invalid', { variables: 'error.campaign.variables' }));
  expect(await screen.findByText(/Dê um valor a cada variável/u)).toBeTruthy();
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
