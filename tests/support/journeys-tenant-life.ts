import { cnpjOf } from './cnpj.ts';
import { tenantLife } from '../../models/journeys/tenant-life.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { selectPhase, selectSupportFrom, selectUser } from '../../src/machines/auth/auth.selectors.ts';
import { selectConnectionStatus } from '../../src/machines/socket/socket.selectors.ts';
import { expectEventually } from './expect-eventually.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly support: Office;
  readonly company: { readonly name: string; readonly address: string; readonly cnpj: string };
  id: string;
  rosa: Office | null;
  /** Who of the back-office is in the company. */
  guest: Office | null;
}

const PASSWORD = 'Uma#outra+senha9';

function rosaOf({ rosa }: Path): Office {
  if (rosa === null) throw new Error('Rosa was not invited');
  return rosa;
}

/** Their socket is closed, and whatever they do next leads to the login. */
async function seesOut(office: Office | null): Promise<void> {
  await office?.waits('the connection closed', ({ directory }) => {
    const isOut = selectPhase(directory.auth.getSnapshot()) === 'anonymous';
    return isOut || directory.socket.getSnapshot().value === 'closed';
  });
  office?.look('users');
  await office?.seesEnd();
}

const emailOf = ({ company }: Path) => `rosa@${company.address}.example`;

/** The companies as they are now, or the deleted ones. */
async function seesListed({ support, company }: Path, where: 'active' | 'deleted', count: 0 | 1): Promise<void> {
  support.look('tenants', where === 'deleted' ? { deleted: 'true' } : {});
  await support.sees(`${company.name} ${count} times among the ${where}`, 'tenants', (rows) => {
    const found = rows.filter(({ name }) => name === company.name);
    return found.length === count && (count === 0 || where === 'deleted' || rows[0]?.name === company.name);
  });
}

/** Nobody of the company gets in, and who knows the password is told why. */
async function seesLocked(path: Path): Promise<void> {
  const { world, company } = path;
  const page = world.stranger('somebody at the login', company.address);
  await page.client.tryLogIn(emailOf(path), PASSWORD, 'rest');
  const why = await page.seesEnd();
  if (why !== 'error.login.companyClosed') throw new Error(`The login is refused with ${why}`);
}

/** Where the invitation's mail leads: the token in its link. */
async function invitedToken({ world, company }: Path, email: string): Promise<string> {
  const link = new RegExp(`/${company.address}/pages/register#token=([\\w.-]+)`);
  let token = '';
  await expectEventually(async () => {
    const box = await (await fetch(`${world.url}/emulator/mailbox`)).text();
    token = link.exec(box)?.[1] ?? '';
    return box.includes(email) && token !== '';
  }).toBe(true);
  return token;
}

const deeds = {
  'the back-office saves a wrong CNPJ': async ({ support, company }) => {
    support.type('tenant', 'new', { cnpj: company.cnpj.replace(/..$/, (end) => (end === '00' ? '11' : '00')) });
    support.submit('tenant', 'new');
  },
  'the back-office saves it': async ({ support, company }) => {
    support.type('tenant', 'new', { cnpj: company.cnpj });
    support.submit('tenant', 'new');
  },
  'the back-office deletes it': async ({ support, id }) => {
    await support.save('tenant.delete', id, {}, {});
  },
  'the back-office restores it': async ({ support, id }) => {
    await support.open('tenant.restore', id, {});
    support.submit('tenant.restore', id);
  },
  'another company gets its CNPJ': async ({ support, company }) => {
    await support.save('tenant', 'new', { name: `${company.name} Nova`, cnpj: company.cnpj });
  },
  'Rosa is invited and comes': async (path) => {
    const { world, support, company } = path;
    const email = emailOf(path);
    await support.save('tenant.invite', company.address, { email }, { email: '' });
    const rosa = world.stranger('Rosa', company.address);
    path.rosa = rosa;
    const { vault } = rosa.client.adapters;
    const key = vault.keep(await invitedToken(path, email));
    const fields = { name: 'Rosa Lima', username: 'rosa', password: vault.keep(PASSWORD) };
    rosa.visit('/pages/register');
    await rosa.save('account.register', key, fields);
    await rosa.client.logIn(email, PASSWORD, 'rest');
  },
  'Rosa logs in': async (path) => rosaOf(path).client.logIn(emailOf(path), PASSWORD, 'rest'),
  'the back-office enters it': async (path) => {
    const { world, support, company } = path;
    await support.save('tenant.enter', company.address, {}, {});
    path.guest = world.stranger('the back-office as support', company.address, support.browser);
  },
  'the back-office leaves it': async ({ guest }) => guest?.client.append({ type: 'logout.requested' }),
} satisfies Record<DeedOf<typeof tenantLife>, Act<Path>>;

