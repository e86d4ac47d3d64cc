import { administrationErrorsArea } from '../../../../i18n/areas/administration-errors.ts';
import { channelArea } from '../../../../i18n/areas/channel.ts';
import { noticesArea } from '../../../../i18n/areas/notices.ts';
import type { ScheduledMessage } from '../../../../machines/entities/scheduled.ts';
import { useAreas } from '../../../kit/areas.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { LinkButton } from '../../../kit/LinkButton.tsx';
import { useText } from '../../../kit/useText.ts';
import { ScheduledRow } from './ScheduledRow.tsx';
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
    <Dialog
      isOpen
      title={text('scheduled.list.title')}
      onClose={onClose}
      footer={<LinkButton to="/scheduled-messages">{text('scheduled.mine.all')}</LinkButton>}
    >
      <p className={styles.lead}>{text('scheduled.list.text')}</p>
      {isFinished && messages.length > 0 && <Banner tone="warning">{text('scheduled.list.finished')}</Banner>}
      {messages.length === 0 ? (
        <p className={styles.empty}>{text('scheduled.list.empty')}</p>
      ) : (
        <ul className={styles.list} role="list">
          {messages.map((message) => (
            <ScheduledRow key={message.id} message={message} onEdit={() => onEdit(message)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
