import type { FastifyInstance } from 'fastify';
import { keptAside, paginatedConnections, replayWaiting } from '../../../contract/rest/connections.ts';
import * as calls from '../../../contract/rest/instances.ts';
import type { Channels } from '../../channels/channels.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../../domain/context.ts';
import { listRejected } from '../../domain/inbound/list-rejected.ts';
import * as waiting from '../../domain/inbound/replay-waiting.ts';
import * as connections from '../../domain/instances/connections.ts';
import { createInstance, listManagedInstances, updateInstance } from '../../domain/instances/manage-instances.ts';
import { syncMessages } from '../../domain/instances/sync-messages.ts';
import { testInstance } from '../../domain/instances/test-instance.ts';
import { addActorCall } from './call.ts';

/** The calls about instances and their connections to the provider. */
export function addInstances(
  app: FastifyInstance,
  services: Services & { wakeSyncs: (tenantId: Id) => void },
  channels: Channels,
): void {
  addActorCall(app, services, calls.managedInstances, ({ tenantName }, actor) =>
    listManagedInstances(services, actor, tenantName),
  );
  addActorCall(app, services, calls.createInstance, (body, actor) => createInstance(services, actor, body));
  addActorCall(app, services, calls.updateInstance, (body, actor) =>
    updateInstance(services, actor, body, (url) => channels.gateway.isAllowed(url)),
  );
  addActorCall(app, services, calls.testInstance, (body, actor) => testInstance(services, channels, actor, body));
  addActorCall(app, services, calls.syncMessages, (body, actor) => syncMessages(services, actor, body));
  addActorCall(app, services, paginatedConnections, (body, actor) =>
    connections.paginatedConnections(services, actor, body),
  );
  addActorCall(app, services, keptAside, (_body, actor) => listRejected(services, actor));
  addActorCall(app, services, replayWaiting, (body, actor) => waiting.replayWaiting(services, actor, body));
}
