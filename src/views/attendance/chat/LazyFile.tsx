import { useEffect, useState, type ComponentType } from 'react';
import { mediaArea } from '../../../i18n/areas/media.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import { useAreas } from '../../app/catalogue.tsx';
import { onNetworkBack } from '../../kit/network-back.ts';
import type { ConversationActor } from '../actors.ts';
import { Attachment } from './Attachment.tsx';
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
  const texts = useAreas(areas);
  const [Loaded, setLoaded] = useState<ComponentType<MessageFileProps>>();
  useEffect(() => {
    let isMounted = true;
    const load = () => {
      loadMessageFile().then(
        (File) => isMounted && setLoaded(() => File),
        () => undefined,
      );
    };
    load();
    const leave = onNetworkBack(load);
    return () => {
      isMounted = false;
      leave();
    };
  }, []);
  if (Loaded === undefined || texts !== 'ready')
    return <Attachment tag={tag} name={documentName} alone={text === null || text.trim() === ''} />;
  return <Loaded {...props} />;
}
