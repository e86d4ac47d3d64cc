import { useText } from '../kit/useText.ts';
import { supportIcons } from './support-routes.tsx';
import { LinkCard } from './LinkCard.tsx';
import styles from './HelpLinks.module.css';

const links = {
  'user-manual': { title: 'menu.manual', about: 'help.manual' },
  'training-videos': { title: 'menu.videos', about: 'help.videos' },
  support: { title: 'menu.support', about: 'help.support' },
  help: { title: 'menu.help', about: 'support.shortcuts' },
} as const;

/** Links to the other help screens. */
export function HelpLinks({ to }: { readonly to: readonly (keyof typeof links)[] }) {
  const text = useText();
  return (
    <div className={styles.ways}>
      {to.map((name) => (
        <LinkCard key={name} to={`/${name}`} icon={supportIcons[name]} title={text(links[name].title)}>
          {text(links[name].about)}
        </LinkCard>
      ))}
    </div>
  );
}
