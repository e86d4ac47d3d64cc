import { useState } from 'react';
import { PLACE_TEXT_MAX_LENGTH } from '../../../../../contract/facts/limits.ts';
import { placeText } from '../../../../../contract/facts/shared-text.ts';
import { channelArea } from '../../../../i18n/areas/channel.ts';
import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { useAreas } from '../../../kit/areas.ts';
import { TextField } from '../../../kit/TextField.tsx';
import { useText } from '../../../kit/useText.ts';
import { SharedContent } from '../media/SharedContent.tsx';
import { SendDialog } from './SendDialog.tsx';
import type { Submit } from './Sending.tsx';
import { typedPlace } from './typed-place.ts';
import { useSent } from './use-sent.ts';
import styles from './FilesTray.module.css';

interface PlaceDialogProps {
  readonly onSend: Submit;
  readonly onClose: () => void;
}

/** Texts for the preview and for what the server refuses. */
const areas = [conversationArea, channelArea];

/** Sends a place, from its map's address or its coordinates. Stays open until the server has taken it. */
export function PlaceDialog({ onSend, onClose }: PlaceDialogProps) {
  const text = useText();
  const isReady = useAreas(areas) === 'ready';
  const [typed, setTyped] = useState('');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [isChecked, setChecked] = useState(false);
  const sent = useSent(onClose);
  const found = typedPlace(typed);
  const place = found && { ...found, name: name.trim() || null, address: address.trim() || null };
  const problem = found !== undefined || !isChecked ? undefined : text(problemOf(typed));
  const send = () => {
    setChecked(true);
    if (place === undefined) return;
    sent.begin(onSend({ text: placeText(place), shares: { place }, keepsDraft: true, isFirst: true }));
  };

  return (
    <SendDialog
      title={text('share.place.title')}
      sent={sent}
      words={place && placeText(place)}
      refusal={sent.failure}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={text('share.place.where')}
        description={text('share.place.hint')}
        isVerbatim
        isRequired
        autoFocus
        value={typed}
        error={problem}
        onChange={setTyped}
        onBlur={() => setChecked(typed.trim() !== '')}
      />
      <TextField label={text('share.place.name')} maxLength={PLACE_TEXT_MAX_LENGTH} value={name} onChange={setName} />
      <TextField
        label={text('share.place.address')}
        maxLength={PLACE_TEXT_MAX_LENGTH}
        value={address}
        onChange={setAddress}
      />
      {place !== undefined && isReady && (
        <div className={styles.shared} role="group" aria-label={text('share.preview')}>
          <SharedContent message={{ text: placeText(place), place }} />
        </div>
      )}
    </SendDialog>
  );
}

/** A short address leads to the map, but doesn't say where. */
function problemOf(typed: string) {
  if (typed.trim() === '') return 'share.place.required';
  return /goo\.gl|maps\.app/i.test(typed) ? 'share.place.short' : 'share.place.unknown';
}
