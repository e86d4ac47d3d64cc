import { customerDetailsSdl as detailsTypesSdl } from '../entities/customer-details.ts';
import { audienceSdl } from '../entities/audience.ts';
import { customerFieldSdl } from '../entities/customer-field.ts';
import { tagSdl } from '../entities/tag.ts';
import { audiencesSdl } from './audiences.ts';
import { customerImportSdl } from '../entities/customer-import.ts';
import { blockedContactsSdl } from './blocked-contacts.ts';
import { customerCampaignsSdl } from './customer-campaigns.ts';
import { customerConsentsSdl } from './customer-consents.ts';
import { customerDetailsSdl } from './customer-details.ts';
import { customerFieldsSdl } from './customer-fields.ts';
import { customerGroupsSdl } from './customer-groups.ts';
import { customerImportsSdl } from './customer-imports.ts';
import { customerMediaSdl } from './customer-media.ts';
import { customerViewsSdl } from './customer-views.ts';
import { deleteCustomerFieldSdl } from './delete-customer-field.ts';
import { deleteTagSdl } from './delete-tag.ts';
import { eraseCustomerSdl } from './erase-customer.ts';
import { mergeCustomersSdl } from './merge-customers.ts';
import { newCustomerSdl } from './new-customer.ts';
import { newCustomerFieldSdl } from './new-customer-field.ts';
import { newTagSdl } from './new-tag.ts';
import { paginatedCustomersSdl } from './paginated-customers.ts';
import { tagCustomerSdl } from './tag-customer.ts';
import { tagsSdl } from './tags.ts';
import { updateCustomerFieldSdl } from './update-customer-field.ts';
import { updateCustomerSdl } from './update-customer.ts';
import { updateTagSdl } from './update-tag.ts';

/** The part of the schema about what a company keeps of its customers. */
export const customersAreaSdl = [
  tagSdl,
  customerFieldSdl,
  detailsTypesSdl,
  customerDetailsSdl,
  paginatedCustomersSdl,
  newCustomerSdl,
  audienceSdl,
  audiencesSdl,
  customerGroupsSdl,
  customerCampaignsSdl,
  customerConsentsSdl,
  blockedContactsSdl,
  customerImportSdl,
  customerImportsSdl,
  customerMediaSdl,
  customerViewsSdl,
  updateCustomerSdl,
  mergeCustomersSdl,
  eraseCustomerSdl,
  tagCustomerSdl,
  tagsSdl,
  newTagSdl,
  updateTagSdl,
  deleteTagSdl,
  customerFieldsSdl,
  newCustomerFieldSdl,
  updateCustomerFieldSdl,
  deleteCustomerFieldSdl,
].join('\n');
