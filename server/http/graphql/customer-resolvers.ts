import { blockContacts, blockedContacts, unblockContacts } from '../../../contract/graphql/blocked-contacts.ts';
import { customerCampaigns } from '../../../contract/graphql/customer-campaigns.ts';
import { customerConsents, declareConsent } from '../../../contract/graphql/customer-consents.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { customerFields } from '../../../contract/graphql/customer-fields.ts';
import { customerMedia } from '../../../contract/graphql/customer-media.ts';
import {
  customerViews,
  deleteCustomerView,
  newCustomerView,
  updateCustomerView,
} from '../../../contract/graphql/customer-views.ts';
import { deleteCustomerField } from '../../../contract/graphql/delete-customer-field.ts';
import { deleteTag } from '../../../contract/graphql/delete-tag.ts';
import { customerMerge, mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { newCustomerField } from '../../../contract/graphql/new-customer-field.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { tags } from '../../../contract/graphql/tags.ts';
import { updateCustomerField } from '../../../contract/graphql/update-customer-field.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { updateTag } from '../../../contract/graphql/update-tag.ts';
import { customerViews as views } from '../../domain/saved-views/customer-views.ts';
import * as campaigns from '../../domain/campaigns/customer-campaigns.ts';
import * as blocked from '../../domain/customers/blocked-contacts.ts';
import * as consents from '../../domain/customers/consents.ts';
import * as erasing from '../../domain/customers/erase-customer.ts';
import * as details from '../../domain/customers/customer-details.ts';
import * as fields from '../../domain/customers/customer-fields.ts';
import * as files from '../../domain/customers/customer-media.ts';
import { listCustomers } from '../../domain/customers/list-customers.ts';
import { newCustomer as addCustomer } from '../../domain/customers/new-customer.ts';
import * as merging from '../../domain/customers/merge-customers.ts';
import * as preview from '../../domain/customers/merge-preview.ts';
import * as tagging from '../../domain/customers/tag-customer.ts';
import * as tag from '../../domain/customers/tags.ts';
import * as update from '../../domain/customers/update-customer.ts';
import { forActor } from './for-actor.ts';

/** Customers' data. */
export const customerResolvers = {
  Query: {
    ...forActor(paginatedCustomers, listCustomers),
    ...forActor(customerDetails, (services, actor, { id }) => details.customerDetails(services, actor, id)),
    ...forActor(customerCampaigns, campaigns.customerCampaigns),
    ...forActor(customerConsents, consents.customerConsents),
    ...forActor(blockedContacts, blocked.listBlockedContacts),
    ...forActor(customerMerge, preview.customerMerge),
    ...forActor(customerMedia, files.customerMedia),
    ...forActor(customerViews, views.all),
    ...forActor(tags, tag.listTags),
    ...forActor(customerFields, fields.listCustomerFields),
  },
  Mutation: {
    ...forActor(newCustomer, addCustomer),
    ...forActor(eraseCustomer, erasing.eraseCustomer),
    ...forActor(declareConsent, consents.declareConsent),
    ...forActor(blockContacts, blocked.blockContacts),
    ...forActor(unblockContacts, blocked.unblockContacts),
    ...forActor(updateCustomer, update.updateCustomer),
    ...forActor(mergeCustomers, merging.mergeCustomers),
    ...forActor(tagCustomer, tagging.tagCustomer),
    ...forActor(newTag, tag.newTag),
    ...forActor(updateTag, tag.updateTag),
    ...forActor(deleteTag, (services, actor, { id }) => tag.deleteTag(services, actor, id)),
    ...forActor(newCustomerField, fields.newCustomerField),
    ...forActor(updateCustomerField, fields.updateCustomerField),
    ...forActor(newCustomerView, views.create),
    ...forActor(updateCustomerView, views.update),
    ...forActor(deleteCustomerView, views.remove),
    ...forActor(deleteCustomerField, (services, actor, { id }) => fields.deleteCustomerField(services, actor, id)),
  },
};
