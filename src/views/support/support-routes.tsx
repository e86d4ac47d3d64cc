import type { ReactNode } from 'react';
import type { RouteEntry } from '../app/route-table.ts';
import { HelpIcon, NoteIcon, PowerIcon } from '../kit/administration-icons.tsx';
import { SearchIcon, VideoIcon } from '../kit/icons.tsx';
import { ContractIcon, LifebuoyIcon, RewindIcon, WrenchIcon } from '../kit/menu-icons.tsx';

/** Look-ups needed while serving customers: first in the menu. */
export const lookUpRoutes = [
  {
    path: '/whatsapp-protocol',
    name: 'whatsapp-protocol',
    title: 'menu.protocol',
    access: 'check',
    menu: true,
    group: 'attendance',
  },
] as const satisfies readonly RouteEntry[];

/** The help and support screens, for the menu and the guard. */
export const supportRoutes = [
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
  {
    path: '/training-videos',
    name: 'training-videos',
    title: 'menu.videos',
    access: 'open',
    menu: true,
    group: 'support',
  },
  { path: '/user-manual', name: 'user-manual', title: 'menu.manual', access: 'open', menu: true, group: 'support' },
  { path: '/support', name: 'support', title: 'menu.support', access: 'open', menu: true, group: 'support' },
  { path: '/help', name: 'help', title: 'menu.help', access: 'open', menu: true, group: 'support' },
  {
    path: '/time-machine',
    name: 'time-machine',
    title: 'menu.timeMachine',
    access: 'open',
    // Whoever may look into the audit may look into a log.
    needs: 'access',
    menu: true,
    group: 'support',
  },
] as const satisfies readonly RouteEntry[];

export const supportIcons: Readonly<Record<string, ReactNode>> = {
  'whatsapp-protocol': <SearchIcon />,
  'maintenance-mode': <PowerIcon />,
  'dynamic-settings': <WrenchIcon />,
  'terms-of-use': <ContractIcon />,
  'training-videos': <VideoIcon />,
  'user-manual': <NoteIcon />,
  support: <LifebuoyIcon />,
  help: <HelpIcon />,
  'time-machine': <RewindIcon />,
};
