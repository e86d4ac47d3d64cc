import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AccountMenu } from '../../src/views/layout/AccountMenu.tsx';
import { AppShell } from '../../src/views/layout/AppShell.tsx';
import { ConnectionPill, type ConnectionView } from '../../src/views/layout/ConnectionPill.tsx';
import { fitKeyboard } from '../../src/views/layout/on-screen-keyboard.ts';
import { SideMenu } from '../../src/views/layout/SideMenu.tsx';
import { applyDensity, applyTheme } from '../../src/views/layout/theme.ts';
import { DataTable } from '../../src/views/kit/DataTable.tsx';
import { renderScreen } from './administration-support.tsx';
import { renderKit } from './kit-render.tsx';

/* The frame of every screen: its menus, its bar, the page's height; and its tables. */

const tester = userEvent.setup();
afterEach(() => vi.unstubAllGlobals());

describe('one’s own menu', () => {
  type Props = ComponentProps<typeof AccountMenu>;
  const all = () => {
    const did: string[] = [];
    const tell =
      (what: string) =>
      (value?: string | boolean): void =>
        void did.push(value === undefined ? what : `${what} ${value}`);
    const props: Props = {
      user: { name: 'Ana Prado', email: 'ana@aurora.example', role: 'Administrador' },
      onAvailability: tell('away'),
      theme: 'light',
      onThemeChange: tell('theme'),
      locale: 'pt_BR',
      onLocaleChange: tell('locale'),
      isSoundOn: true,
      onSoundToggle: tell('sound'),
      onAskDesktop: tell('desktop'),
      onProfile: tell('profile'),
      onSettings: tell('settings'),
      onLock: tell('lock'),
      onReport: tell('report'),
      onLogout: tell('logout'),
      onShowShortcuts: tell('shortcuts'),
    };
    return { did, props };
  };
  const open = async () => {
    await tester.click(screen.getByRole('button', { name: /^Conta de Ana Prado/u }));
    return screen.findByRole('menu');
  };

  it('each entry does what it says', async () => {
    const { did, props } = all();
    await renderScreen(<AccountMenu {...props} />);
    for (const name of [
      /^Ausente/u,
      'Meu perfil',
      'Configurações',
      'Escuro',
      'Automático',
      'English',
      'Desligar o som',
      /^Avisar fora desta aba/u,
      'Atalhos do teclado',
      'Bloquear a tela',
      'Relatar problema',
      'Sair',
    ]) {
      await open();
      const found = [
        ...screen.queryAllByRole('menuitem', { name }),
        ...screen.queryAllByRole('menuitemradio', { name }),
      ];
      await tester.click(found[0] ?? document.body);
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    }
    expect(did).toEqual([
      'away true',
      'profile',
      'settings',
      'theme dark',
      'theme system',
      'locale en',
      'sound',
      'desktop',
      'shortcuts',
      'lock',
      'report',
      'logout',
    ]);
  });

  it('what isn’t theirs is left out; away is said with the name', async () => {
    const { props } = all();
    const { onAvailability: _a, onAskDesktop: _b, onProfile: _c, onLock: _d, onShowShortcuts: _e, ...least } = props;
    await renderScreen(<AccountMenu {...least} user={{ ...least.user, away: true }} isSoundOn={false} />);
    expect(screen.getByRole('button', { name: 'Conta de Ana Prado (ausente)' })).toBeTruthy();
    const menu = await open();
    const entries = [...menu.querySelectorAll('[role^=menuitem]')].map(({ textContent }) => textContent);
    expect(entries.map((entry) => entry?.replace(/^(?:BR|EN|PT)/u, ''))).toEqual([
      'Configurações',
      'Claro',
      'Escuro',
      'Automático',
      'Português (Brasil)',
      'English',
      'Português',
      'Ligar o som',
      'Relatar problema',
      'Sair',
    ]);
  });
});

