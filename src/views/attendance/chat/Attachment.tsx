import type { ComponentType } from 'react';
import type { IconProps } from '../../kit/Icon.tsx';
import {
  AlertIcon,
  DocumentIcon,
  ImageIcon,
  MapPinIcon,
  MicIcon,
  PeopleIcon,
  StickerIcon,
  VideoIcon,
} from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { isTextual, tagNames, type TagType } from './use-preview.ts';
import styles from './Bubble.module.css';

/** Icons of the kinds that aren't text. */
export const tagIcons: Partial<Record<TagType, ComponentType<IconProps>>> = {
  image: ImageIcon,
  pdf: DocumentIcon,
  doc: DocumentIcon,
  audio: MicIcon,
  video: VideoIcon,
  sticker: StickerIcon,
  location: MapPinIcon,
  contacts: PeopleIcon,
  unsupported: AlertIcon,
};

/** Stands for what came with a message and can't be shown here yet: its kind, and its name if it has one. */
export function Attachment({ tag, name }: { readonly tag: TagType; readonly name: string | null }) {
  const text = useText();
  if (isTextual(tag) || tag === 'reaction') return null;
  const Symbol = tagIcons[tag] ?? DocumentIcon;
  return (
    <span className={styles.attachment}>
      <Symbol size={18} />
      <span>
        <b>{name ?? text(tagNames[tag])}</b>
        {name !== null && <small>{text(tagNames[tag])}</small>}
      </span>
    </span>
  );
}
