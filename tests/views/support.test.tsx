import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type {
  DynamicSetting,
  ProtocolEvent,
  ProtocolTicket,
  TrainingVideo,
} from '../../src/machines/entities/support.ts';
import { maintenanceArea } from '../../src/i18n/areas/maintenance.ts';
import { pagesArea } from '../../src/i18n/areas/pages.ts';
import { administrationRoutes } from '../../src/views/administration/administration-routes.tsx';
import { SettingsScreen } from '../../src/views/administration/settings/SettingsScreen.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { routeTable } from '../../src/views/app/route-table.ts';
import { MaintenanceGate } from '../../src/views/maintenance/MaintenanceGate.tsx';
import { MaintenanceOverlay } from '../../src/views/maintenance/MaintenanceOverlay.tsx';
import { chapterOf } from '../../src/views/support/manual/chapter-of.ts';
import { chapterIds, loadManual } from '../../src/views/support/manual/chapters.ts';
import { findIn } from '../../src/views/support/manual/find-in.ts';
import { ManualScreen } from '../../src/views/support/manual/ManualScreen.tsx';
import { ProtocolScreen } from '../../src/views/support/protocol/ProtocolScreen.tsx';
import { SupportScreen } from '../../src/views/support/help/SupportScreen.tsx';
import * as common from '../../src/views/shortcuts/common-shortcuts.ts';
import * as late from '../../src/views/shortcuts/late-shortcuts.ts';
import { keyCaps } from '../../src/views/shortcuts/shortcut.ts';
import { TermsDialog } from '../../src/views/support/terms/TermsDialog.tsx';
import { VideosScreen } from '../../src/views/support/videos/VideosScreen.tsx';
import { allMessages } from '../support/all-messages.ts';
import { anaViewing, brunoViewing, START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const at = Date.UTC(2026, 2, 12, 13);

const ticket: ProtocolTicket = {
  id: '501',
  protocol: '20260312-0007',
  startedAt: at,
  finishedAt: at + 600_000,
  owner: { id: '92', name: 'Bruno Carvalho' },
  customer: { id: '7', name: 'Luciana Moraes', phone: '5511987654321' },
  instance: { id: '10', name: 'Vendas' },
  department: null,
  received: 1,
  sent: 1,
};

const line = (id: string, changes: Partial<ProtocolEvent>): ProtocolEvent => ({
  id,
  at,
  kind: 'message',
  by: null,
  next: null,
  sent: false,
  bot: false,
  tag: 'text',
  text: null,
  documentName: null,
  errorKey: null,
  ...changes,
});

describe('the protocol', () => {
  it('typed -> found: whose it is, what happened, and its PDF', async () => {
    const { given, answer } = await renderScreen(<ProtocolScreen />);
    const user = userEvent.setup();
    await user.type(screen.getByRole('searchbox', { name: 'Número do protocolo' }), '20260312-0007{Enter}');
    expect(given('list.fetch').at(-1)?.query.filters).toEqual({ protocol: '20260312-0007' });
    act(() => answer({ list: 'protocol', rows: [ticket], total: 1 }));
    const bruno = { id: '92', name: 'Bruno Carvalho' };
    const rows = [
      line('opened:1', { kind: 'opened' }),
      line('message:1', { text: 'Olá, *não* chegou' }),
      line('message:2', { sent: true, by: bruno, text: 'Já vejo', errorKey: 'nowhere' }),
      line('transferOffered:1', { kind: 'transferOffered', by: bruno, next: { id: '93', name: 'Carla Mendes' } }),
      line('finished:1', { kind: 'finished', by: bruno }),
    ];
    act(() => answer({ list: 'protocol.timeline', rows, total: rows.length }));
    const lines = within(screen.getByRole('region', { name: 'Linha do tempo' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Atendimento iniciado'),
      expect.stringContaining('Luciana MoraesOlá, não chegou'),
      expect.stringContaining('Bruno CarvalhoJá vejoNão entregue'),
      expect.stringContaining('Transferência oferecida por Bruno Carvalho a Carla Mendes'),
      expect.stringContaining('Atendimento finalizado por Bruno Carvalho'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Baixar PDF' }));
    expect(given('form.save').at(-1)).toMatchObject({
      form: 'download',
      key: 'protocol',
      values: { protocol: '20260312-0007', locale: 'pt_BR' },
    });
  });

  it('typed -> not there, and another one after it', async () => {
    const { given, answer } = await renderScreen(<ProtocolScreen />);
    const user = userEvent.setup();
    const field = screen.getByRole('searchbox', { name: 'Número do protocolo' });
    await user.type(field, '1{Enter}');
    act(() => answer({ list: 'protocol', rows: [], total: 0 }));
    expect(screen.getByText('Nenhum atendimento com o protocolo 1')).toBeTruthy();
    await user.type(field, '2{Enter}');
    expect(given('list.fetch').map(({ query }) => query.filters['protocol'])).toEqual(['1', '12']);
  });
});

const setting = (changes: Partial<DynamicSetting>): DynamicSetting => ({
  id: 'session_hours',
  group: 'security',
  type: 'duration',
  unit: 'hours',
  min: 1,
  max: 24,
  options: [],
  usual: 12,
  value: 12,
  isUsual: true,
  changedBy: null,
  changedAt: null,
  version: '0',
  ...changes,
});

describe('dynamic settings', () => {
  it('settings of security: who is no administrator sees them, why they can’t be changed, and changes the others', async () => {
    const { answer } = await renderScreen(<SettingsScreen />, { viewer: brunoViewing });
    const rows = [
      setting({ value: 4, isUsual: false }),
      setting({ id: 'protocol_phone', group: 'attendance', type: 'choice', unit: null, usual: 'full', value: 'full' }),
    ];
    act(() => answer({ list: 'settings', rows, total: 2 }));
    expect(screen.getByText('4 horas')).toBeTruthy();
    expect(screen.getByText(/Só um administrador da empresa pode alterar/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Voltar ao padrão' })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Alterar/u })).toHaveLength(1);
  });

  it('what holds and who set it; changed -> refused with the reason; back to the default', async () => {
    const { given, answer, load, refuse } = await renderScreen(<SettingsScreen />);
    const user = userEvent.setup();
    const rows = [
      setting({ value: 4, isUsual: false, changedBy: 'Ana Ribeiro', changedAt: at }),
      setting({
        id: 'transfer_after_minutes',
        group: 'attendance',
        type: 'number',
        unit: 'minutes',
        usual: 0,
        value: 0,
      }),
    ];
    act(() => answer({ list: 'settings', rows, total: 2 }));
    expect(screen.getByText('4 horas')).toBeTruthy();
    expect(screen.getByText('Padrão: 12 horas')).toBeTruthy();
    expect(screen.getByText(/Alterado por Ana Ribeiro em 12 mar/)).toBeTruthy();
    expect(screen.getByText('Nunca')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Alterar: Duração da sessão' }));
    act(() => load('setting', 'session_hours', { value: 4 }, '1'));
    const dialog = screen.getByRole('dialog', { name: 'Duração da sessão' });
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    act(() =>
      refuse('setting', 'session_hours', 'error.form.invalid', { value: 'error.field.tooLarge' }, { 'value.max': 24 }),
    );
    expect(within(dialog).getByText('O máximo é 24.')).toBeTruthy();
    const field = within(dialog).getByRole('textbox', { name: 'Duração da sessão' });
    await user.clear(field);
    await user.type(field, '30');
    await user.tab();
    expect(field).toHaveProperty('value', '30');
    expect(within(dialog).getByText('Use um número entre 1 e 24.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(given('form.save').at(-1)).toMatchObject({ values: { value: 30 } });
    act(() =>
      refuse('setting', 'session_hours', 'error.form.invalid', { value: 'error.field.tooLarge' }, { 'value.max': 24 }),
    );
    expect(field).toHaveProperty('value', '30');
    expect(within(dialog).getByText('Confira os campos marcados.')).toBeTruthy();
    await user.clear(field);
    await user.type(field, '2');
    // Before the field is left: otherwise the button moves from under the pointer that presses it.
    expect(within(dialog).queryByText('Confira os campos marcados.')).toBeNull();
    await user.type(field, '0');
    expect(given('form.save')).toHaveLength(2);
    await user.keyboard('{Enter}');
    expect(given('form.save').at(-1)).toMatchObject({ values: { value: 20 } });
    act(() => refuse('setting', 'session_hours', 'error.form.invalid'));
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await screen.findByRole('dialog', { name: 'Descartar alterações?' });
    await user.click(screen.getByText('Descartar'));
    await user.click(await screen.findByRole('button', { name: 'Voltar ao padrão' }));
    const question = await screen.findByRole('dialog', { name: 'Voltar ao padrão: Duração da sessão' });
    expect(question.textContent).toContain('Agora vale 4 horas.');
    await user.click(within(question).getByRole('button', { name: 'Voltar ao padrão' }));
    expect(given('form.save').at(-1)).toMatchObject({ form: 'setting.revert', key: 'session_hours' });
  });
});

describe('a number field', () => {
  /** The dialog of a setting that holds 30. */
  async function opened() {
    const view = await renderScreen(<SettingsScreen />);
    const user = userEvent.setup();
    act(() => view.answer({ list: 'settings', rows: [setting({ max: 90, value: 30 })], total: 1 }));
    await user.click(screen.getByRole('button', { name: 'Alterar: Duração da sessão' }));
    const of = { form: 'setting', key: 'session_hours' } as const;
    act(() => view.load('setting', 'session_hours', { value: 30 }, '1'));
    const field = screen.getByRole('textbox', { name: 'Duração da sessão' });
    const change = (value: number) => act(() => view.append({ type: 'form.changed', ...of, field: 'value', value }));
    const saved = async () => {
      await user.click(screen.getByRole('button', { name: 'Salvar' }));
      return view.given('form.save').at(-1)?.values;
    };
    return { user, field, change, saved };
  }

  it.each([
    ['31', '{ArrowDown}'],
    ['29', '{ArrowUp}'],
  ])('typed %s, %s -> shows 30 again, saved 30', async (typed, key) => {
    const { user, field, saved } = await opened();
    await user.clear(field);
    await user.type(field, typed);
    await user.keyboard(key);
    expect(field).toHaveProperty('value', '30');
    expect(await saved()).toEqual({ value: 30 });
  });

  it('typed what is no number, left -> the number of before is shown and saved', async () => {
    const { user, field, saved } = await opened();
    await user.clear(field);
    await user.type(field, '.');
    expect(field).toHaveProperty('value', '.');
    await user.tab();
    expect(field).toHaveProperty('value', '30');
    expect(await saved()).toEqual({ value: 30 });
  });

  it('typed 31, set back to 30 by the form -> shows 30; typed 1500 -> not written anew before it is left', async () => {
    const { user, field, change, saved } = await opened();
    await user.clear(field);
    await user.type(field, '31');
    change(30);
    expect(field).toHaveProperty('value', '30');
    await user.clear(field);
    await user.type(field, '1500');
    expect(field).toHaveProperty('value', '1500');
    await user.tab();
    expect(field).toHaveProperty('value', '1.500');
    expect(await saved()).toEqual({ value: 1500 });
  });
});

describe('the terms of use', () => {
  it('owed -> read -> accepted: there is no way round it but out', async () => {
    const { given, answer, save } = await renderScreen(<TermsDialog />);
    const user = userEvent.setup();
    await waitFor(() => expect(given('list.fetch').at(-1)?.list).toBe('terms'));
    const current = { id: '3', title: 'Versão 3', publishedAt: at, publishedBy: 'Suporte' };
    act(() => answer({ list: 'terms', rows: [{ current, acceptedAt: null, owed: true }], total: 1 }));
    const dialog = screen.getByRole('alertdialog', { name: 'Leia e aceite os termos de uso' });
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    const accept = within(dialog).getByRole('button', { name: 'Aceitar e continuar' });
    expect(accept.hasAttribute('disabled')).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Baixar PDF' }));
    expect(given('form.save').at(-1)).toMatchObject({ form: 'download', key: 'terms', values: { id: '3' } });
    await user.click(within(dialog).getByRole('checkbox'));
    await user.click(accept);
    expect(given('form.save').at(-1)).toMatchObject({ form: 'terms.accept', key: '3' });
    act(() => save('terms.accept', '3', '3', ['terms']));
    act(() => answer({ list: 'terms', rows: [{ current, acceptedAt: at, owed: false }], total: 1 }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });
});

describe('the maintenance', () => {
  it('begins -> ends: covers the page with its message, and what was below is there as it was', async () => {
    const view = await renderScreen(
      <>
        <input aria-label="Rascunho" defaultValue="" />
        <MaintenanceOverlay />
      </>,
    );
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Rascunho'), 'meia frase');
    await waitFor(() => expect(view.given('list.fetch').at(-1)?.list).toBe('maintenance'));
    const rows = [{ on: true, message: 'Trocando um servidor.', endsAt: null }];
    act(() => view.answer({ list: 'maintenance', rows, total: 1 }));
    const cover = screen.getByRole('alertdialog', { name: 'Estamos em manutenção' });
    expect(cover.textContent).toContain('Trocando um servidor.');
    // Told how long it takes, and when that is over, that it takes longer.
    const until = (endsAt: number) => {
      act(() => view.append({ type: 'list.outdated', list: 'maintenance' }));
      act(() => view.answer({ list: 'maintenance', rows: [{ on: true, message: null, endsAt }], total: 1 }));
      return within(cover).getByRole('status').textContent;
    };
    expect(until(START + 3_600_000)).toMatch(/^Previsão de volta: hoje, às \d\d:\d\d\.$/u);
    expect(until(START)).toMatch(/^A previsão era hoje, .* mais do que o previsto/u);
    const before = view.given('list.fetch').length;
    await user.click(within(cover).getByRole('button', { name: 'Verificar agora' }));
    expect(view.given('list.fetch').length).toBe(before + 1);
    act(() => view.answer({ list: 'maintenance', rows: [{ on: false, message: null, endsAt: null }], total: 1 }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText('Rascunho')).toHaveProperty('value', 'meia frase');
  });
});

describe('a call refused by the maintenance', () => {
  it('is looked into at once: nobody waits for the socket', async () => {
    const view = await renderScreen(
      <AreasContext value={{ loaded: [pagesArea, maintenanceArea], failure: undefined, request: () => undefined }}>
        <MaintenanceGate />
      </AreasContext>,
    );
    expect(view.given('list.fetch')).toEqual([]);
    const failure = { code: 'UNAVAILABLE', key: 'error.maintenance', params: {}, fields: {}, requestId: null } as const;
    act(() => view.append({ type: 'api.responseFailed', call: 'call-1', command: 'list.fetch', failure }));
    await waitFor(() => expect(view.given('list.fetch').at(-1)?.list).toBe('maintenance'));
    act(() => view.answer({ list: 'maintenance', rows: [{ on: true, message: null, endsAt: null }], total: 1 }));
    expect(screen.getByRole('alertdialog', { name: 'Estamos em manutenção' })).toBeTruthy();
  });
});

describe('the manual', () => {
  it.each(['pt_BR', 'en', 'pt'] as const)('%s: every chapter has its words, found without accents', async (locale) => {
    const manual = await loadManual(locale);
    for (const id of chapterIds) expect([id, manual[id].body.length > 80]).toEqual([id, true]);
    expect(findIn(manual, chapterIds, 'PROTOCOL')[0]?.id).toBe('protocol');
    expect(findIn(manual, chapterIds, 'xyzzy')).toEqual([]);
    // The end of a chapter is no cut.
    const short = { ...manual, protocol: { title: 'Protocolo', body: 'Tudo acaba aqui.' } };
    expect(findIn(short, ['protocol'], 'acaba')).toEqual([{ id: 'protocol', excerpt: 'Tudo acaba aqui.' }]);
  });

  it.each(['pt_BR', 'en', 'pt'] as const)('%s: what it names is on the screens, and its keys work', async (locale) => {
    const manual = await loadManual(locale);
    const texts = new Set(Object.values(await allMessages(locale)).map((message) => JSON.stringify(message)));
    const shortcuts = Object.values({ ...common, ...late });
    const keys = new Set(shortcuts.map((each) => keyCaps(each.keys, false).join('+')));
    const named = chapterIds.flatMap((id) =>
      [...manual[id].body.matchAll(/(?<!\*)\*(\p{Lu}[^*\n]*)\*(?!\*)/gu)].map(([, words = '']) => words),
    );
    expect(
      named.filter((words) => !texts.has(JSON.stringify([{ type: 0, value: words }])) && !keys.has(words)),
    ).toEqual([]);
  });

  it('every screen behind the login has a chapter about it', () => {
    const screens = [...routeTable, ...administrationRoutes].filter(({ access }) => access !== 'bare');
    const without = screens.filter(({ name }) => name !== 'home' && chapterOf(name) === 'start');
    // The manual itself needs none.
    expect(without.map(({ name }) => name)).toEqual(['user-manual']);
  });

  it('typed -> the chapters that fit, with where the words stand', async () => {
    await renderScreen(<ManualScreen />);
    const user = userEvent.setup();
    expect(await screen.findByRole('heading', { name: 'Primeiros passos' })).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Buscar no manual' }), 'transferencia');
    await waitFor(() => expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Transferências'));
    expect(screen.getByRole('status').textContent).toMatch(/capítulos/);
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'xyzzy');
    expect(await screen.findByText('Nada encontrado no manual')).toBeTruthy();
  });
});

const video = (changes: Partial<TrainingVideo>): TrainingVideo => ({
  id: '1',
  title: 'Primeiros passos',
  about: '',
  url: 'https://youtu.be/abcdefgh',
  embedUrl: 'https://www.youtube-nocookie.com/embed/abcdefgh',
  language: null,
  position: 1,
  watchedAt: null,
  version: '1',
  ...changes,
});

describe('training videos', () => {
  it('shown in the page only once asked for; others are links; a press marks one as watched', async () => {
    const { given, answer, container } = await renderScreen(<VideosScreen />);
    const user = userEvent.setup();
    const rows = [video({}), video({ id: '2', title: 'Outro', embedUrl: null, url: 'https://videos.example/2' })];
    act(() => answer({ list: 'videos', rows, total: 2, facts: { all: 2, seen: 0 } }));
    expect(screen.getByText('0 de 2 assistidos')).toBeTruthy();
    expect(container.querySelector('iframe')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Assistir: Primeiros passos' }));
    expect(screen.getByTitle('Primeiros passos').getAttribute('src')).toContain('youtube-nocookie.com/embed/abcdefgh');
    const link = screen.getByRole('link', { name: 'Abrir em outra aba' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://videos.example/2',
      'noopener noreferrer',
    ]);
    const [first] = screen.getAllByRole('button', { name: 'Marcar como assistido' });
    if (first !== undefined) await user.click(first);
    expect(given('form.save').at(-1)).toMatchObject({ form: 'video.watch', key: '1', values: { watched: true } });
    // Only the back-office keeps the list.
    expect(screen.queryByRole('button', { name: 'Novo vídeo' })).toBeNull();
  });
});

it.each([
  [
    'the company’s, and for its administrators the platform’s',
    anaViewing,
    'Ramal 200',
    '0800 1',
    ['Ramal 200', '0800 1'],
  ],
  ['the company’s alone for an attendant', brunoViewing, 'Ramal 200', '0800 1', ['Ramal 200']],
  ['without one the platform’s', brunoViewing, '', '0800 1', ['0800 1']],
  ['nobody: an administrator isn’t sent to themselves', anaViewing, '', '', [/Se você é um deles/u]],
] as const)('support: %s', async (_what, viewer, company, operator, shown) => {
  const { answer } = await renderScreen(<SupportScreen />, { viewer });
  act(() => answer({ list: 'supportContact', rows: [{ company, operator }], total: 1 }));
  const card = screen.getByRole('region', { name: 'Quem procurar primeiro' });
  const said = [...card.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(said).toEqual(shown.map((each): unknown => (typeof each === 'string' ? each : expect.stringMatching(each))));
});

it('support: whom the company asks first, and what to tell', async () => {
  const { answer } = await renderScreen(<SupportScreen />);
  act(() => answer({ list: 'supportContact', rows: [{ company: 'Ana, ramal 200' }], total: 1 }));
  expect(screen.getByText('Ana, ramal 200')).toBeTruthy();
  expect(screen.getByText('Aqui não há nada de clientes', { exact: false })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copiar dados' })).toBeTruthy();
});
