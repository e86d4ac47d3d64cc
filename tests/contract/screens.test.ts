import { describe, expect, it } from 'vitest';
import { PERMISSIONS, SCREENS } from '../../contract/facts/access.ts';
import { administrationRoutes } from '../../src/views/administration/administration-routes.tsx';
import { routeTable } from '../../src/views/app/route-table.ts';

const shown = [...routeTable, ...administrationRoutes];

describe('the table of screens', () => {
  it.each(shown.map((route) => [route.path, route] as const))('%s is guarded and shown as it says', (path, route) => {
    const screen = SCREENS.find((each) => each.path === path);
    expect({ name: route.name, access: route.access, menu: route.menu }).toEqual({
      name: screen?.name,
      access: screen?.access,
      menu: screen?.menu,
    });
  });

  it('has each path once, and of each permission one category', () => {
    const paths = SCREENS.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const names = PERMISSIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, access, category } of SCREENS) {
      expect([name, category === null]).toEqual([name, access !== 'check']);
    }
  });

  it('has the names of the specification', () => {
    const named = new Map<string, string>(SCREENS.map(({ path, name }) => [path, name]));
    expect(
      [
        '/users',
        '/tenants',
        '/roles/list',
        '/roles/edit/:id',
        '/dashboard/analytics',
        '/dashboard/control-panel',
        '/dashboard/produtivity-report',
        '/dashboard/report',
      ].map((path) => named.get(path)),
    ).toEqual([
      'users',
      'tenants',
      'roles-list',
      'roles-edit',
      'dashboard-analytics',
      'dashboard-control-panel',
      'dashboard-produtivity-report',
      'dashboard-report',
    ]);
  });
});
