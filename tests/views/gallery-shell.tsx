import { useState } from 'react';
import type { Locale } from '../../contract/facts/locales.ts';
import { Badge } from '../../src/views/kit/Badge.tsx';
import { ChatIcon, HomeIcon, InboxIcon } from '../../src/views/kit/icons.tsx';
import { EmptyState } from '../../src/views/kit/EmptyState.tsx';
import { SearchField } from '../../src/views/kit/SearchField.tsx';
import { useText } from '../../src/views/kit/useText.ts';
import { AccountMenu } from '../../src/views/layout/AccountMenu.tsx';
import { AppShell } from '../../src/views/layout/AppShell.tsx';
import { ConnectionPill, type ConnectionView } from '../../src/views/layout/ConnectionPill.tsx';
import { InstancePicker } from '../../src/views/layout/InstancePicker.tsx';
import { applyTheme, parseTheme } from '../../src/views/layout/theme.ts';

const instances = [
  { id: '1', name: 'Vendas' },
  { id: '2', name: 'Suporte' },
];

/** Seven conversations wait. */
function unread(className: string | undefined) {
  return <Badge count={7} className={className} />;
}

export function GalleryShell({ isWide }: { readonly isWide: boolean }) {
  const text = useText();
  const [isExpanded, setExpanded] = useState(isWide);
  const [instance, setInstance] = useState('1');
  const [query, setQuery] = useState('');
  const [theme, setTheme] = useState(parseTheme(document.documentElement.dataset['theme']));
  const [locale, setLocale] = useState<Locale>('pt_BR');
  const state: ConnectionView = 'live';
  return (
    <AppShell
      menu={[
        { id: 'home', label: text('menu.home'), icon: <HomeIcon />, to: '/', isCurrent: false },
        {
          id: 'chat',
          label: text('attendance.title'),
          icon: <ChatIcon />,
          to: '/chat',
          isCurrent: true,
          badge: unread,
        },
      ]}
      isMenuExpanded={isExpanded}
      onMenuExpandedChange={setExpanded}
      crumbs={[{ label: text('menu.home'), to: '/' }, { label: text('attendance.title') }]}
      search={<SearchField label={text('shortcuts.search')} value={query} onChange={setQuery} shortcut="Ctrl K" />}
      tools={
        <>
          <InstancePicker instances={instances} selected={instance} onSelect={setInstance} />
          <ConnectionPill state={state} isTrouble={state !== 'live'} />
          <AccountMenu
            user={{ name: 'Ana Ribeiro', email: 'ana@aurora.example', role: 'Administrador' }}
            theme={theme}
            onThemeChange={(next) => {
              setTheme(parseTheme(next));
              applyTheme(parseTheme(next));
            }}
            locale={locale}
            onLocaleChange={setLocale}
            isSoundOn
            onSoundToggle={() => {}}
            onProfile={() => {}}
            onSettings={() => {}}
            onLock={() => {}}
            onShowShortcuts={() => {}}
            onReport={() => undefined}
            onLogout={() => {}}
          />
        </>
      }
    >
      <EmptyState icon={<InboxIcon />} title="Nenhuma conversa por aqui">
        Quando um cliente escrever, a conversa aparece nesta lista.
      </EmptyState>
    </AppShell>
  );
}
