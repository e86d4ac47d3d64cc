import { useState } from 'react';
import { administrationErrorsArea } from '../../../../i18n/areas/administration-errors.ts';
import { channelArea } from '../../../../i18n/areas/channel.ts';
import { noticesArea } from '../../../../i18n/areas/notices.ts';
import type { ScheduledMessage } from '../../../../machines/entities/scheduled.ts';
import { useAction } from '../../../administration/form/use-action.ts';
import { useAreas } from '../../../kit/areas.ts';
import { useFailureText, useIsText } from '../../../app/failure-text.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { ClockIcon, ReplyIcon } from '../../../kit/icons.tsx';
import { Tag } from '../../../kit/Tag.tsx';
import { useText } from '../../../kit/useText.ts';
import { useWhen } from './use-when.ts';
import styles from './Scheduled.module.css';

interface ScheduledDialogProps {
  readonly messages: readonly ScheduledMessage[];
  /** Whether the ticket is finished. */
  readonly isFinished: boolean;
  readonly onEdit: (message: ScheduledMessage) => void;
  readonly onClose: () => void;
}

/** Why one was refused, at its time or just now. */
const areas = [noticesArea, channelArea, administrationErrorsArea];

/** The scheduled messages of a conversation, and what can be done with each. */
export function ScheduledDialog({ messages, isFinished, onEdit, onClose }: ScheduledDialogProps) {
  const text = useText();
  useAreas(areas);
  return (
    <Dialog isOpen title={text('scheduled.list.title')} onClose={onClose}>
      <p className={styles.lead}>{text('scheduled.list.text')}</p>
      {isFinished && messages.length > 0 && <Banner tone="warning">{text('scheduled.list.finished')}</Banner>}
      {messages.length === 0 ? (
        <p className={styles.empty}>{text('scheduled.list.empty')}</p>
      ) : (
        <ul className={styles.list} role="list">
          {messages.map((message) => (
            <Row key={message.id} message={message} onEdit={() => onEdit(message)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Row({ message, onEdit }: { readonly message: ScheduledMessage; readonly onEdit: () => void }) {
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
    <li className={styles.row} aria-label={text('scheduled.list.of', { name: author.name, when })}>
      <p className={styles.facts}>
        <ClockIcon size={14} />
        <time dateTime={new Date(sendAt).toISOString()}>{when}</time>
        <span>{text('scheduled.by', { name: author.name })}</span>
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
      {!isChangeable ? (
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
          <Button size="sm" isDisabled={sending.isPending} onPress={onEdit}>
            {text('scheduled.edit')}
          </Button>
          <Button size="sm" isPending={sending.isPending} onPress={() => sending.run({ version })}>
            {text('scheduled.sendNow')}
          </Button>
          <Button size="sm" isDisabled={sending.isPending} onPress={() => setAsking(true)}>
            {text('scheduled.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}
