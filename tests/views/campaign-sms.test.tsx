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
  expect(within(screen.getByRole('figure')).getByText(/^Oi, cliente! Nao perca/u)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign',
    values: { instance_ids: ['6'], template_id: null, file_id: null, message: expect.stringMatching(/^Oi, .*Nao/u) },
  });
});

it('back to WhatsApp -> the template that was chosen can be chosen again at once', async () => {
  await open();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('radio', { name: 'SMS' }));
  await tester.click(screen.getByRole('radio', { name: 'WhatsApp' }));
  expect(names()).toEqual(['Vendas']);
  await tester.click(screen.getByRole('checkbox', { name: 'Vendas' }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Modelo' }).checked).toBe(true);
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
