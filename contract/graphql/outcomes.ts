import * as z from 'zod/mini';
import { outcomeFields, outcomeSchema, outcomeSdl, type Outcome, type OutcomeForm } from '../entities/outcome.ts';
import { operation } from './operation.ts';

/** The company's outcomes by name. */
export const outcomes = operation<Record<string, never>, { outcomes: Outcome[] }>(
  'outcomes',
  `query outcomes { outcomes { ${outcomeFields} } }`,
  z.object({ outcomes: z.array(outcomeSchema) }),
);

/** Adds an outcome. */
export const newOutcome = operation<OutcomeForm, { newOutcome: Outcome }>(
  'newOutcome',
  `mutation newOutcome($name: String!) { newOutcome(name: $name) { ${outcomeFields} } }`,
  z.object({ newOutcome: outcomeSchema }),
);

export type UpdateOutcomeVariables = OutcomeForm & { id: string; version?: string | null | undefined };

/** Renames an outcome. Tickets finished with it keep its former name. */
export const updateOutcome = operation<UpdateOutcomeVariables, { updateOutcome: Outcome }>(
  'updateOutcome',
  `mutation updateOutcome($id: ID!, $version: String, $name: String!) { updateOutcome(id: $id, version: $version, name: $name) { ${outcomeFields} } }`,
  z.object({ updateOutcome: outcomeSchema }),
);

/** Removes an outcome from the list. Tickets that have it keep it. */
export const deleteOutcome = operation<{ id: string }, { deleteOutcome: boolean }>(
  'deleteOutcome',
  'mutation deleteOutcome($id: ID!) { deleteOutcome(id: $id) }',
  z.object({ deleteOutcome: z.boolean() }),
);

export const outcomesSdl = /* GraphQL */ `
  ${outcomeSdl}
  extend type Query {
    outcomes: [Outcome!]!
  }
  extend type Mutation {
    newOutcome(name: String!): Outcome!
    updateOutcome(id: ID!, version: String, name: String!): Outcome!
    deleteOutcome(id: ID!): Boolean!
  }
`;
