import { useState } from 'react';
import { cx } from './cx.ts';
import { PersonIcon } from './icons.tsx';
import { initials, tint } from './avatar-look.ts';
import styles from './Avatar.module.css';

interface AvatarProps {
  readonly name: string;
  /** Determines the colour; the name if left out. An id keeps the colour when the name changes. */
  readonly seed?: string | undefined;
  readonly image?: string | null | undefined;
  readonly size?: 'xs' | 'sm' | 'md' | 'xl';
  /** `brand` for the logged-in user. */
  readonly tone?: 'stable' | 'brand';
  /** Draws a dot: green when true, hollow when false. */
  readonly isOnline?: boolean;
  readonly className?: string | undefined;
}

/** A picture, or initials on a colour that is stable per person. Decorative: the name is beside it. */
export function Avatar({ name, seed = name, image, size = 'md', tone = 'stable', isOnline, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const letters = initials(name);
  const look = tone === 'brand' ? styles.brand : styles[`tint${tint(seed)}`];
  return (
    <span className={cx(styles.avatar, styles[size], look, className)} aria-hidden="true">
      {typeof image === 'string' && image !== '' && image !== broken ? (
        <img src={image} alt="" loading="lazy" draggable={false} onError={() => setBroken(image)} />
      ) : letters === '' ? (
        <PersonIcon className={styles.person} />
      ) : (
        letters
      )}
      {isOnline !== undefined && <span className={cx(styles.presence, isOnline && styles.online)} />}
    </span>
  );
}
