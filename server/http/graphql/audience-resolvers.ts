import * as calls from '../../../contract/graphql/audiences.ts';
import * as groupCalls from '../../../contract/graphql/customer-groups.ts';
import * as audiences from '../../domain/audiences/audiences.ts';
import * as counting from '../../domain/audiences/count-audience.ts';
import { audienceCustomers, audienceWhy } from '../../domain/audiences/audience-why.ts';
import * as groups from '../../domain/customer-groups/customer-groups.ts';
import * as members from '../../domain/customer-groups/group-members.ts';
import { forActor } from './for-actor.ts';

/** Target audiences, and groups of customers. */
export const audienceResolvers = {
  Query: {
    ...forActor(calls.audiences, audiences.listAudiences),
    ...forActor(calls.audienceCount, (services, actor, { tree }) => counting.audienceCount(services, actor, tree)),
    ...forActor(calls.audienceReach, (services, actor, { id }) => counting.audienceReach(services, actor, id)),
    ...forActor(calls.audienceParts, (services, actor, { tree }) => counting.audienceParts(services, actor, tree)),
    ...forActor(calls.audienceSample, counting.audienceSample),
    ...forActor(calls.audienceCustomers, (services, actor, { search }) => audienceCustomers(services, actor, search)),
    ...forActor(calls.audienceWhy, audienceWhy),
    ...forActor(groupCalls.customerGroups, groups.listGroups),
    ...forActor(groupCalls.customerGroupMembers, members.groupMembers),
  },
  Mutation: {
    ...forActor(calls.newAudience, audiences.newAudience),
    ...forActor(calls.updateAudience, audiences.updateAudience),
    ...forActor(calls.deleteAudience, (services, actor, { id }) => audiences.deleteAudience(services, actor, id)),
    ...forActor(groupCalls.newCustomerGroup, groups.newGroup),
    ...forActor(groupCalls.updateCustomerGroup, groups.updateGroup),
    ...forActor(groupCalls.deleteCustomerGroup, (services, actor, { id }) => groups.deleteGroup(services, actor, id)),
    ...forActor(groupCalls.refreshCustomerGroup, (services, actor, { id }) => groups.refreshGroup(services, actor, id)),
    ...forActor(groupCalls.changeGroupMembers, members.changeMembers),
  },
};
