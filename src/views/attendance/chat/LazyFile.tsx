import { mediaArea } from '../../../i18n/areas/media.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import type { ConversationActor } from '../actors.ts';
import { Attachment } from './Attachment.tsx';
import { LazyPart } from './LazyPart.tsx';
import { loadMessageFile } from './preloads.ts';

export interface MessageFileProps {
  readonly conversation: ConversationActor;
  readonly message: Message;
  readonly author: string;
  readonly customerName: string;
}

const areas = [mediaArea];

/** A message's file. Its placeholder stays until its code and texts are loaded. */
export function LazyFile(props: MessageFileProps) {
  const { tag, documentName, text } = props.message;
  const alone = text === null || text.trim() === '';
  const placeholder = <Attachment tag={tag} name={documentName} alone={alone} />;
  return <LazyPart load={loadMessageFile} areas={areas} given={props} placeholder={placeholder} />;
}
