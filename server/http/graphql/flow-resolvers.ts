import * as calls from '../../../contract/graphql/flows.ts';
import * as starts from '../../../contract/graphql/flow-starts.ts';
import * as ofTicket from '../../../contract/graphql/ticket-flow.ts';
import { findFunnel } from '../../domain/flows/funnel.ts';
import { deleteFlowKey, newFlowKey } from '../../domain/flows/active/flow-key.ts';
import { newFlowLaunch, stopFlowLaunch } from '../../domain/flows/active/launches.ts';
import * as active from '../../domain/flows/active/manage-starts.ts';
import { hasStartableFlow, startableFlows, startTicketFlow } from '../../domain/flows/active/start-in-ticket.ts';
import * as flows from '../../domain/flows/manage-flows.ts';
import { publishFlow } from '../../domain/flows/publish-flow.ts';
import { findTicketFlow, returnTicketToFlow, stopTicketFlow } from '../../domain/flows/ticket-flow.ts';
import { forActor } from './for-actor.ts';

/** Flows, and the flow that a ticket is in. */
export const flowResolvers = {
  Query: {
    ...forActor(calls.flows, (services, actor) => flows.listFlows(services, actor)),
    ...forActor(calls.flowDetails, (services, actor, { id }) => flows.findFlow(services, actor, id)),
    ...forActor(calls.flowVersions, (services, actor, { id }) => flows.listVersions(services, actor, id)),
    ...forActor(calls.flowVersion, flows.findVersion),
    ...forActor(calls.flowFunnel, findFunnel),
    ...forActor(ofTicket.ticketFlow, findTicketFlow),
    ...forActor(starts.activeFlows, (services, actor) => active.listActiveFlows(services, actor)),
    ...forActor(starts.flowStarts, active.listFlowStarts),
    ...forActor(starts.hasStartableFlow, hasStartableFlow),
    ...forActor(starts.startableFlows, startableFlows),
  },
  Mutation: {
    ...forActor(calls.newFlow, flows.newFlow),
    ...forActor(calls.saveFlow, flows.saveFlow),
    ...forActor(calls.publishFlow, publishFlow),
    ...forActor(calls.restoreFlow, flows.restoreFlow),
    ...forActor(calls.archiveFlow, flows.archiveFlow),
    ...forActor(calls.setFlowAnswers, flows.setFlowAnswers),
    ...forActor(calls.orderFlows, flows.orderFlows),
    ...forActor(ofTicket.stopTicketFlow, stopTicketFlow),
    ...forActor(ofTicket.returnTicketToFlow, returnTicketToFlow),
    ...forActor(starts.setFlowStarts, active.setFlowStarts),
    ...forActor(starts.newFlowLaunch, newFlowLaunch),
    ...forActor(starts.stopFlowLaunch, (services, actor, { id }) => stopFlowLaunch(services, actor, id)),
    ...forActor(starts.setCampaignFlow, active.setCampaignFlow),
    ...forActor(starts.newFlowKey, (services, actor, { id }) => newFlowKey(services, actor, id)),
    ...forActor(starts.deleteFlowKey, (services, actor, { id }) => deleteFlowKey(services, actor, id)),
    ...forActor(starts.startTicketFlow, startTicketFlow),
  },
};
