import type { ReactNode } from 'react';
import type { RouteEntry } from '../app/route-table.ts';
import { PowerIcon, SettingsIcon } from '../kit/further-icons.tsx';
import { DocumentIcon, SearchIcon } from '../kit/icons.tsx';

/** The screens that help people at their work, for the menu and the guard. */
export const supportRoutes = [
  {
    path: '/whatsapp-protocol',
    name: 'whatsapp-protocol',
    title: 'menu.protocol',
    access: 'check',
    menu: true,
  },
  {
    path: '/maintenance-mode',
    name: 'maintenance-mode',
    title: 'menu.maintenance',
    access: 'check',
    menu: true,
    group: 'platform',
  },
  { path: '/pages/maintenance', name: 'maintenance', title: 'menu.maintenance', access: 'bare', menu: false },
  {
    path: '/dynamic-settings',
    name: 'dynamic-settings',
    title: 'menu.settings',
    access: 'check',
    menu: true,
    group: 'administration',
  },
  { path: '/terms-of-use', name: 'terms-of-use', title: 'menu.terms', access: 'open', menu: true, group: 'support' },
] as const satisfies readonly RouteEntry[];

export const supportIcons: Readonly<Record<string, ReactNode>> = {
  'whatsapp-protocol': <SearchIcon />,
  'maintenance-mode': <PowerIcon />,
  'dynamic-settings': <SettingsIcon />,
  'terms-of-use': <DocumentIcon />,
};