describe('the side menu', () => {
  const items = (count: number, current = 0) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${at}`,
      label: `Tela ${at}`,
      icon: <svg />,
      to: `/${at}`,
      isCurrent: at === current,
      group: at < 2 ? undefined : 'Resto',
    }));

  it.each([
    [5, 0, false],
    [6, 0, true],
    [3, 2, false],
    [4, 2, true],
  ])('%i entries and %i of the bar’s own -> more are behind a button: %s', async (count, own, hasMore) => {
    const bar = Array.from({ length: own }, (_, at) => ({
      id: `bar-${at}`,
      label: `Barra ${at}`,
      icon: <svg />,
      onPress: () => undefined,
    }));
    await renderScreen(
      <SideMenu items={items(count)} bar={bar} isExpanded={false} onExpandedChange={() => undefined} />,
    );
    expect(screen.queryByRole('button', { name: 'Mais' }) !== null).toBe(hasMore);
  });

  it('the current one, its group, and wide or narrow; the bar’s own closes the sheet; pressed outside, it closes too', async () => {
    const pressed = vi.fn<() => void>();
    const expanded = vi.fn<(isExpanded: boolean) => void>();
    const bar = [{ id: 'queue', label: 'Fila', icon: <svg />, isCurrent: true, onPress: pressed }];
    await renderScreen(
      <>
        <SideMenu items={items(6, 1)} bar={bar} isExpanded={false} onExpandedChange={expanded} />
        <p>Fora</p>
      </>,
    );
    expect(screen.getByRole('link', { name: 'Tela 1' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('list', { name: 'Resto' }).children).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'Fila' }).getAttribute('aria-current')).toBe('true');
    const more = () => screen.getByRole('button', { name: /^(?:Mais|Fechar)$/u });
    // The current one is among those of the bar.
    expect(more().getAttribute('aria-current')).toBeNull();
    await tester.click(more());
    expect(more().textContent).toBe('Fechar');
    await tester.click(screen.getByRole('button', { name: 'Fila' }));
    expect([pressed.mock.calls.length, more().getAttribute('aria-expanded')]).toEqual([1, 'false']);
    await tester.click(more());
    await tester.keyboard('{Escape}');
    expect(document.activeElement).toBe(more());
    await tester.click(more());
    await tester.click(screen.getByText('Fora'));
    expect(more().getAttribute('aria-expanded')).toBe('false');
    await tester.click(screen.getByRole('button', { name: 'Expandir menu' }));
    expect(expanded.mock.calls).toEqual([[true]]);
  });
});

it('the first link leads to the content', async () => {
  await renderScreen(
    <AppShell menu={[]} isMenuExpanded={false} onMenuExpandedChange={() => undefined} crumbs={[]}>
      Olá
    </AppShell>,
  );
  await tester.tab();
  expect(document.activeElement?.textContent).toBe('Pular para o conteúdo');
  await tester.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it.each<[ConnectionView, boolean, string]>([
  ['live', false, 'Sincronizado'],
  ['reconnecting', true, 'Reconectando'],
  ['offline', true, 'Sem conexão'],
  ['disconnected', true, 'Sem conexão'],
  ['tooMany', true, 'Sem conexão'],
])('%s (worth a bar: %s) -> “%s”', async (state, isTrouble, words) => {
  await renderScreen(<ConnectionPill state={state} isTrouble={isTrouble} />);
  const pill = screen.getByRole('status');
  expect(pill.textContent).toContain(`Conexão: ${words}`);
  expect(pill.hasAttribute('data-trouble')).toBe(isTrouble);
});

it('theme and density are the page’s; the browser’s own bars take the theme on', () => {
  const meta = document.createElement('meta');
  meta.name = 'theme-color';
  document.head.append(meta);
  const root = document.createElement('div');
  applyTheme('dark', root);
  const dark = meta.content;
  applyTheme('light', root);
  applyDensity('compact', root);
  meta.remove();
  expect(root.dataset).toMatchObject({ theme: 'light', density: 'compact' });
  expect(meta.content).not.toBe(dark);
});

it('a keyboard on the screen -> the page is as high as what it leaves; zoomed in or gone -> as it was', () => {
  const view = Object.assign(new EventTarget(), { height: 400, scale: 1 });
  vi.stubGlobal('visualViewport', view);
  vi.stubGlobal('innerHeight', 800);
  const scrolled = vi.fn<() => void>();
  vi.stubGlobal('scrollTo', scrolled);
  const ended = new AbortController();
  const shown = () => document.documentElement.style.getPropertyValue('--shown');
  const become = (height: number, scale = 1) => {
    Object.assign(view, { height, scale });
    view.dispatchEvent(new Event('resize'));
    return shown();
  };
  fitKeyboard(ended.signal);
  expect(become(400)).toBe('400px');
  expect(scrolled).toHaveBeenCalledOnce();
  expect(become(400, 2)).toBe('');
  // As high as the browser's own bars.
  expect(become(680)).toBe('');
  expect(become(679)).toBe('679px');
  ended.abort();
  expect(shown()).toBe('');
  expect(become(300)).toBe('');
});

describe('a table', () => {
  const row = (id: string) => ({ id, name: `Linha ${id}` });
  const columns = [
    { id: 'name', title: 'Nome', sortBy: 'name', cell: ({ name }: { readonly name: string }) => name },
    { id: 'id', title: 'Número', cell: ({ id }: { readonly id: string }) => id },
  ];
  const table = (changes: Partial<ComponentProps<typeof DataTable<ReturnType<typeof row>>>> = {}) => (
    <DataTable
      label="Linhas"
      columns={columns}
      rows={[row('1'), row('2')]}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      sort={{ by: 'name', descending: true }}
      onSort={() => undefined}
      empty="Nada"
      {...changes}
    />
  );

  it('says how it is sorted, and what can’t be; a press turns it round', async () => {
    const onSort = vi.fn<(sort: unknown) => void>();
    await renderKit(table({ onSort }));
    const [first, second] = screen.getAllByRole('columnheader');
    expect([first?.getAttribute('aria-sort'), second?.getAttribute('aria-sort')]).toEqual(['descending', null]);
    await tester.click(second ?? document.body);
    expect(onSort).not.toHaveBeenCalled();
    await tester.click(first ?? document.body);
    expect(onSort.mock.calls).toEqual([[{ by: 'name', descending: false }]]);
  });

  it('a row without actions has no menu', async () => {
    const menuOf = ({ id }: { readonly id: string }) => [
      { id: 'a', entries: id === '1' ? [{ id: 'x', label: 'Abrir' }] : [], onSelect: () => undefined },
    ];
    await renderKit(table({ menuOf }));
    expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual(['Ações de Linha 1']);
  });

  it('loading -> as many places as rows are asked for, twelve at most, and said', async () => {
    const few = await renderKit(table({ rows: null, pageSize: 3 }));
    expect(screen.getByRole('status').textContent).toBe('Carregando…');
    expect(document.querySelectorAll('tbody tr')).toHaveLength(3);
    few.unmount();
    await renderKit(table({ rows: null, pageSize: 50 }));
    expect(document.querySelectorAll('tbody tr')).toHaveLength(12);
  });

  it('scrolled down on one page -> another one begins at its top; newer rows of the same stay where one is', async () => {
    const { rerender } = await renderKit(table({ page: 1 }));
    const box = document.querySelector('[aria-busy]') ?? document.body;
    box.scrollTop = 200;
    rerender(table({ page: 1, rows: [row('3')] }));
    expect(box.scrollTop).toBe(200);
    rerender(table({ page: 2, rows: [row('4')] }));
    expect(box.scrollTop).toBe(0);
  });
});
