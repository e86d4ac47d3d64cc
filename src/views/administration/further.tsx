import type { ReactNode } from 'react';
import { administrationArea } from '../../i18n/areas/administration.ts';
import type { RouteEntry } from '../app/route-table.ts';
import { BranchIcon, BuildingIcon, HistoryIcon, LinkIcon, PhoneIcon, ShieldIcon } from '../kit/further-icons.tsx';
import { PeopleIcon } from '../kit/icons.tsx';
import { supportIcons, supportRoutes } from '../support/support-routes.tsx';

/* What the menu and the guard need of the administration: loaded for who may go there. */

export const administrationRoutes = [
  { path: '/users', name: 'users', title: 'menu.users', access: 'check', menu: true, group: 'administration' },
  {
    path: '/roles/list',
    name: 'roles-list',
    title: 'menu.roles',
    access: 'check',
    menu: true,
    group: 'administration',
  },
  {
    path: '/roles/edit/:id',
    name: 'roles-edit',
    title: 'menu.roles.edit',
    access: 'check',
    menu: false,
    parent: 'roles-list',
  },
  {
    path: '/departments',
    name: 'departments',
    title: 'menu.departments',
    access: 'check',
    menu: true,
    group: 'administration',
  },
  {
    path: '/instances',
    name: 'instances',
    title: 'menu.instances',
    access: 'check',
    menu: true,
    group: 'administration',
  },
  { path: '/access', name: 'access', title: 'menu.access', access: 'check', menu: true, group: 'administration' },
  { path: '/tenants', name: 'tenants', title: 'menu.tenants', access: 'check', menu: true, group: 'platform' },
  {
    path: '/wabox-connections',
    name: 'wabox-connections',
    title: 'menu.connections',
    access: 'check',
    menu: true,
    group: 'platform',
  },
  ...supportRoutes,
] as const satisfies readonly RouteEntry[];

export const administrationIcons: Readonly<Record<string, ReactNode>> = {
  users: <PeopleIcon />,
  'roles-list': <ShieldIcon />,
  departments: <BranchIcon />,
  instances: <PhoneIcon />,
  access: <HistoryIcon />,
  tenants: <BuildingIcon />,
  'wabox-connections': <LinkIcon />,
  ...supportIcons,
};

export const menuArea = administrationArea;
