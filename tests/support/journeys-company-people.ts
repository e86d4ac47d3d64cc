import { companyPeople } from '../../models/journeys/company-people.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { ManagedUser } from '../../src/machines/entities/administration.ts';
import type { Act, Steps } from './journeys-walk.ts';
import { mailedTokens, nextMailedToken } from './mailbox.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly ana: Office;
  /** Another administrator's page, on which nothing is done. */
  readonly other: Office;
  readonly name: string;
  readonly email: string;
  readonly nina: string;
  readonly roleId: string;
  department: string;
  userId: string;
  rita: Office | null;
}

const TENANT = 'aurora';
const OLD = 'Uma#senha+velha9';
const NEW = 'Uma#senha+nova8';

const departmentName = ({ name }: Path) => `Setor de ${name}`;

/** How a login with the password ends: null for well. */
async function refusalOf({ world, email }: Path, password: string): Promise<string | null> {
  const office = world.stranger('Rita at the login', TENANT);
  await office.client.tryLogIn(email, password, 'rest');
  return office.isIn() ? null : office.seesEnd();
}

async function expectLogin(path: Path, password: string, refusal: string | null): Promise<void> {
  const found = await refusalOf(path, password);
  if (found !== refusal) throw new Error(`The login ends with ${found}, not with ${refusal}`);
}

/** Both pages list her so: the one that changed her, and the one that follows. */
async function seesRita(path: Path, what: string, looks: (rita: ManagedUser) => boolean): Promise<void> {
  for (const office of [path.ana, path.other]) {
    office.look('users');
    await office.sees(what, 'users', (rows) => rows.some((row) => row.email === path.email && looks(row)));
  }
}

async function seesDepartment(path: Path, name: string, members: readonly string[]): Promise<void> {
  for (const office of [path.ana, path.other])
    await office.listed('departments', {}, (rows) => {
      const found = rows.find(({ id }) => id === path.department);
      return found?.name === name && found.members.map((each) => each.name).join() === members.join();
    });
}

const deeds = {
  'Ana adds a department': async (path) => {
    path.ana.visit('/departments');
    path.department = await path.ana.save('department', 'new', { name: departmentName(path) });
  },
  'Ana adds Rita to it': async (path) => {
    const { ana, name, email, roleId } = path;
    ana.visit('/users');
    const [instance] = await ana.listed('instances', {}, (rows) => rows.some((row) => row.name === 'Vendas'));
    const password = ana.client.adapters.vault.keep(OLD);
    const username = email.split('@')[0] ?? '';
    path.userId = await ana.save('user', 'new', {
      name,
      username,
      email,
      password,
      role_id: roleId,
      user_department_id: path.department,
      chosen_instances: [instance?.id ?? ''],
    });
  },
  'Ana renames the department': async (path) => {
    await path.ana.save('department', path.department, { name: `${departmentName(path)} (novo)` });
  },
  'Ana deletes the department': async ({ ana, department }) => void (await ana.press('department.delete', department)),
  'Ana takes Rita from her number': async (path) => {
    const rows = await path.ana.listed('users', {}, (all) => all.some(({ email }) => email === path.email));
    const [link] = Object.values(rows.find(({ email }) => email === path.email)?.links ?? {});
    await path.ana.press('user.removeInstance', link ?? '');
  },
  'Ana gives Rita another password': async ({ ana, userId }) => {
    await ana.save('user.password', userId, { password: ana.client.adapters.vault.keep(NEW) }, { password: null });
  },
  'Ana ends Rita’s session': async (path) => {
    path.rita = path.world.stranger('Rita', TENANT);
    await path.rita.client.logIn(path.email, NEW, 'rest');
    path.ana.visit('/access');
    await path.ana.listed('connectedUsers', {}, (rows) => rows.some(({ id }) => id === path.userId));
    await path.ana.press('user.disconnect', path.userId);
  },
  'Ana blocks Rita': async ({ ana, userId }) => void (await ana.press('user.block', userId)),
  'Ana lets Rita in again': async ({ ana, userId }) => void (await ana.press('user.unblock', userId)),
  'Ana deletes Rita': async ({ ana, userId }) => void (await ana.press('user.delete', userId)),
  'Ana invites Nina': async ({ ana, nina, roleId }) => {
    await ana.save('invitation', 'new', { email: nina, role_id: roleId }, { email: '', role_id: null });
  },
  'Ana takes the invitation back': async ({ ana, nina }) => {
    const rows = await ana.listed('invitations', {}, (all) => all.some(({ email }) => email === nina));
    await ana.press('invitation.revoke', rows.find(({ email }) => email === nina)?.id ?? '');
  },
} satisfies Record<DeedOf<typeof companyPeople>, Act<Path>>;

