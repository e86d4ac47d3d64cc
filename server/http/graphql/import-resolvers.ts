import * as calls from '../../../contract/graphql/customer-imports.ts';
import * as list from '../../domain/imports/list-imports.ts';
import * as save from '../../domain/imports/save-import.ts';
import { forActor } from './for-actor.ts';

/** Customers from files. */
export const importResolvers = {
  Query: {
    ...forActor(calls.customerImports, list.listImports),
    ...forActor(calls.customerImport, (services, actor, { id }) => list.oneImport(services, actor, id)),
  },
  Mutation: {
    ...forActor(calls.mapCustomerImport, save.mapImport),
    ...forActor(calls.startCustomerImport, save.startImport),
    ...forActor(calls.pauseCustomerImport, (services, actor, { id }) => save.runImport(services, actor, 'pause', id)),
    ...forActor(calls.resumeCustomerImport, (services, actor, { id }) => save.runImport(services, actor, 'resume', id)),
    ...forActor(calls.cancelCustomerImport, (services, actor, { id }) => save.runImport(services, actor, 'cancel', id)),
    ...forActor(calls.undoCustomerImport, (services, actor, { id }) => save.runImport(services, actor, 'undo', id)),
  },
};
