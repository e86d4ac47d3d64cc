import { PERMISSIONS } from '../../contract/facts/access.ts';
import { LOCALES } from '../../contract/facts/locales.ts';
import { OFFERED_FEATURES } from '../../contract/facts/tenant-features.ts';
import { createForms } from '../../src/adapters/administration/forms.ts';
import { knownConfig } from '../../src/adapters/backoffice/config.ts';
import { createGateway } from '../../src/adapters/calls/gateway.ts';
import { createVault } from '../../src/adapters/calls/vault.ts';
import { allRoutes } from './journeys-walked.ts';
import type { Walked } from './journeys-walked.ts';
import { nodeEnvironment } from './node-environment.ts';

/** All that a journey can come to, by the product's own lists. */
export function everythingToWalk(): Walked {
  const routes = new Set(allRoutes.map(({ path }) => path));
  return {
    route: [...routes],
    form: formNames(),
    permission: PERMISSIONS.map(({ name }) => name),
    feature: OFFERED_FEATURES,
    featureOff: OFFERED_FEATURES,
    language: LOCALES,
  };
}

/** Names of the forms that the adapters know how to save; none is opened. */
function formNames(): readonly string[] {
  const append = (): void => undefined;
  const environment = nodeEnvironment({ url: 'http://127.0.0.1' });
  const vault = createVault(environment.uuid);
  const configOf = knownConfig({ backoffice: '', graphql: '', realtime: '', ip_lookup: null, demo: true });
  const gateway = createGateway({ append, configOf, environment, vault });
  const nothing = { read: async () => null, drop: async () => undefined };
  return Object.keys(createForms({ append, environment, gateway, tenant: '', vault }, nothing));
}
