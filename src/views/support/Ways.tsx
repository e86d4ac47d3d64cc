import { useText } from '../kit/useText.ts';
import { supportIcons } from './support-routes.tsx';
import { WayCard } from './WayCard.tsx';
import styles from './Ways.module.css';

const ways = {
  'user-manual': { title: 'menu.manual', about: 'help.manual' },
  'training-videos': { title: 'menu.videos', about: 'help.videos' },
  support: { title: 'menu.support', about: 'help.support' },
  help: { title: 'menu.help', about: 'support.shortcuts' },
} as const;

/** The ways to where else help is. */
export function Ways({ to }: { readonly to: readonly (keyof typeof ways)[] }) {
  const text = useText();
  return (
    <div className={styles.ways}>
      {to.map((name) => (
        <WayCard key={name} to={`/${name}`} icon={supportIcons[name]} title={text(ways[name].title)}>
          {text(ways[name].about)}
        </WayCard>
      ))}
    </div>
  );
}
