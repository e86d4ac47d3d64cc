import { useState, type ReactNode } from 'react';
import type { ScheduledMessage } from '../../../../machines/entities/scheduled.ts';
import { useAction } from '../../../administration/form/use-action.ts';
import { useFailureText, useIsText } from '../../../app/failure-text.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { ClockIcon, ReplyIcon } from '../../../kit/icons.tsx';
import { Tag } from '../../../kit/Tag.tsx';
import { useText } from '../../../kit/useText.ts';
import { useWhen } from './use-when.ts';
import styles from './Scheduled.module.css';

interface ScheduledRowProps {
  readonly message: Omit<ScheduledMessage, 'conversation'>;
  /** Whom it is for, where several conversations are listed; all of them are the viewer's own then. */
  readonly receiver?: { readonly name: string; readonly line: ReactNode } | undefined;
  readonly onEdit: () => void;
}

/** A scheduled message, and what can be done with it. Needs the texts of notices, channels and form errors. */
export function ScheduledRow({ message, receiver, onEdit }: ScheduledRowProps) {
  const text = useText();
  const isText = useIsText();
  const failureText = useFailureText();
  const sending = useAction('chat.schedule.send', message.id);
  const cancelling = useAction('chat.schedule.cancel', message.id);
  const [isAsking, setAsking] = useState(false);
  const { text: words, author, sendAt, reason, state, version, isReply, isChangeable } = message;
  const when = useWhen()(sendAt);
  const failure = sending.failure ?? cancelling.failure;
  const why = `scheduled.why.${reason ?? ''}`;
  return (
    <li
      className={styles.row}
      aria-label={
        receiver === undefined
          ? text('scheduled.list.of', { name: author.name, when })
          : text('scheduled.mine.of', { name: receiver.name, when })
      }
    >
      {receiver?.line}
      <p className={styles.facts}>
        <ClockIcon size={14} />
        <time dateTime={new Date(sendAt).toISOString()}>{when}</time>
        {receiver === undefined && <span>{text('scheduled.by', { name: author.name })}</span>}
        {state === 'refused' && <Tag tone="danger">{text('scheduled.refused')}</Tag>}
      </p>
      {isReply && (
        <p className={styles.reply}>
          <ReplyIcon size={14} /> {text('scheduled.reply')}
        </p>
      )}
      <p className={styles.text}>{words}</p>
      {state === 'refused' && (
        <p className={styles.why}>
          {text(isText(why) ? why : isText('scheduled.why.other') ? 'scheduled.why.other' : 'scheduled.refused')}
        </p>
      )}
      {failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>}
      {!isChangeable && receiver === undefined ? (
        <p className={styles.hint}>{text('scheduled.notYours')}</p>
      ) : isAsking ? (
        <div className={styles.actions} role="group" aria-label={text('scheduled.cancel.sure')}>
          <span>{text('scheduled.cancel.sure')}</span>
          <Button size="sm" autoFocus onPress={() => setAsking(false)}>
            {text('scheduled.cancel.keep')}
          </Button>
          <Button size="sm" variant="danger" isPending={cancelling.isPending} onPress={() => cancelling.run({})}>
            {text('scheduled.cancel')}
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          {isChangeable && (
            <>
              <Button size="sm" isDisabled={sending.isPending} onPress={onEdit}>
                {text('scheduled.edit')}
              </Button>
              <Button size="sm" isPending={sending.isPending} onPress={() => sending.run({ version })}>
                {text('scheduled.sendNow')}
              </Button>
            </>
          )}
          <Button size="sm" isDisabled={sending.isPending} onPress={() => setAsking(true)}>
            {text('scheduled.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}
