import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectDraft, selectNoteDraft } from '../../../../machines/conversation/conversation.selectors.ts';
import {
  selectDraftOrigin,
  selectMayBeOpen,
  selectTakenBy,
} from '../../../../machines/conversation/conversation.draft-origin.selectors.ts';
import type { ClientId, ConversationKey } from '../../../../machines/entities/ids.ts';
import { selectCanRetry, selectOutgoing } from '../../../../machines/message-send/message-send.selectors.ts';
import { useApp, useKept, useObservable } from '../../../app/app-context.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { PencilIcon } from '../../../kit/administration-icons.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import type { ConversationActor } from '../../actors.ts';
import { useCopying } from '../tools/use-copying.ts';
import styles from './Together.module.css';

interface UnsentTextsProps {
  readonly onOpen: (ticketId: string) => void;
}

/** Texts in conversations that left the list before they were sent or when they were refused: a colleague took them, or they were finished. */
export function UnsentTexts({ onOpen }: UnsentTextsProps) {
  const { directory } = useApp();
  const text = useText();
  const keys = useObservable(directory.unsent);
  const [isOpen, setOpen] = useState(false);
  // Otherwise it would open by itself at the next text.
  if (isOpen && keys.length === 0) setOpen(false);
  if (keys.length === 0) return null;
  const close = () => setOpen(false);
  return (
    <div className={styles.strip}>
      <Button size="sm" icon={<PencilIcon size={14} />} onPress={() => setOpen(true)}>
        {text('together.unsent', { count: keys.length })}
      </Button>
      <Dialog title={text('together.unsent.title')} isOpen={isOpen} onClose={close} size="md">
        <p className={styles.hint}>{text('together.unsent.hint')}</p>
        <ul role="list" className={styles.texts}>
          {keys.map((key) => (
            <Unsent
              key={key}
              conversationKey={key}
              onOpen={(ticketId) => {
                close();
                onOpen(ticketId);
              }}
            />
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

function Unsent({ conversationKey: key, onOpen }: UnsentTextsProps & { readonly conversationKey: ConversationKey }) {
  const { directory } = useApp();
  const conversation = useKept(directory.conversation(key), key);
  return conversation === undefined ? null : (
    <>
      <Texts conversation={conversation} onOpen={onOpen} />
      <RefusedTexts conversationKey={key} />
    </>
  );
}

function RefusedTexts({ conversationKey: key }: { readonly conversationKey: ConversationKey }) {
  const { directory } = useApp();
  return useObservable(directory.sendsOf(key)).map((clientId) => <Refused key={clientId} clientId={clientId} />);
}

function Refused({ clientId }: { readonly clientId: ClientId }) {
  const { directory, append } = useApp();
  const text = useText();
  const { phone } = useFormats();
  const send = useSelector(directory.send(clientId), (snapshot) => snapshot);
  if (send === undefined || !selectCanRetry(send)) return null;
  const { text: said, file, imageUrl, forwards, toNumber } = selectOutgoing(send);
  const named = file?.name ?? imageUrl ?? forwards?.documentName ?? text('together.unsent.unknown');
  const discard = () => append({ type: 'message.discarded', clientId });
  return (
    <Text
      title={text('together.unsent.refused', { number: phone(toNumber) })}
      words={said === '' ? named : said}
      onDiscard={discard}
      onOpen={undefined}
    />
  );
}

function Texts({ conversation, onOpen }: UnsentTextsProps & { readonly conversation: ConversationActor }) {
  const { append } = useApp();
  const text = useText();
  const draft = useSelector(conversation, selectDraft);
  const note = useSelector(conversation, selectNoteDraft);
  const origin = useSelector(conversation, selectDraftOrigin);
  const takenBy = useSelector(conversation, selectTakenBy);
  const mayOpen = useSelector(conversation, selectMayBeOpen);
  const { customerName: name, ticketId } = origin ?? {};
  const { customerId, instanceId } = conversation.getSnapshot().context;
  const discard = (of?: 'note') => append({ type: 'draft.discarded', customerId, instanceId, ...(of && { of }) });
  const open = mayOpen && ticketId !== undefined ? () => onOpen(ticketId) : undefined;
  return (
    <>
      {draft !== '' && (
        <Text
          title={name === undefined ? text('together.unsent.unknown') : text('together.unsent.of', { name })}
          about={takenBy === null ? undefined : text('attendance.passedTo', { name: takenBy })}
          words={draft}
          onDiscard={() => discard()}
          onOpen={open}
        />
      )}
      {note !== '' && (
        <Text
          title={text('together.unsent.ofNote')}
          words={note}
          onDiscard={() => discard('note')}
          onOpen={undefined}
        />
      )}
    </>
  );
}

interface TextProps {
  readonly title: string;
  /** Why it can't be sent. */
  readonly about?: string | undefined;
  readonly words: string;
  readonly onDiscard: () => void;
  readonly onOpen: (() => void) | undefined;
}

function Text({ title, about, words, onDiscard, onOpen }: TextProps) {
  const text = useText();
  const { said, copy } = useCopying();
  return (
    <li className={styles.text}>
      <strong>{title}</strong>
      {about !== undefined && <p className={styles.hint}>{about}</p>}
      <p className={styles.words}>{words}</p>
      <div className={styles.actions}>
        <Button size="sm" variant="primary" onPress={() => copy(words)}>
          {text('together.kept.copy')}
        </Button>
        {onOpen !== undefined && (
          <Button size="sm" onPress={onOpen}>
            {text('together.unsent.open')}
          </Button>
        )}
        <Button size="sm" variant="ghost" onPress={onDiscard}>
          {text('together.kept.discard')}
        </Button>
        <span role="status">{said}</span>
      </div>
    </li>
  );
}
