import type { ComponentType } from 'react';
import type { IconProps } from '../../kit/Icon.tsx';
import {
  AlertIcon,
  BlockIcon,
  ChatIcon,
  CheckIcon,
  DocumentIcon,
  ImageIcon,
  InboxIcon,
  InfoIcon,
  MapPinIcon,
  MicIcon,
  PeopleIcon,
  StickerIcon,
  VideoIcon,
} from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { isTextual, tagNames, type TagType } from './use-preview.ts';
import styles from './Bubble.module.css';

/** Icons of the non-text kinds. */
export const tagIcons: Partial<Record<TagType, ComponentType<IconProps>>> = {
  image: ImageIcon,
  pdf: DocumentIcon,
  doc: DocumentIcon,
  audio: MicIcon,
  video: VideoIcon,
  sticker: StickerIcon,
  location: MapPinIcon,
  contacts: PeopleIcon,
  order: InboxIcon,
  poll: CheckIcon,
  edited: InfoIcon,
  revoked: BlockIcon,
  system: InfoIcon,
  welcome: ChatIcon,
  unsupported: AlertIcon,
};

interface AttachmentProps {
  readonly tag: TagType;
  readonly name: string | null;
  /** The message has nothing else to show, so even an empty text gets a label. */
  readonly alone?: boolean;
}

/** Placeholder for a message's content that can't be shown yet: its kind, and its file name if it has one. */
export function Attachment({ tag, name, alone = false }: AttachmentProps) {
  const text = useText();
  if ((isTextual(tag) && !alone) || tag === 'reaction') return null;
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
