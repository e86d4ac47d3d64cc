import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { Link } from '../../kit/Link.tsx';
import { useText } from '../../kit/useText.ts';
import { useListing } from '../list/use-listing.ts';
import { CampaignItem } from './CampaignList.tsx';
import styles from './ActiveCampaigns.module.css';

const SHOWN = 4;
const query: ListQuery = {
  page: 1,
  limit: SHOWN,
  search: '',
  sort: { by: 'id', descending: true },
  filters: {},
};

/** The control panel's row of running and scheduled campaigns; renders nothing without any. */
export function ActiveCampaigns() {
  const text = useText();
  const navigate = useNavigate();
  const id = useId();
  const { rows, total } = useListing('campaigns.active', query);
  if (rows === null || rows.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{text('campaign.active')}</h2>
        <Link to="/campaigns">{text('campaign.active.all', { count: total })}</Link>
      </header>
      <ul className={styles.cards}>
        {rows.map((campaign) => (
          <li key={campaign.id}>
            <CampaignItem
              campaign={campaign}
              isOpen={false}
              onOpen={({ id: chosen }) => void navigate(`/campaigns?id=${chosen}`)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