const scenes = {
  'nobody yet': async ({ ana, email }) => {
    await ana.listed('users', {}, (rows) => rows.length > 0 && rows.every((row) => row.email !== email));
  },
  'a department': (path) => seesDepartment(path, departmentName(path), []),
  'Rita is there': async (path) => {
    await seesDepartment(path, departmentName(path), [path.name]);
    const at = ({ department, instances }: ManagedUser) => department?.id === path.department && instances.length === 1;
    await seesRita(path, 'Rita in her department, at one number', at);
    await expectLogin(path, OLD, null);
  },
  'the department has another name': (path) => seesDepartment(path, `${departmentName(path)} (novo)`, [path.name]),
  'Rita is in none': async (path) => {
    await seesRita(path, 'Rita in no department', ({ department }) => department === null);
    await path.ana.listed('departments', {}, (rows) => rows.every(({ id }) => id !== path.department));
  },
  'Rita has no number': (path) => seesRita(path, 'Rita at no number', ({ instances }) => instances.length === 0),
  'Rita needs the new password': async (path) => {
    await expectLogin(path, OLD, 'error.login.failed');
    await expectLogin(path, NEW, null);
  },
  'Rita is out': async ({ rita }) => {
    const why = await rita?.seesEnd();
    if (why !== 'error.session.closedByAdmin') throw new Error(`Rita is told ${why}`);
  },
  'Rita is kept out': async (path) => {
    await seesRita(path, 'Rita blocked', ({ blocked }) => blocked);
    await expectLogin(path, NEW, 'error.login.blocked');
  },
  'Rita gets in again': async (path) => {
    await seesRita(path, 'Rita not blocked', ({ blocked }) => !blocked);
    await expectLogin(path, NEW, null);
  },
  'Rita is gone': async (path) => {
    const { ana, email, userId } = path;
    await ana.listed('users', {}, (rows) => rows.length > 0 && rows.every((row) => row.email !== email));
    await expectLogin(path, NEW, 'error.login.failed');
    await ana.listed('audit', {}, (rows) =>
      rows.some((row) => row.action === 'user.delete' && row.subject === `user:${userId}` && row.user !== null),
    );
  },
  'Nina is invited': async ({ ana, nina, world }) => {
    await ana.listed('invitations', {}, (rows) => rows.filter(({ email }) => email === nina).length === 1);
    await nextMailedToken(world.url, nina, 'register', 1);
  },
  'the link leads nowhere': async ({ ana, nina, world }) => {
    await ana.listed('invitations', {}, (rows) => rows.every(({ email }) => email !== nina));
    const page = world.stranger('Nina', TENANT);
    page.visit('/pages/register');
    const [token = ''] = await mailedTokens(world.url, nina, 'register');
    const key = page.client.adapters.vault.keep(token);
    page.client.append({ type: 'form.opened', form: 'account.register', key, values: null });
    await page.waits('that the link is over', ({ directory }) => {
      const form = directory.form('account.register', key)?.getSnapshot();
      return form?.value === 'unloaded';
    });
  },
} satisfies Record<SceneOf<typeof companyPeople>, Act<Path>>;

export const companyPeopleSteps: Steps<Path, OfficeWorld> = {
  journey: companyPeople,
  begin: async (world) => {
    const [ana, other] = [await world.at('ana'), await world.at('another ana')];
    const number = world.next();
    const roles = await ana.listed('choices.roles', {}, (rows) => rows.length > 0);
    return {
      world,
      ana,
      other,
      name: `Rita ${number}`,
      email: `rita-${number}@aurora.example`,
      nina: `nina-${number}@aurora.example`,
      roleId: roles.find(({ label }) => label === 'Atendente')?.id ?? '',
      department: '',
      userId: '',
      rita: null,
    };
  },
  deeds,
  scenes,
};
