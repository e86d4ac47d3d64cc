import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CampaignsScreen } from '../../src/views/administration/campaigns/CampaignsScreen.tsx';
import { renderScreen } from './administration-support.tsx';
import { natal } from './campaign-support.ts';
import { draft, openWizard } from './campaign-wizard-support.tsx';

const instances = [
  { id: '5', name: 'Vendas', active: true },
  { id: '6', name: 'Torpedos', active: true, sms: true as const },
  { id: '7', name: 'Ponte', active: true, gateway: true as const },
];

/** A new draft of a company with WhatsApp, SMS and a gateway. */
async function open() {
  const view = await openWizard('new', { ...draft, file_id: '40', file_name: 'tabela.pdf', part_messages: [] }, null);
  act(() => view.append({ type: 'instances.listed', instances }));
  return view;
}
const names = () => screen.getAllByRole('checkbox').map((each) => each.closest('label')?.textContent);

it('an instance of SMS is chosen -> text alone is offered and counted, without accents if that is shorter; no template is saved', async () => {
  const view = await open();
  const tester = userEvent.setup();
  expect(names()).toEqual(['Vendas']);
  await tester.click(screen.getByRole('radio', { name: 'SMS' }));
  expect(names()).toEqual(['Torpedos']);
  await tester.click(screen.getByRole('checkbox', { name: 'Torpedos' }));
  await tester.click(screen.getByRole('button', { name: /^2\. Público/u }));
  expect(screen.getByText(/consentimento registrado para SMS/u)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem: Texto$/u }));
  expect(screen.queryByRole('radio', { name: 'Modelo' })).toBeNull();
  expect(screen.queryByText('Arquivo (opcional)')).toBeNull();
  expect(screen.getByText(/não tem janela de 24 horas/u)).toBeTruthy();
  // 71 characters with the fallback: two SMS with the accent, one without.
  const words = `Oi, {{{{1}}! Não perca: ${'a'.repeat(47)}`;
  await tester.type(screen.getByRole('textbox', { name: /^Texto/u }), words);
  const size = within(await screen.findByRole('group', { name: 'Tamanho em SMS' }));
  expect(size.getByText(/^2 SMS/u)).toBeTruthy();
  await tester.click(size.getByRole('button', { name: 'Tirar acentos' }));
  expect(size.getByText(/^1 SMS/u)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Texto/u }));
  expect(within(screen.getByRole('figure')).getByText(/^Oi, cliente! Nao perca/u)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign',
    values: { instance_ids: ['6'], template_id: null, file_id: null, message: expect.stringMatching(/^Oi, .*Nao/u) },
  });
});

it('to SMS and back, twice -> the template and its file are chosen still, and don’t go with a text; that of the SMS stays', async () => {
  const view = await open();
  const tester = userEvent.setup();
  const values = () => view.directory.form('campaign', 'new')?.getSnapshot().context.values;
  const change = (channel: string) => tester.click(screen.getByRole('radio', { name: channel }));
  await change('SMS');
  expect(values()).toMatchObject({ template_id: null, file_id: null });
  act(() => view.append({ type: 'form.changed', form: 'campaign', key: 'new', field: 'message', value: 'Oi!' }));
  await change('WhatsApp');
  await change('SMS');
  expect(values()).toMatchObject({ template_id: null, message: 'Oi!', file_id: null });
  await change('WhatsApp');
  expect(values()).toMatchObject({ template_id: '8', message: null, file_id: '40', file_name: 'tabela.pdf' });
  await tester.click(screen.getByRole('checkbox', { name: 'Vendas' }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Modelo' }).checked).toBe(true);
  await tester.click(screen.getByRole('radio', { name: 'Texto livre' }));
  expect(values()).toMatchObject({ template_id: null, message: 'Oi!', file_id: null });
});

/** A draft by SMS whose instances the viewer doesn't have. */
async function openOthers() {
  const sms = { template_id: null, message: 'Oi!', channel: 'sms', instance_ids: ['8'], part_messages: [] };
  return openWizard('70', { ...draft, ...sms }, '2');
}

it('a draft by SMS with instances of others -> shown as SMS and kept; another channel is chosen instead', async () => {
  const view = await openOthers();
  const tester = userEvent.setup();
  expect(screen.getByText(/1 número a que você não tem acesso\./u)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'SMS' }).checked).toBe(true);
  await tester.click(screen.getByRole('button', { name: /^2\. Público/u }));
  expect(screen.getByText(/consentimento registrado para SMS/u)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem: Texto$/u }));
  expect(screen.getByText(/não tem janela de 24 horas/u)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: /^1\. Canal: 1 número a que você não tem acesso$/u }));
  await tester.click(screen.getByRole('radio', { name: 'WhatsApp' }));
  await tester.click(screen.getByRole('checkbox', { name: 'Vendas' }));
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  expect(view.given('form.save').at(-1)?.values).toMatchObject({ instance_ids: ['5'] });
});

it('instances of others are removed -> one’s own are offered, and the focus stays on the page', async () => {
  await openOthers();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Retirar' }));
  expect(document.activeElement?.tagName).toBe('INPUT');
  expect(screen.queryByText(/não tem acesso/u)).toBeNull();
  expect(names()).toEqual(['Vendas']);
});

it('the instances are still loading -> the draft’s channel is known, and nobody is said to have none', async () => {
  const view = await openWizard('70', { ...draft, channel: 'sms', message: 'Oi!', template_id: null }, '2', false);
  await userEvent.setup().click(screen.getByRole('button', { name: /^3\. Mensagem: Texto$/u }));
  expect(screen.getByText(/não tem janela de 24 horas/u)).toBeTruthy();
  expect(view.container.textContent).not.toMatch(/não tem (?:instâncias|acesso)/u);
});

it('a campaign by SMS -> no stage of who read it, in the funnel or by part', async () => {
  const view = await renderScreen(<CampaignsScreen />, { at: '/campaigns?id=70' });
  act(() => view.answer({ list: 'campaign', rows: [{ ...natal, channel: 'sms', template: null }], total: 1 }));
  const stages = within(screen.getByRole('group', { name: 'Até onde chegou' }));
  expect(stages.queryByRole('button', { name: /^Lidos/u })).toBeNull();
  // 40 of 580 sent.
  expect(stages.getByRole('button', { name: 'Responderam: 40, 7% dos enviados' })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Lidos' })).toBeNull();
  expect(screen.getByText(/por SMS/u)).toBeTruthy();
});
