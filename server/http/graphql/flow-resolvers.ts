import * as calls from '../../../contract/graphql/flows.ts';
import * as ofTicket from '../../../contract/graphql/ticket-flow.ts';
import { findFunnel } from '../../domain/flows/funnel.ts';
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
  },
};
