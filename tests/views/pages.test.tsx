import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Badge } from '../../src/views/kit/Badge.tsx';
import { HomeIcon } from '../../src/views/kit/icons.tsx';
import { AccountMenu } from '../../src/views/layout/AccountMenu.tsx';
import { AppShell } from '../../src/views/layout/AppShell.tsx';
import { BareLayout } from '../../src/views/layout/BareLayout.tsx';
import { ConnectionPill } from '../../src/views/layout/ConnectionPill.tsx';
import { CrashBoundary } from '../../src/views/kit/CrashBoundary.tsx';
import { InstancePicker } from '../../src/views/layout/InstancePicker.tsx';
import { LoadingOverlay } from '../../src/views/layout/LoadingOverlay.tsx';
import { applyTheme, parseTheme } from '../../src/views/layout/theme.ts';
import { useDocumentTitle } from '../../src/views/layout/useDocumentTitle.ts';
import { ComingSoonPage } from '../../src/views/pages/ComingSoonPage.tsx';
import { NotAuthorizedPage } from '../../src/views/pages/NotAuthorizedPage.tsx';
import { NotFoundPage } from '../../src/views/pages/NotFoundPage.tsx';
import { ServerErrorPage } from '../../src/views/pages/ServerErrorPage.tsx';
import { renderKit } from './kit-render.tsx';

describe('pages outside of the menu', () => {
  it.each([
    ['coming soon', ComingSoonPage, 'Em breve por aqui'],
    ['404', NotFoundPage, 'Esta página não existe'],
    ['500', ServerErrorPage, 'Algo quebrou do nosso lado'],
    ['not authorized', NotAuthorizedPage, 'Você não tem acesso a esta tela'],
  ])('%s: one heading, one main, a way home, its title on the tab', async (_, Page, title) => {
    await renderKit(
      <BareLayout>
        <Page />
      </BareLayout>,
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Ir para o início' }).getAttribute('href')).toBe(
      '/',
    );
    expect(document.title).toBe(`${title} · Balcão`);
  });

  it('500: reloads, and shows the code for support when there is one', async () => {
    const onReload = vi.fn();
    await renderKit(<ServerErrorPage requestId="7f3a" onReload={onReload} />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Recarregar a página' }));
    expect(onReload).toHaveBeenCalledOnce();
    expect(screen.getByText('7f3a')).toBeTruthy();
  });

  it('not authorized: another user may log in', async () => {
    const onOtherUser = vi.fn();
    await renderKit(<NotAuthorizedPage onOtherUser={onOtherUser} />, 'en');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Log in as another user' }));
    expect(onOtherUser).toHaveBeenCalledOnce();
  });
});

describe('shell', () => {
  const shell = (isExpanded: boolean, onChange: (isExpanded: boolean) => void) => (
    <AppShell
      menu={[
        { id: 'home', label: 'Início', icon: <HomeIcon />, to: '/', isCurrent: false },
        {
          id: 'chat',
          label: 'Atendimento',
          icon: <HomeIcon />,
          to: '/chat',
          isCurrent: true,
          badge: () => <Badge count={3} />,
        },
      ]}
      isMenuExpanded={isExpanded}
      onMenuExpandedChange={onChange}
      crumbs={[{ label: 'Início', to: '/' }, { label: 'Atendimento' }]}
      tools={<ConnectionPill state="live" isTrouble={false} />}
    >
      <h1>Conversas</h1>
    </AppShell>
  );

  it('has its landmarks, and says where one is', async () => {
    await renderKit(shell(false, () => {}));
    expect(screen.getByRole('banner')).toBeTruthy();
    const menu = screen.getByRole('navigation', { name: 'Menu principal' });
    expect(within(menu).getByRole('link', { current: 'page' }).textContent).toContain('Atendimento');
    expect(within(menu).getByText('3 não lidas')).toBeTruthy();
    const crumbs = screen.getByRole('navigation', { name: 'Você está em' });
    expect(within(crumbs).getByRole('link', { name: 'Início' }).getAttribute('href')).toBe('/');
    expect(within(crumbs).getByText('Atendimento').getAttribute('aria-current')).toBe('page');
  });

  it('first Tab -> skip link -> content', async () => {
    await renderKit(shell(false, () => {}));
    const user = userEvent.setup();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Pular para o conteúdo');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('menu: collapsed -> expanded -> collapsed', async () => {
    const onChange = vi.fn();
    const view = await renderKit(shell(false, onChange));
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Expandir menu', expanded: false }));
    view.rerender(shell(true, onChange));
    await user.click(screen.getByRole('button', { name: 'Recolher menu', expanded: true }));
    expect(onChange.mock.calls).toEqual([[true], [false]]);
  });
});

describe('tools of the bar', () => {
  it.each([
    ['live', 'Conexão: Sincronizado'],
    ['reconnecting', 'Conexão: Reconectando'],
    ['offline', 'Conexão: Sem conexão'],
  ] as const)('connection %s is announced as %s', async (state, said) => {
    await renderKit(<ConnectionPill state={state} isTrouble={state !== 'live'} />);
    expect(within(screen.getByRole('status')).getByText(said)).toBeTruthy();
  });

  it('one instance is a fact, two are a choice', async () => {
    const onSelect = vi.fn();
    const one = [{ id: '1', name: 'Vendas' }];
    const view = await renderKit(<InstancePicker instances={one} selected="1" onSelect={onSelect} />);
    expect(screen.queryByRole('button')).toBeNull();
    view.rerender(
      <InstancePicker instances={[...one, { id: '2', name: 'Suporte' }]} selected="1" onSelect={onSelect} />,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Instância: Vendas' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Suporte' }));
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('2');
  });

  it('account: profile, settings, theme, language, sound, notices outside, shortcuts, lock, way out', async () => {
    const onProfile = vi.fn();
    const onSettings = vi.fn();
    const onLock = vi.fn();
    const onThemeChange = vi.fn();
    const onLocaleChange = vi.fn();
    const onLogout = vi.fn();
    const onSoundToggle = vi.fn();
    const onAskDesktop = vi.fn();
    const onShowShortcuts = vi.fn();
    await renderKit(
      <AccountMenu
        user={{ name: 'Ana Ribeiro', email: 'ana@aurora.example', role: 'Administrador' }}
        theme="light"
        onThemeChange={onThemeChange}
        locale="pt_BR"
        onLocaleChange={onLocaleChange}
        isSoundOn
        onSoundToggle={onSoundToggle}
        onAskDesktop={onAskDesktop}
        onProfile={onProfile}
        onSettings={onSettings}
        onLock={onLock}
        onReport={() => undefined}
        onLogout={onLogout}
        onShowShortcuts={onShowShortcuts}
      />,
    );
    const user = userEvent.setup();
    const choose = async (role: 'menuitem' | 'menuitemradio', name: string | RegExp) => {
      await user.click(screen.getByRole('button', { name: 'Conta de Ana Ribeiro' }));
      await user.click(await screen.findByRole(role, { name }));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    };
    await choose('menuitem', 'Meu perfil');
    await choose('menuitem', 'Configurações');
    await choose('menuitem', 'Bloquear a tela');
    expect([onProfile, onSettings, onLock].map((called) => called.mock.calls.length)).toEqual([1, 1, 1]);
    await choose('menuitemradio', 'Escuro');
    await choose('menuitemradio', 'English');
    await choose('menuitem', 'Desligar o som');
    await choose('menuitem', /^Avisar fora desta aba/u);
    await choose('menuitem', 'Atalhos do teclado');
    await choose('menuitem', 'Sair');
    expect(onThemeChange.mock.calls).toEqual([['dark']]);
    expect(onLocaleChange.mock.calls).toEqual([['en']]);
    expect(onSoundToggle).toHaveBeenCalledOnce();
    expect(onAskDesktop).toHaveBeenCalledOnce();
    expect(onShowShortcuts).toHaveBeenCalledOnce();
    expect(onLogout).toHaveBeenCalledOnce();
  });
});

