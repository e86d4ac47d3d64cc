import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  FEATURE_OF_CALL,
  FEATURE_OF_ROUTE,
  OFFERED_FEATURES,
  TENANT_FEATURES,
} from '../../../contract/facts/tenant-features.ts';
import type { TenantFeature } from '../../../contract/facts/tenant-features.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { activeFlows } from '../../../contract/graphql/flow-starts.ts';
import { newFlow, orderFlows } from '../../../contract/graphql/flows.ts';
import { newCustomerGroup } from '../../../contract/graphql/customer-groups.ts';
import { reportLive } from '../../../contract/graphql/report-live.ts';
import { dashboardReport } from '../../../contract/rest/dashboard-report.ts';
import { permissionsByEmail } from '../../../contract/rest/permissions-by-email.ts';
import { campaigns } from '../../../contract/graphql/campaigns.ts';
import { setTenantFeature } from '../../../contract/rest/tenant-features.ts';
import { administrationRoutes } from '../../../src/views/administration/administration-routes.tsx';
import { setFeature } from '../../../server/domain/tenants/features.ts';
import { end, flow } from '../../flows/builders.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { letIn } from '../../support/let-in.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';

/* Every option of a company: its screens, and its calls. */

const OFF = 'FORBIDDEN error.feature.off';

let world: World;
let support: string;
let groups = 0;
beforeAll(async () => {
  world = await startAttendance();
  support = await world.server.tokenOf('suporte@balcao.example');
});
afterAll(() => world.stop());

/** A flow of a kind that says goodbye. */
const flowOf = (kind: 'passive' | 'active') => {
  const draft = JSON.stringify(flow({ start: end('Tchau!') }, { kind }));
  return { name: `Fluxo ${(groups += 1)}`, kind, flow: draft, places: '{}' };
};

/** What is refused while an option is off, as its refusal; `null` while it is on. */
const CALLS: Readonly<Record<(typeof OFFERED_FEATURES)[number], () => Promise<readonly string[]>>> = {
  reports: async () => {
    const { ana } = world.people;
    const days = { start_at: '2026-01-01', finish_at: '2026-01-02', selectedUsers: [] };
    const rest = await refusedRest(world.url, ana.token, dashboardReport, days).catch(() => undefined);
    const graphql = await refusalOf(world.call(ana, reportLive, { group_by: 'user' }));
    return [
      graphql,
      rest === undefined ? 'not refused' : `${rest.status === 403 ? 'FORBIDDEN' : rest.status} ${rest.key}`,
    ];
  },
  campaigns: async () => [await refusalOf(world.call(world.people.ana, campaigns, {}))],
  'customer-groups': async () => [
    await refusalOf(world.call(world.people.ana, newCustomerGroup, { name: `Grupo ${(groups += 1)}` })),
  ],
  'conversation-bot': async () => [await refusalOf(world.call(world.people.ana, orderFlows, { ids: [] }))],
  'passive-chat-flow': async () => [await refusalOf(world.call(world.people.ana, newFlow, flowOf('passive')))],
  'active-chat-flow': async () => [
    await refusalOf(world.call(world.people.ana, activeFlows, {})),
    await refusalOf(world.call(world.people.ana, newFlow, flowOf('active'))),
  ],
  'blocked-contacts': async () => {
    const { ana } = world.people;
    const ticket = (await world.ticketOf(ana, '5511930000001')) ?? (await world.open({ from: '5511930000001' }));
    const { id } = ticket.customer;
    const refusal = await refusalOf(world.call(ana, blacklistCustomer, { id, blacklisted: true }));
    // Whoever is blocked can be unblocked, whatever the option.
    await world.call(ana, blacklistCustomer, { id, blacklisted: false });
    return [refusal];
  },
};
const isOffered = (option: TenantFeature): option is (typeof OFFERED_FEATURES)[number] =>
  OFFERED_FEATURES.some((each) => each === option);

test.each(TENANT_FEATURES)(
  '%s: off -> its routes go and its calls are refused, on -> they are back',
  async (option) => {
    const { ana } = world.people;
    const ofOption = Object.keys(FEATURE_OF_ROUTE).filter((route) => FEATURE_OF_ROUTE[route] === option);
    const routes = async () => {
      const all = await askRest(world.url, ana.token, permissionsByEmail, { email: ana.email });
      return ofOption.filter((route) => all.some(({ route_name }) => route_name === route));
    };
    const refusals = async () => new Set(isOffered(option) ? await CALLS[option]() : []);
    const turn = (enabled: boolean) =>
      askRest(world.url, support, setTenantFeature, { tenantName: 'aurora', option, enabled });
    expect(ofOption).not.toEqual([]);
    await turn(false);
    expect(await routes()).toEqual([]);
    expect([...(await refusals())]).toEqual(isOffered(option) ? [OFF] : []);
    await turn(true);
    expect(await routes()).toEqual(ofOption);
    expect([...(await refusals())]).toEqual(isOffered(option) ? ['not refused'] : []);
  },
);

test('one’s own company’s, and the permission goes while it is under way -> refused, the option stays', async () => {
  const { services } = world.server;
  const { late, lose } = await letIn(world.server, ['tenants'], { tenant: 'balcao' });
  await lose('tenants');
  const off = setFeature(services, late, { tenantName: 'balcao', option: 'reports', enabled: false });
  await expect(off).rejects.toThrow('error.forbidden');
  const left = await world.rows(
    `select from tenant_feature f join tenant t on t.id = f.tenant_id where t.slug = 'balcao' and f.option = 'reports'`,
  );
  expect(left).toEqual([]);
});

test('an option is offered as soon as there is something that it hides', () => {
  const built = new Set<string>(administrationRoutes.map(({ name }) => name));
  const hides = TENANT_FEATURES.filter(
    (option) =>
      Object.values<TenantFeature>(FEATURE_OF_CALL).includes(option) ||
      Object.entries(FEATURE_OF_ROUTE).some(([route, of]) => of === option && built.has(route)),
  );
  expect(hides).toEqual([...OFFERED_FEATURES]);
});
