import { useEffect, useState, type ComponentType } from 'react';
import { mediaArea } from '../../../i18n/areas/media.ts';
import { sendingArea } from '../../../i18n/areas/sending.ts';
import type { OptimisticMessage } from '../../../machines/conversation/conversation.context.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import { useAreas } from '../../app/catalogue.tsx';
import { onNetworkBack } from '../../kit/network-back.ts';
import type { ConversationActor } from '../actors.ts';
import { Attachment } from './Attachment.tsx';
import { loadMessageFile } from './preloads.ts';

export interface MessageFileProps {
  readonly conversation: ConversationActor;
  /** One that the server has, or else the one being sent. */
  readonly message?: Message | undefined;
  readonly outgoing?: OptimisticMessage | undefined;
  readonly author: string;
  readonly customerName: string;
}

const areas = [mediaArea, sendingArea];

/** A message's file. Its placeholder stays until its code and texts are loaded. */
export function LazyFile(props: MessageFileProps) {
  const { message, outgoing } = props;
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
    return (
      <Attachment
        tag={message?.tag ?? outgoing?.tag ?? 'doc'}
        name={message?.documentName ?? outgoing?.file?.name ?? null}
        alone={((message ?? outgoing)?.text ?? '').trim() === ''}
      />
    );
  return <Loaded {...props} />;
}
