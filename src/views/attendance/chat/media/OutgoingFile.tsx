import { useSelector } from '@xstate/react';
import {
  selectIsBehind,
  selectOutgoing,
  selectSendState,
  selectSentBytes,
} from '../../../../machines/message-send/message-send.selectors.ts';
import { selectDraft } from '../../../../machines/conversation/conversation.selectors.ts';
import { conversationKey } from '../../../../machines/entities/ids.ts';
import type { OptimisticMessage } from '../../../../machines/conversation/conversation.context.ts';
import { useApp } from '../../../app/app-context.tsx';
import { IconButton } from '../../../kit/Button.tsx';
import { cx } from '../../../kit/cx.ts';
import { CloseIcon, DocumentIcon } from '../../../kit/icons.tsx';
import { Spinner } from '../../../kit/Spinner.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { focusConversation } from '../../focus.ts';
import { tagNames } from '../use-preview.ts';
import { AudioFile } from './AudioFile.tsx';
import { FirstPage } from './FirstPage.tsx';
import { VideoFile } from './VideoFile.tsx';
import styles from './OutgoingFile.module.css';
import fileStyles from './MessageFile.module.css';

interface OutgoingFileProps {
  readonly outgoing: OptimisticMessage;
  /** The file on this computer; undefined until it is read. */
  readonly url: string | undefined;
}

/** A file that is being sent, as it will look; an image has `LocalImage`. */
export function OutgoingFile({ outgoing, url }: OutgoingFileProps) {
  const text = useText();
  const formats = useFormats();
  const { file, tag } = outgoing;
  const name = file?.name ?? text(tagNames[tag]);
  const size = file === undefined ? undefined : formats.fileSize(file.bytes);
  return (
    <div className={fileStyles.file}>
      {tag === 'audio' && url !== undefined ? (
        <AudioFile
          id={outgoing.clientId}
          url={url}
          label={name}
          whenFresh={(action) => action()}
          onBroken={() => undefined}
        />
      ) : tag === 'video' && url !== undefined ? (
        <VideoFile url={url} label={name} whenFresh={(action) => action()} />
      ) : tag === 'sticker' && url !== undefined ? (
        <img className={fileStyles.sticker} src={url} width={160} height={160} alt={name} />
      ) : (
        <div className={cx(fileStyles.document, tag === 'pdf' && fileStyles.withPage)}>
          {tag === 'pdf' && <FirstPage />}
          <DocumentIcon size={18} />
          <span>
            <b>{name}</b>
            <small>{size}</small>
          </span>
        </div>
      )}
      <Progress outgoing={outgoing} />
    </div>
  );
}

const RADIUS = 9;
const LENGTH = 2 * Math.PI * RADIUS;

/** How far the upload is, and how to stop it; or what it waits for. */
export function Progress({ outgoing }: { readonly outgoing: OptimisticMessage }) {
  const text = useText();
  const { directory, append } = useApp();
  const { clientId, file, tag, text: caption, template } = outgoing;
  const actor = directory.send(clientId);
  // Forgotten, it was sent or discarded.
  const state = useSelector(actor, (snapshot) => (snapshot === undefined ? 'sent' : selectSendState(snapshot)));
  const sent = useSelector(actor, (snapshot) => (snapshot === undefined ? 0 : selectSentBytes(snapshot)));
  const isBehind = useSelector(actor, (snapshot) => snapshot !== undefined && selectIsBehind(snapshot));
  if (state === 'failed' || state === 'sent' || state === 'discarded') return null;
  const part = file === undefined ? 0 : Math.min(1, sent / Math.max(1, file.bytes));
  const name = file?.name ?? text(tagNames[tag]);
  return (
    <div className={styles.progress}>
      {state === 'uploading' ? (
        <svg
          className={styles.ring}
          viewBox="0 0 24 24"
          width={24}
          height={24}
          role="progressbar"
          aria-label={text('sending.file.progress', { name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(part * 100)}
        >
          <circle cx="12" cy="12" r={RADIUS} />
          <circle cx="12" cy="12" r={RADIUS} strokeDasharray={LENGTH} strokeDashoffset={LENGTH * (1 - part)} />
        </svg>
      ) : isBehind ? (
        <span role="status">{text('sending.file.waits')}</span>
      ) : (
        <Spinner label={text('sending.file.progress', { name })} />
      )}
      {(state === 'uploading' || state === 'queued') && (
        <IconButton
          size="sm"
          label={text('sending.file.cancel')}
          icon={<CloseIcon size={14} />}
          onPress={() => {
            // Already on its way, it can't be cancelled any more, and its caption isn't needed.
            const snapshot = actor?.getSnapshot();
            const now = snapshot === undefined ? 'sent' : selectSendState(snapshot);
            append({ type: 'message.discarded', clientId });
            const isTyped = caption !== '' && template === undefined;
            if (snapshot !== undefined && (now === 'uploading' || now === 'queued') && isTyped) {
              const { ticketId, customerId, instanceId } = selectOutgoing(snapshot);
              const conversation = directory.conversation(conversationKey(customerId, instanceId))?.getSnapshot();
              if (conversation !== undefined && selectDraft(conversation) === '')
                append({ type: 'draft.changed', ticketId, text: caption });
            }
            // The pressed button disappears.
            focusConversation();
          }}
        />
      )}
    </div>
  );
}
