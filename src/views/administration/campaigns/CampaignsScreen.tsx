import { useNavigate, useSearchParams } from 'react-router-dom';
import { MegaphoneIcon } from '../../kit/administration-icons.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { useText } from '../../kit/useText.ts';
import { CampaignList } from './CampaignList.tsx';
import { CampaignPage } from './CampaignPage.tsx';
import { CampaignWizard } from './CampaignWizard.tsx';
import styles from './Campaigns.module.css';

/** /campaigns: the company's campaigns; with `?id=` one of them beside the list, with `?edit=` a draft to build. */
export function CampaignsScreen() {
  const text = useText();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [id, edit] = [params.get('id'), params.get('edit')];
  if (edit !== null) return <CampaignWizard key={edit} id={edit} />;
  return (
    <div className={styles.screen} data-open={id === null ? undefined : true}>
      <CampaignList
        openId={id}
        onOpen={({ id: chosen, status }) => void navigate(`/campaigns?${status === 'draft' ? 'edit' : 'id'}=${chosen}`)}
      />
      {id === null ? (
        <section className={styles.page}>
          <EmptyState icon={<MegaphoneIcon />} title={text('campaign.choose.title')}>
            {text('campaign.choose.text')}
          </EmptyState>
        </section>
      ) : (
        <CampaignPage key={id} id={id} />
      )}
    </div>
  );
}
