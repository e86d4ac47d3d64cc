import type { ReactNode } from 'react';
import { administrationArea } from '../../i18n/areas/administration.ts';
import type { RouteEntry } from '../app/route-table.ts';
import {
  BranchIcon,
  BuildingIcon,
  ChartIcon,
  GaugeIcon,
  HistoryIcon,
  LinkIcon,
  PhoneIcon,
  RankIcon,
  SettingsIcon,
  SheetIcon,
  ShieldIcon,
} from '../kit/further-icons.tsx';
import { PeopleIcon, PersonIcon } from '../kit/icons.tsx';
import { lookUpRoutes, supportIcons, supportRoutes } from '../support/support-routes.tsx';

/* What the menu and the guard need of the administration: loaded for who may go there. */

export const administrationRoutes = [
  ...lookUpRoutes,
  {
    path: '/dashboard/control-panel',
    name: 'dashboard-control-panel',
    title: 'menu.controlPanel',
    access: 'check',
    menu: true,
    group: 'reports',
  },
  {
    path: '/dashboard/analytics',
    name: 'dashboard-analytics',
    title: 'menu.analytics',
    access: 'check',
    menu: true,
    group: 'reports',
  },
  {
    path: '/dashboard/produtivity-report',
    name: 'dashboard-produtivity-report',
    title: 'menu.productivity',
    access: 'check',
    menu: true,
    group: 'reports',
  },
  {
    path: '/dashboard/report',
    name: 'dashboard-report',
    title: 'menu.report',
    access: 'check',
    menu: true,
    group: 'reports',
  },
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
  { path: '/pages/profile', name: 'profile', title: 'menu.profile', access: 'open', menu: true, group: 'account' },
  {
    path: '/user-settings',
    name: 'user-settings',
    title: 'menu.userSettings',
    access: 'open',
    menu: true,
    group: 'account',
  },
  {
    path: '/two-factor',
    name: 'two-factor',
    title: 'menu.twoFactor',
    access: 'open',
    menu: false,
    parent: 'user-settings',
  },
  { path: '/pages/register', name: 'register', title: 'menu.register', access: 'bare', menu: false },
  { path: '/pages/forgot-password', name: 'forgot-password', title: 'menu.forgot', access: 'bare', menu: false },
  { path: '/pages/reset-password', name: 'reset-password', title: 'menu.reset', access: 'bare', menu: false },
  { path: '/pages/lock-screen', name: 'lock-screen', title: 'menu.lock', access: 'bare', menu: false },
] as const satisfies readonly RouteEntry[];

export const administrationIcons: Readonly<Record<string, ReactNode>> = {
  'dashboard-control-panel': <GaugeIcon />,
  'dashboard-analytics': <ChartIcon />,
  'dashboard-produtivity-report': <RankIcon />,
  'dashboard-report': <SheetIcon />,
  users: <PeopleIcon />,
  'roles-list': <ShieldIcon />,
  departments: <BranchIcon />,
  instances: <PhoneIcon />,
  access: <HistoryIcon />,
  tenants: <BuildingIcon />,
  'wabox-connections': <LinkIcon />,
  ...supportIcons,
  profile: <PersonIcon />,
  'user-settings': <SettingsIcon />,
};

export const menuArea = administrationArea;