describe('page as a whole', () => {
  it('theme: light unless dark is asked for', () => {
    expect(['dark', 'light', undefined, 'solarized'].map(parseTheme)).toEqual(['dark', 'light', 'light', 'light']);
    applyTheme('dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    applyTheme('light');
    expect(document.documentElement.dataset['theme']).toBe('light');
  });

  it('the language is the page’s', async () => {
    await renderKit(<p />, 'en');
    expect(document.documentElement.lang).toBe('en');
  });

  function Titled({ count }: { readonly count: number }) {
    useDocumentTitle('Atendimento', count);
    return null;
  }

  it('the tab counts what waits', async () => {
    const view = await renderKit(<Titled count={7} />);
    expect(document.title).toBe('(7) Atendimento · Balcão');
    view.rerender(<Titled count={99} />);
    expect(document.title).toBe('(99) Atendimento · Balcão');
    view.rerender(<Titled count={100} />);
    expect(document.title).toBe('(99+) Atendimento · Balcão');
    view.rerender(<Titled count={0} />);
    expect(document.title).toBe('Atendimento · Balcão');
  });

  it('overlay: hidden -> visible, announced', async () => {
    const view = await renderKit(<LoadingOverlay isVisible={false} />);
    expect(screen.getByRole('status').textContent).toBe('');
    view.rerender(<LoadingOverlay isVisible />);
    expect(screen.getByRole('status').textContent).toBe('Carregando…');
  });

  it('a screen that throws -> fallback -> another route tries again', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const Broken = ({ isBroken }: { readonly isBroken: boolean }) => {
      if (isBroken) throw new Error('broken');
      return <p>inteira</p>;
    };
    const at = (path: string, isBroken: boolean) => (
      <CrashBoundary fallback={<p>quebrada</p>} resetKey={path}>
        <Broken isBroken={isBroken} />
      </CrashBoundary>
    );
    const view = await renderKit(at('/a', true));
    expect(screen.getByText('quebrada')).toBeTruthy();
    view.rerender(at('/a', false));
    expect(screen.getByText('quebrada')).toBeTruthy();
    view.rerender(at('/b', false));
    expect(screen.getByText('inteira')).toBeTruthy();
    quiet.mockRestore();
  });
});
