import { useState } from 'react';
import type { ForwardTarget } from '../../../../machines/entities/customers.ts';
import type { Message } from '../../../../machines/entities/entities.ts';
import { conversationKey } from '../../../../machines/entities/ids.ts';
import { wholeList, useListing } from '../../../administration/list/use-listing.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Prepared } from '../../../app/Prepared.tsx';
import { useNow } from '../../../app/use-now.ts';
import { Avatar } from '../../../kit/Avatar.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Checkbox } from '../../../kit/Checkbox.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { SearchField } from '../../../kit/SearchField.tsx';
import { SkeletonRows } from '../../../kit/Skeleton.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import type { ConversationActor } from '../../actors.ts';
import { windowLeft } from '../closed-reason.ts';
import styles from './ForwardDialog.module.css';

/** As many conversations are listed at a time. */
const LISTED = 20;

interface ForwardDialogProps {
  /** In order. */
  readonly messages: readonly Message[];
  /** The messages' own conversation. */
  readonly conversation: ConversationActor;
  readonly onClose: () => void;
  /** With the number of conversations that it goes to. */
  readonly onDone: (count: number) => void;
}

/** Chooses the conversations that messages are forwarded to. */
export function ForwardDialog({ messages, conversation, onClose, onDone }: ForwardDialogProps) {
  const { append, newClientId, newTempId, now } = useApp();
  const text = useText();
  const [chosen, setChosen] = useState<readonly ForwardTarget[]>([]);
  const { customerId, instanceId, viewer } = conversation.getSnapshot().context;
  const submit = () => {
    for (const [target, message] of chosen.flatMap((each) => messages.map((one) => [each, one] as const))) {
      append({
        type: 'message.submitted',
        message: {
          clientId: newClientId(),
          tempId: newTempId(),
          ticketId: target.ticketId,
          customerId: target.customerId,
          instanceId: target.instanceId,
          toNumber: target.phone,
          text: message.text ?? '',
          forwards: { id: message.id, tag: message.tag, documentName: message.documentName },
          replyTo: null,
          userId: viewer.userId,
          submittedAt: now(),
        },
      });
    }
    onDone(chosen.length);
    onClose();
  };
  return (
    <Dialog
      title={text('forward.title', { count: messages.length })}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button variant="primary" isDisabled={chosen.length === 0} onPress={submit}>
            {text('forward.submit', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <Prepared fallback={<SkeletonRows count={4} />}>
        <Targets
          isIn={conversationKey(customerId, instanceId)}
          isText={messages.every(isText)}
          chosen={chosen}
          onChange={setChosen}
        />
      </Prepared>
    </Dialog>
  );
}

interface TargetsProps {
  /** The messages' own conversation, which isn't offered. */
  readonly isIn: string;
  /** Whether they are nothing but texts, which SMS takes, too. */
  readonly isText: boolean;
  readonly chosen: readonly ForwardTarget[];
  readonly onChange: (chosen: readonly ForwardTarget[]) => void;
}

function isText({ hasFile, imageUrl, place, contacts, choices }: Message): boolean {
  return hasFile !== true && [imageUrl, place, contacts, choices].every((each) => each === undefined);
}

/** The viewer's open conversations, found by name or number. What was chosen stays so while one searches on. */
function Targets({ isIn, isText, chosen, onChange }: TargetsProps) {
  const text = useText();
  const formats = useFormats();
  const now = useNow(60_000);
  const { rows, total, failure, query, updateQuery, retry } = useListing('chat.forward', {
    ...wholeList,
    limit: LISTED,
  });
  const keyOf = (target: ForwardTarget) => conversationKey(target.customerId, target.instanceId);
  const isChosen = (target: ForwardTarget) => chosen.some((each) => each.ticketId === target.ticketId);
  const found = rows?.filter((each) => keyOf(each) !== isIn) ?? [];
  // Who was chosen in an earlier search stays in view; nobody moves on being chosen.
  const earlier = chosen.filter(({ ticketId }) => !found.some((each) => each.ticketId === ticketId));
  const more = rows === null ? 0 : total - rows.length;

  return (
    <>
      <p className={styles.lead}>{text('forward.lead')}</p>
      <SearchField
        label={text('forward.search')}
        value={query.search}
        onChange={(search) => updateQuery({ search, page: 1 })}
      />
      {failure !== null && rows === null ? (
        <ErrorState title={text('forward.failed')} onRetry={retry} />
      ) : rows === null ? (
        <SkeletonRows count={4} />
      ) : (
        <ul className={styles.targets} aria-label={text('forward.targets')}>
          {[...earlier, ...found].map((target) => {
            const isSms = target.sms === true;
            const left = target.hasChannel ? windowLeft(target.lastReceivedAt, now, target) : null;
            return (
              <li key={target.ticketId} className={styles.target}>
                <Checkbox
                  isSelected={isChosen(target)}
                  isDisabled={left === 0 || !target.hasChannel || (isSms && !isText)}
                  onChange={(isSelected) =>
                    onChange(
                      isSelected ? [...chosen, target] : chosen.filter(({ ticketId }) => ticketId !== target.ticketId),
                    )
                  }
                >
                  <span className={styles.row}>
                    <Avatar name={target.name} seed={target.customerId} image={target.image} />
                    <span className={styles.who}>
                      <strong>{target.name}</strong>
                      <small>
                        {!target.hasChannel
                          ? text('error.instance.noGateway')
                          : isSms && !isText
                            ? text('forward.textOnly')
                            : left === 0
                              ? text('forward.closed')
                              : `${formats.phone(target.phone)} · ${target.instanceName}`}
                      </small>
                    </span>
                  </span>
                </Checkbox>
              </li>
            );
          })}
        </ul>
      )}
      {rows !== null && earlier.length + found.length === 0 && (
        <p className={styles.none} role="status">
          {text('forward.none')}
        </p>
      )}
      {more > 0 && <p className={styles.lead}>{text('forward.more', { count: more })}</p>}
    </>
  );
}
