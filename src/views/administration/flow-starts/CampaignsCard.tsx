import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { ActiveFlow } from '../../../machines/entities/flow-starts.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useApp } from '../../app/app-context.tsx';
import { PlusIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useWhole } from '../list/use-whole.ts';
import styles from './Starts.module.css';

const { FormSelect } = fieldsOf<FormFields['flow.campaign']>();
const NOTHING = { campaign_id: null };
const current: ListQuery = {
  page: 1,
  limit: 100,
  search: '',
  sort: { by: 'id', descending: true },
  filters: { tab: 'active' },
};

/** The campaigns whose answers go on in the flow. */
export function CampaignsCard({ flow }: { readonly flow: ActiveFlow }) {
  const text = useText();
  const { directory } = useApp();
  const mayChange = useSelector(directory.auth, selectRoutes).includes('campaigns');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<ActiveFlow['campaigns'][number] | null>(null);
  return (
    <section className={styles.card} aria-labelledby="active-campaigns">
      <header>
        <h2 id="active-campaigns">{text('activeFlow.campaigns')}</h2>
        {mayChange && flow.number !== null && !flow.is_archived && (
          <Button size="sm" icon={<PlusIcon />} onPress={() => setAdding(true)}>
            {text('activeFlow.campaigns.add')}
          </Button>
        )}
      </header>
      <p className={styles.hint}>{text('activeFlow.campaigns.hint')}</p>
      {flow.campaigns.length > 0 && (
        <ul>
          {flow.campaigns.map((campaign) => (
            <li key={campaign.id} className={styles.item}>
              <b>{campaign.name}</b>
              {mayChange && (
                <Button
                  size="sm"
                  aria-label={text('activeFlow.campaigns.remove.of', { name: campaign.name })}
                  onPress={() => setRemoved(campaign)}
                >
                  {text('activeFlow.campaigns.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddDialog flow={flow} onClose={() => setAdding(false)} />}
      {removed !== null && (
        <ActionDialog
          form="flow.campaign.remove"
          formKey={removed.id}
          title={text('activeFlow.campaigns.remove.title', { name: removed.name })}
          confirmLabel={text('activeFlow.campaigns.remove')}
          onClose={() => setRemoved(null)}
        >
          <p>{text('activeFlow.campaigns.remove.text')}</p>
        </ActionDialog>
      )}
    </section>
  );
}

function AddDialog({ flow, onClose }: { readonly flow: ActiveFlow; readonly onClose: () => void }) {
  const text = useText();
  const { rows, failure, retry } = useWhole('campaigns', current);
  const options = (rows ?? []).map(({ id, name: label }) => ({ id, label }));
  return (
    <FormDialog
      form="flow.campaign"
      formKey={flow.id}
      values={NOTHING}
      title={text('activeFlow.campaigns.title', { name: flow.name })}
      submitLabel={text('action.save')}
      size="sm"
      onClose={onClose}
    >
      <FailedLookups lookups={[{ hasFailed: failure !== null, retry }]} />
      <FormSelect name="campaign_id" label={text('activeFlow.campaigns.one')} options={options} isRequired />
    </FormDialog>
  );
}
