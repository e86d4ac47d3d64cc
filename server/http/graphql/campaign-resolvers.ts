import * as calls from '../../../contract/graphql/campaigns.ts';
import { deleteMessageRate, messageRates, setMessageRate } from '../../../contract/graphql/message-rates.ts';
import * as list from '../../domain/campaigns/list-campaigns.ts';
import { campaignRecipients } from '../../domain/campaigns/recipients.ts';
import { deleteRate, listRates, setRate } from '../../domain/campaigns/rates.ts';
import * as run from '../../domain/campaigns/run-campaign.ts';
import * as save from '../../domain/campaigns/save-campaign.ts';
import { forActor } from './for-actor.ts';

/** Campaigns and their recipients. */
export const campaignResolvers = {
  Query: {
    ...forActor(calls.campaigns, list.listCampaigns),
    ...forActor(calls.campaignDetails, (services, actor, { id }) => list.campaignDetails(services, actor, id)),
    ...forActor(calls.campaignDryRun, (services, actor, { id }) => list.campaignDryRun(services, actor, id)),
    ...forActor(calls.campaignRecipients, campaignRecipients),
    ...forActor(messageRates, (services, actor) => listRates(services, actor)),
  },
  Mutation: {
    ...forActor(calls.newCampaign, save.newCampaign),
    ...forActor(calls.updateCampaign, save.updateCampaign),
    ...forActor(setMessageRate, setRate),
    ...forActor(deleteMessageRate, deleteRate),
    ...forActor(calls.testCampaign, run.testCampaign),
    ...forActor(calls.startCampaign, run.startCampaign),
    ...forActor(calls.pauseCampaign, (services, actor, { id }) => run.runCampaign(services, actor, 'pause', id)),
    ...forActor(calls.resumeCampaign, (services, actor, { id }) => run.runCampaign(services, actor, 'resume', id)),
    ...forActor(calls.cancelCampaign, (services, actor, { id }) => run.runCampaign(services, actor, 'cancel', id)),
    ...forActor(calls.unscheduleCampaign, (services, actor, { id }) =>
      run.runCampaign(services, actor, 'unschedule', id),
    ),
    ...forActor(calls.retryCampaign, (services, actor, { id }) => run.runCampaign(services, actor, 'retry', id)),
  },
};
