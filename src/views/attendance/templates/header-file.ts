import type { HeaderFile } from '../../../../contract/facts/templates.ts';
import { DocumentIcon, ImageIcon, VideoIcon } from '../../kit/icons.tsx';

/** What the system's dialog offers for a template's header. */
export const HEADER_FILE_TYPES: Readonly<Record<HeaderFile, string>> = {
  image: 'image/jpeg,image/png,image/gif',
  video: 'video/mp4,video/3gpp',
  document: 'application/pdf',
};

export const headerFileIcons = { image: ImageIcon, video: VideoIcon, document: DocumentIcon } as const;