const scenes = {
  'filled in': async (path) => {
    await path.support.seesForm('tenant', 'new', { phase: 'dirty' });
    await seesListed(path, 'active', 0);
  },
  'told that the CNPJ is wrong': async (path) => {
    await path.support.seesForm('tenant', 'new', { phase: 'refused', fields: { cnpj: 'error.tenant.cnpj' } });
    await seesListed(path, 'active', 0);
  },
  listed: async (path) => {
    await path.support.seesForm('tenant', 'new', { phase: 'saved' });
    await seesListed(path, 'active', 1);
    path.support.look('tenants');
    await path.support.sees('its address', 'tenants', ([row]) => {
      path.id = row?.id ?? '';
      return row?.address === path.company.address && row.usage.users === 0;
    });
    await seesListed(path, 'deleted', 0);
  },
  hidden: async (path) => {
    await seesListed(path, 'active', 0);
    await seesListed(path, 'deleted', 1);
  },
  'hidden, without a way back': async (path) => {
    await seesListed(path, 'active', 0);
    await seesListed(path, 'deleted', 1);
  },
  'told that the CNPJ is taken': async (path) => {
    await path.support.seesForm('tenant.restore', path.id, { phase: 'refused', failure: 'error.tenant.cnpjTaken' });
    await seesListed(path, 'deleted', 1);
  },
  'at work': async (path) => {
    const rosa = rosaOf(path);
    await rosa.waits(
      'the company',
      ({ directory }) => selectConnectionStatus(directory.socket.getSnapshot()) === 'live',
    );
    rosa.look('users');
    await rosa.sees(
      'herself alone',
      'users',
      (rows) => rows.filter(({ email }) => email === emailOf(path)).length === 1,
    );
    if (path.guest !== null) await path.guest.seesEnd();
  },
  'hidden from Rosa': async (path) => {
    await seesOut(rosaOf(path));
    await seesLocked(path);
    await seesListed(path, 'active', 0);
  },
  'waiting for Rosa': async (path) => {
    await path.support.seesForm('tenant.restore', path.id, { phase: 'saved' });
    await seesListed(path, 'active', 1);
    await rosaOf(path).seesEnd();
  },
  visited: async (path) => {
    const { guest } = path;
    if (guest === null) throw new Error('Nobody visits');
    await guest.waits('the company as support', ({ directory }) => {
      const user = selectUser(directory.auth.getSnapshot());
      const mark = selectSupportFrom(directory.auth.getSnapshot());
      return mark === 'balcao' && user?.name.endsWith('(suporte)') === true;
    });
    const rosa = rosaOf(path);
    rosa.look('audit');
    await rosa.sees('who came', 'audit', (rows) => rows.some(({ action }) => action === 'tenant.enter'));
    // The back-office's own page is still the back-office's.
    await seesListed(path, 'active', 1);
  },
  'hidden from both': async (path) => {
    await seesOut(rosaOf(path));
    await seesOut(path.guest);
    await path.support.waits(
      'its own session',
      ({ directory }) => selectPhase(directory.auth.getSnapshot()) === 'authenticated',
    );
  },
} satisfies Record<SceneOf<typeof tenantLife>, Act<Path>>;

export const tenantLifeSteps: Steps<Path, OfficeWorld> = {
  journey: tenantLife,
  begin: async (world) => {
    const support = await world.at('back-office');
    const number = world.next();
    const company = {
      name: `Empresa ${number}`,
      address: `empresa-${number}`,
      cnpj: cnpjOf(`88.${String(number).padStart(3, '0')}.444/0001`),
    };
    support.visit('/tenants');
    await support.open('tenant', 'new');
    support.type('tenant', 'new', { name: company.name });
    return { world, support, company, id: '', rosa: null, guest: null };
  },
  deeds,
  scenes,
};
