import { roleEditing } from '../../models/journeys/role-editing.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { selectRoutes, selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly ana: Office;
  readonly other: Office;
  readonly bruno: Office;
  readonly role: { readonly id: string; readonly label: string };
  copyId: string;
  /** Where Bruno's log stood when the path began. */
  readonly brunoFrom: number;
}

const ROUTES = ['chat', 'users'];
const FORM = 'role.permissions';

function logStart(office: Office): number {
  return office.client.events.items.at(-1)?.position ?? 0;
}

/** Bruno's page never was another: the socket stayed, and nobody logged in again. */
function isSamePage({ bruno, brunoFrom }: Path): boolean {
  return bruno.client.events.items.every(
    ({ type, position }) => position <= brunoFrom || !['socket.closed', 'app.opened', 'login.succeeded'].includes(type),
  );
}

async function seesBrunoIn({ bruno }: Path): Promise<void> {
  await bruno.seesMenu(['users']);
  bruno.look('users');
  await bruno.sees('the users', 'users', (rows) => rows.length >= 3);
}

async function seesRefusal({ ana, role }: Path, form: 'role.duplicate' | 'role.delete', key: string): Promise<void> {
  await ana.seesForm(form, role.id, {
    phase: 'refused',
    ...(form === 'role.delete' ? { failure: key } : { fields: { display_name: key } }),
  });
  ana.look('roles');
  await ana.sees('the role once, as it was', 'roles', (rows) => {
    const [found, twin] = rows.filter(({ label }) => label === role.label);
    return found?.users === 1 && found.routes.join() === ROUTES.join() && twin === undefined;
  });
}

const deeds = {
  'Ana takes the users away': async ({ ana, role }) => ana.type(FORM, role.id, { permissions: ['chat'] }),
  'Ana thinks better of it': async ({ ana, role }) => ana.type(FORM, role.id, { permissions: ROUTES }),
  'Ana saves': async ({ ana, role }) => ana.submit(FORM, role.id),
  'another administrator saves first': async ({ other, role }) => {
    await other.save(FORM, role.id, { permissions: [...ROUTES, 'access'] });
  },
  'Ana loads it anew': async ({ ana, role }) => ana.client.append({ type: 'form.retried', form: FORM, key: role.id }),
  'Ana gives the users back': async ({ ana, role }) => {
    await ana.save(FORM, role.id, { permissions: ROUTES });
  },
  'Ana narrows the administrators’ role': async ({ ana }) => {
    const id = await administratorsId(ana);
    await ana.open(FORM, id);
    ana.type(FORM, id, { permissions: ['chat'] });
    ana.submit(FORM, id);
  },
  'Ana copies it': async (path) => {
    path.copyId = await path.ana.save(
      'role.duplicate',
      path.role.id,
      { display_name: `Cópia de ${path.role.label}` },
      { display_name: '' },
    );
  },
  'Ana copies it under its own name': async ({ ana, role }) => {
    await ana.open('role.duplicate', role.id, { display_name: '' });
    ana.type('role.duplicate', role.id, { display_name: role.label.toUpperCase() });
    ana.submit('role.duplicate', role.id);
  },
  'Ana deletes the copy': async ({ ana, copyId }) => {
    await ana.save('role.delete', copyId, {}, {});
  },
  'Ana deletes it': async ({ ana, role }) => {
    await ana.open('role.delete', role.id, {});
    ana.submit('role.delete', role.id);
  },
} satisfies Record<DeedOf<typeof roleEditing>, Act<Path>>;

const scenes = {
  'open as it is': async (path) => {
    const { ana, role } = path;
    await ana.seesForm(FORM, role.id, { phase: 'pristine' });
    ana.look('roles');
    await ana.sees(
      'no copy of it',
      'roles',
      (rows) => rows.filter(({ label }) => label.includes(role.label)).length === 1,
    );
    await seesBrunoIn(path);
  },
  changed: async (path) => {
    await path.ana.seesForm(FORM, path.role.id, { phase: 'dirty' });
    await seesBrunoIn(path);
  },
  'changed by two': async ({ ana, bruno, role }) => {
    await bruno.seesMenu(['users', 'access']);
    await ana.seesForm(FORM, role.id, { phase: 'dirty' });
  },
  'told that another was faster': async ({ ana, bruno, role }) => {
    await ana.seesForm(FORM, role.id, { phase: 'conflict', failure: 'error.form.conflict' });
    await bruno.seesMenu(['users', 'access']);
  },
  'both changes before her': async ({ ana, role }) => {
    await ana.seesForm(FORM, role.id, { phase: 'dirty' });
    const { theirs, values } = ana.client.directory.form(FORM, role.id)?.getSnapshot().context ?? {};
    if (theirs?.join() !== 'permissions' || JSON.stringify(values?.['permissions']) !== '["chat"]')
      throw new Error(`Ana does not see both changes: ${JSON.stringify({ theirs, values })}`);
  },
  'Bruno is out': async (path) => {
    const { ana, bruno, role } = path;
    await ana.seesForm(FORM, role.id, { phase: 'saved' });
    await bruno.seesMenu([]);
    bruno.client.append({ type: 'list.queried', list: 'users', change: { search: 'ana' } });
    await bruno.seesListRefused('users', 'error.forbidden');
    if (!isSamePage(path)) throw new Error('Bruno’s page was loaded again');
  },
  'Bruno is in again': async (path) => {
    await seesBrunoIn(path);
    if (!isSamePage(path)) throw new Error('Bruno’s page was loaded again');
  },
  'told that the last way in stays': async ({ ana }) => {
    const id = await administratorsId(ana);
    await ana.seesForm(FORM, id, { phase: 'refused', failure: 'error.roles.lastWayIn' });
    const routes = selectRoutes(ana.client.directory.auth.getSnapshot());
    if (!routes.includes('roles-edit')) throw new Error('Ana locked herself out');
  },
  copied: async ({ ana, role }) => {
    ana.look('roles');
    await ana.sees('a copy that nobody has', 'roles', (rows) => {
      const copy = rows.find(({ label }) => label === `Cópia de ${role.label}`);
      return copy?.users === 0 && copy.routes.join() === ROUTES.join();
    });
  },
  'told that the name is taken': (path) => seesRefusal(path, 'role.duplicate', 'error.role.nameTaken'),
  'told that somebody has it': (path) => seesRefusal(path, 'role.delete', 'error.roles.used'),
} satisfies Record<SceneOf<typeof roleEditing>, Act<Path>>;

async function administratorsId(ana: Office): Promise<string> {
  ana.look('roles');
  let id = '';
  await ana.sees('the administrators’ role', 'roles', (rows) => {
    id = rows.find(({ fixed }) => fixed)?.id ?? '';
    return id !== '';
  });
  return id;
}

export const roleEditingSteps: Steps<Path, OfficeWorld> = {
  journey: roleEditing,
  begin: async (world) => {
    const [ana, other, bruno] = [await world.at('ana'), await world.at('another ana'), await world.at('bruno')];
    const label = `Equipe ${world.next()}`;
    const id = await ana.save('role', 'new', { display_name: label });
    await ana.save(FORM, id, { permissions: ROUTES });
    const brunoId = selectViewer(bruno.client.directory.auth.getSnapshot())?.userId ?? '';
    await ana.save('user', brunoId, { role_id: id });
    await bruno.seesMenu(['users']);
    ana.visit(`/roles/edit/${id}`);
    bruno.visit('/users');
    await ana.open(FORM, id);
    return { ana, other, bruno, role: { id, label }, copyId: '', brunoFrom: logStart(bruno) };
  },
  deeds,
  scenes,
};
