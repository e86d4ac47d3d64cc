import type { ReactNode } from 'react';
import { administrationArea } from '../../i18n/areas/administration.ts';
import type { RouteEntry } from '../app/route-table.ts';
import { PeopleIcon } from '../kit/icons.tsx';

/* What the menu and the guard need of the administration: loaded for who may go there. */

export const administrationRoutes = [
  { path: '/users', name: 'users', title: 'menu.users', access: 'check', menu: true, group: 'administration' },
] as const satisfies readonly RouteEntry[];

export const administrationIcons: Readonly<Record<string, ReactNode>> = {
  users: <PeopleIcon />,
};

export const menuArea = administrationArea;
