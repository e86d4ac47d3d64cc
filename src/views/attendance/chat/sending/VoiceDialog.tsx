import { use, useEffect, useRef, useState } from 'react';
import { formatClock } from '../../../../i18n/clock.ts';
import { OUTGOING_FILE_MAX } from '../../../../../contract/facts/outgoing-file.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { SendIcon } from '../../../kit/icons.tsx';
import { Spinner } from '../../../kit/Spinner.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { useLeaveBlock } from '../../../administration/form/use-unsaved-guard.tsx';
import { ClosedContext } from './closed.ts';
import { KeptHere } from './KeptHere.tsx';
import type { Submit } from './Sending.tsx';
import { useObjectUrl } from './use-object-url.ts';
import { useRecorder } from './use-recorder.ts';
import styles from './FilesTray.module.css';

interface VoiceDialogProps {
  readonly onSend: Submit;
  readonly onClose: () => void;
}

/** Records a voice message: pause, listen, discard, send. */
export function VoiceDialog({ onSend, onClose }: VoiceDialogProps) {
  const text = useText();
  const formats = useFormats();
  const isClosed = use(ClosedContext) !== undefined;
  const isClosedNow = useRef(isClosed);
  useEffect(() => {
    isClosedNow.current = isClosed;
  }, [isClosed]);
  const [sending, setSending] = useState<'converting' | 'failed'>();
  /** Whether it was discarded, or its chat was left: then nothing is sent any more. */
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const send = async (blob: Blob) => {
    setSending('converting');
    try {
      const { voiceFile } = await import('./voice-file.ts');
      const file = await voiceFile(blob);
      if (isGone.current) return;
      if (isClosedNow.current) {
        setSending(undefined);
        return;
      }
      onSend({ text: '', file, keepsDraft: true, isFirst: true });
      onClose();
    } catch {
      setSending('failed');
    }
  };

  /** Whether it is sent as soon as the recording has ended. */
  const [isAtOnce, setAtOnce] = useState(false);
  const recorder = useRecorder((blob) => {
    if (isAtOnce) void send(blob);
  });
  const { state, recorded } = recorder;
  const isRunning = state === 'recording' || state === 'paused';
  const hasRecording = isRunning || recorded !== undefined;
  /** What follows when the recording is discarded; undefined while it isn't asked. */
  const [afterDiscard, setAfterDiscard] = useState<() => void>();
  useLeaveBlock(hasRecording, (go) => setAfterDiscard(() => go));
  const discard = () => {
    isGone.current = true;
    onClose();
  };

  return (
    <Dialog
      size="sm"
      title={text('sending.voice')}
      isOpen
      isBlocking={hasRecording}
      onClose={discard}
      footer={
        <>
          <Button onPress={discard}>{text('sending.voice.discard')}</Button>
          {isRunning && !isAtOnce && <Button onPress={recorder.stop}>{text('sending.voice.stop')}</Button>}
          {isRunning && (
            <Button
              variant="primary"
              icon={<SendIcon size={16} />}
              isPending={isAtOnce}
              isDisabled={isClosed}
              onPress={() => {
                setAtOnce(true);
                recorder.stop();
              }}
            >
              {text('sending.send')}
            </Button>
          )}
          {recorded !== undefined && (
            <Button
              variant="primary"
              icon={<SendIcon size={16} />}
              isPending={sending === 'converting'}
              isDisabled={isClosed}
              onPress={() => void send(recorded)}
            >
              {text('sending.send')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.tray}>
        <KeptHere
          file={
            recorded && {
              blob: recorded,
              name: `voz.${recorded.type.includes('ogg') ? 'ogg' : recorded.type.includes('mp4') ? 'm4a' : 'webm'}`,
            }
          }
        />
        {state === 'asking' && (
          <p className={styles.voice}>
            <Spinner /> {text('sending.voice.asking')}
          </p>
        )}
        {isRunning && (
          <div className={styles.voice}>
            <span
              className={styles.time}
              role="timer"
              aria-label={text('sending.voice.recording', { time: formatClock(recorder.seconds) })}
            >
              {formatClock(recorder.seconds)}
            </span>
            <meter
              className={styles.level}
              min={0}
              max={1}
              value={recorder.level}
              aria-label={text('sending.voice.level')}
            />
            <Button size="sm" onPress={state === 'paused' ? recorder.resume : recorder.pause}>
              {text(state === 'paused' ? 'sending.voice.resume' : 'sending.voice.pause')}
            </Button>
          </div>
        )}
        {recorder.isFull && (
          <Banner tone="warning">
            {text('sending.voice.full', { max: formats.fileSize(OUTGOING_FILE_MAX.audio) })}
          </Banner>
        )}
        {recorded !== undefined && <Listen recorded={recorded} />}
        {sending === 'converting' && <p role="status">{text('sending.voice.converting')}</p>}
        {(state === 'refused' || state === 'missing' || state === 'failed' || sending === 'failed') && (
          <Banner tone="danger">
            {text(`sending.voice.${state === 'refused' || state === 'missing' ? state : 'failed'}`)}
          </Banner>
        )}
        {afterDiscard !== undefined && (
          <ConfirmDialog
            title={text('sending.voice.leave.title')}
            confirmLabel={text('sending.voice.discard')}
            cancelLabel={text('sending.close.keep')}
            tone="danger"
            isOpen
            onConfirm={() => {
              discard();
              afterDiscard();
            }}
            onClose={() => setAfterDiscard(undefined)}
          >
            {text('sending.voice.leave.text')}
          </ConfirmDialog>
        )}
      </div>
    </Dialog>
  );
}

function Listen({ recorded }: { readonly recorded: Blob }) {
  const text = useText();
  const url = useObjectUrl(recorded);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- one's own recording has none
  return <audio src={url} controls aria-label={text('sending.voice.listen')} />;
}
