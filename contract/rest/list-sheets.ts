import * as z from 'zod/mini';
import { CAMPAIGN_TABS } from '../facts/campaigns.ts';
import type { CampaignTab } from '../facts/campaigns.ts';
import { TEMPLATE_STATES } from '../facts/template-form.ts';
import { searchTextSchema } from '../fields.ts';
import { restCall } from './call.ts';
import { sheetShape } from './sheets.ts';

const shape = { search: z.optional(searchTextSchema), ...sheetShape };
const tabs = Object.keys(CAMPAIGN_TABS) as CampaignTab[];

/* Lists as their screens find them, as sheets. Audited; need what the lists need. */

/** The campaigns with their counts, newest first. */
export const campaignsSheet = restCall({
  method: 'GET',
  path: '/api/campaigns/sheet',
  body: z.object({ tab: z.optional(z.enum(tabs, { error: 'error.field.invalid' })), ...shape }),
  answer: z.string(),
});

/** The groups of customers by name. */
export const customerGroupsSheet = restCall({
  method: 'GET',
  path: '/api/customer-groups/sheet',
  body: z.object(shape),
  answer: z.string(),
});

/** The message templates, last changed first. */
export const templatesSheet = restCall({
  method: 'GET',
  path: '/api/message-templates/sheet',
  body: z.object({ status: z.optional(z.enum(TEMPLATE_STATES, { error: 'error.field.invalid' })), ...shape }),
  answer: z.string(),
});
