import type { AddLater } from './directory/hub.ts';
import { createCampaigns } from './campaign/campaign.actors.ts';
import { createForms } from './editing/editing.actors.ts';
import { createFlows } from './flow-editing/flow-editing.actors.ts';
import { createLists } from './listing/listing.actors.ts';

/** What the administration adds to the registry; loaded with its first screen, so that attendance needn't load it. */
export const administration: AddLater = (add) => {
  add('lists', createLists);
  add('forms', (core) => {
    const flows = createFlows(core);
    add('flows', () => flows);
    return createForms(core, flows);
  });
  add('campaigns', createCampaigns);
};
