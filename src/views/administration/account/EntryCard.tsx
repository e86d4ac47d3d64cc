import { useId, type ReactNode } from 'react';
import { useDocumentTitle } from '../../layout/useDocumentTitle.ts';
import { TileWall } from '../../login/TileWall.tsx';
import login from '../../login/LoginScreen.module.css';
import styles from './EntryCard.module.css';

interface EntryCardProps {
  /** Title of the browser tab. */
  readonly tab: string;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of pages around the login: a card in front of the tile wall. */
export function EntryCard({ tab, title, lead, children }: EntryCardProps) {
  const id = useId();
  useDocumentTitle(tab);
  return (
    <div className={login.screen}>
      <section className={login.card} aria-labelledby={id}>
        <h1 id={id} className={login.title}>
          {title}
        </h1>
        {lead !== undefined && <p className={login.lead}>{lead}</p>}
        {children}
      </section>
      <TileWall className={login.wall} />
    </div>
  );
}

/** Stacked buttons, as wide as the card. */
export function EntryButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
