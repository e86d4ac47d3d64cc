import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CampaignProgress } from '../../src/machines/entities/campaigns.ts';
import { CampaignActions } from '../../src/views/administration/campaigns/CampaignActions.tsx';
import { CampaignCards } from '../../src/views/administration/campaigns/CampaignCards.tsx';
import { CampaignItem } from '../../src/views/administration/campaigns/CampaignList.tsx';
import { counts, natal } from './campaign-support.ts';
import { renderScreen } from './administration-support.tsx';

/* What a campaign offers and says in each of its states. */

const COPY = ['Copiar campanha', 'Baixar destinatários (CSV)', 'Baixar destinatários (Excel)'];
const END = [...COPY, 'Cancelar envio'];

it.each<[CampaignProgress['status'], string | undefined, string[]]>([
  ['draft', 'Continuar', [...COPY, 'Descartar rascunho']],
  ['scheduled', 'Voltar para rascunho', END],
  ['preparing', undefined, END],
  ['probing', 'Pausar', END],
  ['running', 'Pausar', END],
  ['waiting', 'Pausar', END],
  ['paused', 'Retomar', END],
  ['cancelling', undefined, COPY],
  ['cancelled', undefined, COPY],
  ['finished', 'Reenviar aos que falharam', COPY],
])('%s -> “%s”, and its menu', async (status, action, entries) => {
  await renderScreen(<CampaignActions campaign={{ ...natal, status }} />);
  const tester = userEvent.setup();
  const [first] = screen.getAllByRole('button');
  expect(first?.textContent === '' ? undefined : first?.textContent).toBe(action);
  await tester.click(screen.getByRole('button', { name: 'Mais ações' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(entries);
});

it('over without a failure -> nothing to send again; nobody prepared -> nothing to download', async () => {
  const none = { ...counts, failed: 0, total: 0 };
  await renderScreen(<CampaignActions campaign={{ ...natal, status: 'finished', counts: none }} />);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map(({ ariaDisabled }) => ariaDisabled === 'true')).toEqual([false, true, true]);
});

it('sent again to those who failed: how many is said first; a draft is thrown away under its own words', async () => {
  const view = await renderScreen(<CampaignActions campaign={{ ...natal, status: 'finished' }} />);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Reenviar aos que falharam' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reenviar Natal?' }));
  expect(dialog.getByText(/^17 clientes não receberam/u)).toBeTruthy();
  await tester.click(dialog.getByRole('button', { name: 'Reenviar aos que falharam' }));
  expect(view.given('form.save')).toMatchObject([{ form: 'campaign.retry', key: '70' }]);
  view.unmount();
  await renderScreen(<CampaignActions campaign={{ ...natal, status: 'draft' }} />);
  await tester.click(screen.getByRole('button', { name: 'Mais ações' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Descartar rascunho' }));
  expect(await screen.findByText(/^Nada foi enviado/u)).toBeTruthy();
});

const NOW = Date.UTC(2026, 2, 11, 13);
const cards = (changes: Partial<CampaignProgress> = {}) =>
  renderScreen(<CampaignCards campaign={{ ...natal, ...changes }} />, { clock: () => NOW });
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

it('when it ends: by its pace and by who is due; while it doesn’t go, nothing is said', async () => {
  const numbers = [{ id: '5', name: 'Vendas', sent: 580, lastMinute: 10, room: 3 }];
  const view = await cards({ numbers });
  // 300 who are due at ten a minute: half an hour after 10:00 in São Paulo.
  expect(fact('Término estimado')).toMatch(/^cerca de .*10:30$/u);
  expect(fact('Ritmo máximo')).toBe('120 por minuto');
  expect(screen.getByText('Saindo no ritmo da campanha')).toBeTruthy();
  view.unmount();
  const paused = await cards({ numbers, status: 'paused', perMinute: null });
  expect([fact('Término estimado'), fact('Ritmo máximo')]).toEqual(['—', 'o do número']);
  expect(screen.getByText('Prontos para sair')).toBeTruthy();
  paused.unmount();
  await cards({ queue: [], numbers: [{ id: '5', name: 'Vendas', sent: 580, lastMinute: 0, room: null }] });
  expect(fact('Término estimado')).toBe('—');
  expect(screen.getByText('Ninguém na fila.')).toBeTruthy();
});

const item = async (changes: Partial<CampaignProgress>) => {
  const { unmount } = await renderScreen(
    <CampaignItem campaign={{ ...natal, ...changes }} isOpen={false} onOpen={() => undefined} />,
    { clock: () => NOW },
  );
  const words = [...screen.getByRole('button').querySelectorAll('small')].map(({ textContent }) => textContent);
  unmount();
  return words;
};

it('in the list: how far it is while it goes, when it was over, when a draft was made, when it begins', async () => {
  // 1,000 prepared without those left out, of whom 400 wait.
  expect(await item({})).toEqual(['580 de 1.000 enviadas', expect.stringMatching(/^60\s?%$/u)]);
  expect(await item({ status: 'finished', finishedAt: Date.UTC(2026, 1, 3, 12) })).toEqual([
    '580 de 1.000 enviadas',
    expect.stringMatching(/3.*fev/u),
  ]);
  expect(await item({ status: 'draft' })).toEqual([expect.stringMatching(/^Criado em /u), '']);
  expect(await item({ status: 'preparing' })).toEqual(['Separando os destinatários', expect.anything()]);
  expect(await item({ status: 'scheduled', startsAt: Date.UTC(2026, 2, 12, 12) })).toEqual([
    expect.stringMatching(/09:00$/u),
    '',
  ]);
});

it('pressed while its list is being downloaded -> it can’t be asked for twice', async () => {
  const view = await renderScreen(<CampaignActions campaign={natal} />);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Mais ações' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Baixar destinatários (CSV)' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await tester.click(screen.getByRole('button', { name: 'Mais ações' }));
  const isOff = async () => (await screen.findAllByRole('menuitem')).map(({ ariaDisabled }) => ariaDisabled === 'true');
  expect(await isOff()).toEqual([false, true, true, false]);
  act(() => view.save('download', 'campaign', 'campaign', []));
  expect(await isOff()).toEqual([false, false, false, false]);
});
