import { useSelector } from '@xstate/react';
import { isBlank } from '../../../../../contract/facts/blank.ts';
import { selectDraft, selectNoteDraft } from '../../../../machines/conversation/conversation.selectors.ts';
import { selectAnsweredMeanwhile } from '../../../../machines/conversation/conversation.draft-origin.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Button } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import type { ConversationActor } from '../../actors.ts';
import { focusConversation } from '../../focus.ts';
import { useCopying } from '../tools/use-copying.ts';
import styles from './Together.module.css';

interface DraftNoticeProps {
  readonly ticketId: string;
  readonly conversation: ConversationActor;
  /** Whether nothing can be sent here now. */
  readonly isClosed: boolean;
  /** Shows the note's field; undefined for whoever may not write one here. */
  readonly onNote: (() => void) | undefined;
}

/**
 * Above the field while something is written: a colleague's answer that came meanwhile; or, where the field is closed,
 * the text itself, which isn't lost.
 */
export function DraftNotice({ ticketId, conversation, isClosed, onNote }: DraftNoticeProps) {
  const draft = useSelector(conversation, selectDraft);
  if (isBlank(draft)) return null;
  return isClosed ? (
    <Kept {...{ ticketId, conversation, draft, onNote }} />
  ) : (
    <Answered ticketId={ticketId} conversation={conversation} />
  );
}

function Answered({ ticketId, conversation }: Pick<DraftNoticeProps, 'ticketId' | 'conversation'>) {
  const { append } = useApp();
  const text = useText();
  const answer = useSelector(conversation, selectAnsweredMeanwhile);
  return (
    // Always there: what changes inside is read out.
    <div role="status" className={styles.answered}>
      {answer !== null && (
        <>
          <span>
            {answer.author === null
              ? text('together.answeredFromPhone')
              : text('together.answered', { name: answer.author.name })}
          </span>
          <Button
            size="sm"
            variant="ghost"
            onPress={() => append({ type: 'chat.sought', ticketId, messageId: answer.id })}
          >
            {text('together.answered.show')}
          </Button>
        </>
      )}
    </div>
  );
}

interface KeptProps extends Pick<DraftNoticeProps, 'ticketId' | 'conversation' | 'onNote'> {
  readonly draft: string;
}

function Kept({ ticketId, conversation, draft, onNote }: KeptProps) {
  const { append } = useApp();
  const text = useText();
  const { said, copy } = useCopying();
  const note = () => {
    const before = selectNoteDraft(conversation.getSnapshot());
    append({ type: 'noteDraft.changed', ticketId, text: isBlank(before) ? draft : `${before}\n${draft}` });
    append({ type: 'draft.changed', ticketId, text: '' });
    onNote?.();
  };
  return (
    <div role="group" aria-label={text('together.kept')} className={styles.kept}>
      <strong>{text('together.kept')}</strong>
      <p className={styles.words}>{draft}</p>
      <p className={styles.hint}>{text('together.kept.hint')}</p>
      <div className={styles.actions}>
        <Button size="sm" variant="primary" onPress={() => copy(draft)}>
          {text('together.kept.copy')}
        </Button>
        {onNote !== undefined && (
          <Button size="sm" onPress={note}>
            {text('together.kept.note')}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          onPress={() => {
            append({ type: 'draft.changed', ticketId, text: '' });
            focusConversation();
          }}
        >
          {text('together.kept.discard')}
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}
