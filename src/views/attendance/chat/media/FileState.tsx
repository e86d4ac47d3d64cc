import type { MediaRefusal } from '../../../../../contract/facts/media.ts';
import type { MessageId } from '../../../../i18n/message-id.ts';
import type { Media } from '../../../../machines/entities/media.ts';
import { Button } from '../../../kit/Button.tsx';
import { AlertIcon, BlockIcon } from '../../../kit/icons.tsx';
import { Spinner } from '../../../kit/Spinner.tsx';
import { useText } from '../../../kit/useText.ts';
import type { FileView } from './use-file.ts';
import styles from './MessageFile.module.css';

const words: Readonly<Record<FileView['phase'], MessageId>> = {
  loading: 'media.loading',
  ready: 'media.loading',
  fetching: 'media.fetching',
  failed: 'media.failed',
  missing: 'media.failed',
  expired: 'media.expired',
  refused: 'media.refused',
  unshown: 'media.unshown',
};

const refusals: Readonly<Record<MediaRefusal, MessageId>> = {
  tooLarge: 'media.refused.tooLarge',
  content: 'media.refused',
  damaged: 'media.refused.damaged',
};

/** A picture that the server made no preview of: decoding it would take the page's memory. */
export function isTooLarge(media: Media | null): boolean {
  return media !== null && media.width !== null && media.previewUrl === null;
}

/** Why a file isn't there, or not yet. */
export function FileState({ file: { phase, media, isLate, failure, retry } }: { readonly file: FileView }) {
  const text = useText();
  if (phase === 'loading' || phase === 'ready') return <Spinner label={text('media.loading')} />;
  const ofPhase = phase === 'refused' ? refusals[media?.refusal ?? 'content'] : words[phase];
  const ofFetching = phase === 'fetching' && isLate ? 'media.fetching.late' : ofPhase;
  const said = text(failure?.code === 'NETWORK' ? 'media.offline' : ofFetching);
  return (
    <span className={styles.state}>
      {phase === 'fetching' ? <Spinner /> : phase === 'refused' ? <BlockIcon size={18} /> : <AlertIcon size={18} />}
      <span role={phase === 'fetching' ? 'status' : undefined}>{said}</span>
      {(phase === 'failed' || phase === 'expired' || (phase === 'fetching' && isLate)) && (
        <Button
          variant="link"
          size="sm"
          onPress={(event) => {
            // The pressed button disappears.
            event.currentTarget
              .closest<HTMLElement>('[data-message], [data-file], [role=dialog]')
              ?.focus({ preventScroll: true });
            retry();
          }}
        >
          {text('action.retry')}
        </Button>
      )}
    </span>
  );
}
