import { describe, expect, it } from 'vitest';
import { SCREENS } from '../../contract/facts/access.ts';
import { administrationIcons, administrationRoutes } from '../../src/views/administration/administration-routes.tsx';
import { partOf, routeOf, routeTable, type RouteEntry } from '../../src/views/app/route-table.ts';
import { isOwnPath } from '../../src/views/app/own-path.ts';

const all: readonly RouteEntry[] = [...routeTable, ...administrationRoutes];

describe('routes', () => {
  it.each(all)('$path: as the table of who may what has it', ({ path, name, access, menu }) => {
    const screens = SCREENS.filter((screen) => screen.path === path);
    expect(screens).toMatchObject([{ name, access, menu }]);
  });

  it('what is in the menu has an icon, a path without parts, and a part of the menu', () => {
    for (const { name, path, group, menu } of administrationRoutes.filter((route) => route.menu)) {
      expect({
        name,
        menu,
        hasIcon: administrationIcons[name] !== undefined,
        isPlain: !path.includes(':'),
        group,
      }).toEqual({
        name,
        menu: true,
        hasIcon: true,
        isPlain: true,
        group: expect.any(String),
      });
    }
  });

  it('a part of the breadcrumbs is a route', () => {
    const parents = all.flatMap(({ parent }) => parent ?? []);
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(parents));
  });

  it('an id is the last part of its own route’s path alone', () => {
    expect(partOf('/customers/:id', '/customers/7')).toBe('7');
    expect(partOf('/customers/:id', '/customers/7/')).toBe('7');
    for (const path of ['/customers', '/customers/', '/customers/7/8', '/roles/7'])
      expect(partOf('/customers/:id', path)).toBeUndefined();
  });

  it('after a login only our own screens are opened', () => {
    expect(routeOf('/roles/edit/7', all)?.name).toBe('roles-edit');
    // What leads nowhere is said by its own page.
    for (const path of ['/users?x=1', '/nowhere']) expect(isOwnPath(path)).toBe(true);
    for (const path of ['//evil.example', 'https://evil.example', '/login?to=%2F', '/users\\..'])
      expect(isOwnPath(path)).toBe(false);
  });
});
