import { useState } from 'react';
import { CAPTION_MAX_LENGTH, IMAGE_URL_MAX_LENGTH } from '../../../../../contract/facts/limits.ts';
import { tagTypeOfFileName } from '../../../../../contract/facts/file-extensions.ts';
import { channelArea } from '../../../../i18n/areas/channel.ts';
import type { MessageId } from '../../../../i18n/message-id.ts';
import { useAreas } from '../../../kit/areas.ts';
import { useIsText } from '../../../app/failure-text.ts';
import { TextArea } from '../../../kit/TextArea.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { SendDialog } from './SendDialog.tsx';
import type { SendingProps, Submit } from './Sending.tsx';
import { useDraftedWords } from './use-drafted-words.ts';
import { useSent } from './use-sent.ts';
import { useSignature } from '../use-signature.ts';
import styles from './FilesTray.module.css';

interface AddressDialogProps extends Pick<SendingProps, 'draft' | 'onDraft'> {
  readonly onSend: Submit;
  readonly onClose: () => void;
}

const areas = [channelArea];

/** Sends an image that is on the web. Stays open until the server has taken it, and says by field why it doesn't. */
export function AddressDialog({ draft, onDraft, onSend, onClose }: AddressDialogProps) {
  const max = CAPTION_MAX_LENGTH - useSignature().length;
  const text = useText();
  const formats = useFormats();
  const isText = useIsText();
  useAreas(areas);
  const [url, setUrl] = useState('');
  const [wrong, setWrong] = useState<MessageId>();
  const [preview, setPreview] = useState<{ readonly url: string; readonly isBroken: boolean }>();
  const sent = useSent(onClose);
  const { failure, isSending } = sent;
  const { words: caption, setWords: setCaption } = useDraftedWords({ draft, onDraft }, max, isSending);
  const over = caption.length - max;

  const fieldText = (field: string) => {
    const key = failure?.fields[field];
    return key !== undefined && isText(key) ? text(key, { max: IMAGE_URL_MAX_LENGTH, ...failure?.params }) : undefined;
  };
  const ofUrl = wrong === undefined ? fieldText('image_url') : text(wrong, { max: IMAGE_URL_MAX_LENGTH });
  const ofCaption =
    over > 0 ? text('sending.caption.tooLong', { count: over, max: formats.number(max) }) : fieldText('image_caption');

  const send = () => {
    if (over > 0) return;
    const problem = problemOf(url.trim());
    setWrong(problem);
    if (problem !== undefined) return;
    const keepsDraft = caption !== draft;
    // The call for it has no place for a quote, which stays in the composer.
    sent.begin(onSend({ text: caption.trim(), imageUrl: url.trim(), keepsDraft, isFirst: false }));
  };

  return (
    <SendDialog
      title={text('sending.address.title')}
      sent={sent}
      words={[url, caption].join('\n').trim() || undefined}
      refusal={ofUrl === undefined && ofCaption === undefined ? failure : null}
      onSend={send}
      onClose={onClose}
      form={{ noValidate: true }}
    >
      <TextField
        label={text('sending.address.url')}
        description={text('sending.address.hint')}
        type="url"
        isVerbatim
        isRequired
        autoFocus
        value={url}
        error={ofUrl}
        onChange={(value) => {
          setUrl(value);
          setWrong(undefined);
        }}
        onBlur={() =>
          setPreview(problemOf(url.trim()) === undefined ? { url: url.trim(), isBroken: false } : undefined)
        }
      />
      {preview !== undefined && (
        <figure className={styles.preview}>
          {preview.isBroken ? (
            <p className={styles.hint}>{text('sending.address.noPreview')}</p>
          ) : (
            <img
              src={preview.url}
              alt={text('sending.address.preview')}
              referrerPolicy="no-referrer"
              onError={() => setPreview({ ...preview, isBroken: true })}
            />
          )}
        </figure>
      )}
      <TextArea label={text('sending.caption')} rows={2} value={caption} onChange={setCaption} error={ofCaption} />
    </SendDialog>
  );
}

/** What the server would refuse, as far as the address itself shows it. */
function problemOf(url: string): MessageId | undefined {
  if (url.length > IMAGE_URL_MAX_LENGTH) return 'error.image.urlTooLong';
  if (!URL.canParse(url)) return 'error.image.url';
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'error.image.url';
  return tagTypeOfFileName(pathname.slice(pathname.lastIndexOf('/') + 1)) === 'image' ? undefined : 'error.image.kind';
}
