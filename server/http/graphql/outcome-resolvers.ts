import { deleteOutcome, newOutcome, outcomes, updateOutcome } from '../../../contract/graphql/outcomes.ts';
import * as outcome from '../../domain/outcomes/outcomes.ts';
import { forActor } from './for-actor.ts';

/** Outcomes of attendances. */
export const outcomeResolvers = {
  Query: { ...forActor(outcomes, outcome.listOutcomes) },
  Mutation: {
    ...forActor(newOutcome, outcome.newOutcome),
    ...forActor(updateOutcome, outcome.updateOutcome),
    ...forActor(deleteOutcome, (services, actor, { id }) => outcome.deleteOutcome(services, actor, id)),
  },
};
