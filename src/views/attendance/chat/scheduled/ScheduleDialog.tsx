import { useEffect, useEffectEvent, useId, useState, type SyntheticEvent } from 'react';
import { isBlank } from '../../../../../contract/facts/blank.ts';
import { SMS_MAX_LENGTH } from '../../../../../contract/facts/channels.ts';
import { MESSAGE_MAX_LENGTH, SERVICE_WINDOW_MS } from '../../../../../contract/facts/limits.ts';
import { SCHEDULED_MAX_DAYS } from '../../../../../contract/facts/scheduled-messages.ts';
import { administrationErrorsArea } from '../../../../i18n/areas/administration-errors.ts';
import type { Attendance } from '../../../../machines/entities/entities.ts';
import { conversationKey } from '../../../../machines/entities/ids.ts';
import type { ScheduledMessage } from '../../../../machines/entities/scheduled.ts';
import { useAction } from '../../../administration/form/use-action.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useAreas } from '../../../kit/areas.ts';
import { useFailureText } from '../../../app/failure-text.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { ReplyIcon } from '../../../kit/icons.tsx';
import { SkeletonRows } from '../../../kit/Skeleton.tsx';
import { TextArea } from '../../../kit/TextArea.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { MomentFields, useCompanyZone, useMoment } from '../../list/actions/MomentFields.tsx';
import type { ScheduledProps } from './Scheduled.tsx';
import { useWhen } from './use-when.ts';
import { useSignature } from '../use-signature.ts';
import styles from './Scheduled.module.css';

const areas = [administrationErrorsArea];

interface ScheduleDialogProps extends Pick<ScheduledProps, 'draft' | 'quoted' | 'receivedAt' | 'onDraft'> {
  /** The conversation that it is for. */
  readonly ticket: {
    readonly customer: Pick<Attendance['customer'], 'id' | 'name' | 'phone'>;
    readonly instance: { readonly id: string; readonly sms?: true; readonly gateway?: true };
  };
  /** The one to change; undefined for a new one. */
  readonly scheduled: Omit<ScheduledMessage, 'conversation'> | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks for a message's text and when it is sent. What was typed for a new one goes back to the composer. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { scheduled, ticket, onClose } = props;
  const text = useText();
  useAreas(areas);
  const zone = useCompanyZone();
  const formId = useId();
  const [isPending, setPending] = useState(false);
  const isNew = scheduled === undefined;
  // What is being saved must not go back to the composer too.
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Dialog
      isOpen
      title={isNew ? text('scheduled.new.title', { name: ticket.customer.name }) : text('scheduled.edit.title')}
      onClose={close}
      footer={
        <>
          <Button isDisabled={isPending} onPress={close}>
            {text('action.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={zone === null} isPending={isPending}>
            {text(isNew ? 'scheduled.do' : 'scheduled.save')}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{text('scheduled.new.text')}</p>
      {zone === null ? (
        <SkeletonRows count={5} />
      ) : (
        <Fields {...props} id={formId} zone={zone} onPending={setPending} />
      )}
    </Dialog>
  );
}

interface FieldsProps extends ScheduleDialogProps {
  readonly id: string;
  readonly zone: string;
  readonly onPending: (isPending: boolean) => void;
}

function Fields({ id, zone, ticket, scheduled, draft, quoted, receivedAt, onPending, ...on }: FieldsProps) {
  const { now, newClientId } = useApp();
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const whenOf = useWhen();
  const create = useAction('chat.schedule', conversationKey(ticket.customer.id, ticket.instance.id));
  const change = useAction('chat.schedule.edit', scheduled?.id ?? 'none');
  const { isPending, isDone, failure } = scheduled === undefined ? create : change;
  const [message, setMessage] = useState(scheduled?.text ?? draft);
  const [isEmpty, setEmpty] = useState(false);
  // One that was refused has a time that is over.
  const moment = useMoment(zone, SCHEDULED_MAX_DAYS, scheduled?.state === 'waiting' ? scheduled.sendAt : undefined);
  const [sent, setSent] = useState<{ readonly of: string; readonly clientId: string }>();

  const report = useEffectEvent((pending: boolean) => onPending(pending));
  useEffect(() => report(isPending), [isPending]);
  const finish = useEffectEvent(() => on.onDone());
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);
  const giveBack = useEffectEvent(() => {
    if (scheduled === undefined && !isDone && message !== draft) on.onDraft(message);
  });
  useEffect(() => () => giveBack(), []);

  const signature = useSignature(ticket.instance.sms);
  const max = (ticket.instance.sms ? SMS_MAX_LENGTH : MESSAGE_MAX_LENGTH) - signature.length;
  const over = message.length - max;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setEmpty(isBlank(message));
    const at = moment.taken(now());
    if (isBlank(message) || over > 0 || at === null || isPending) return;
    const values = { message: message.trim(), send_at: new Date(at).toISOString() };
    if (scheduled !== undefined) return change.run({ ...values, version: scheduled.version });
    // A try that is repeated has the same id, so that the server knows it; another text or time is another message.
    const of = JSON.stringify(values);
    const clientId = sent?.of === of ? sent.clientId : newClientId();
    setSent({ of, clientId });
    create.run({ ...values, client_id: clientId, ...(quoted !== null && { reply_message_id: quoted.id }) });
  };
  const { sms, gateway } = ticket.instance;
  const shutsAt = receivedAt === null || (sms ?? gateway) ? null : receivedAt + SERVICE_WINDOW_MS;
  const error =
    over > 0
      ? text('scheduled.tooLong', { count: over, max: formats.number(max) })
      : isEmpty
        ? text('error.field.required')
        : undefined;
  return (
    <form id={id} noValidate onSubmit={submit} className={styles.form}>
      {failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>}
      {(scheduled === undefined ? quoted !== null : scheduled.isReply) && (
        <p className={styles.reply}>
          <ReplyIcon size={14} /> {text('scheduled.reply')}
        </p>
      )}
      <TextArea
        label={text('scheduled.message')}
        rows={3}
        value={message}
        onChange={(value) => {
          setMessage(value);
          setEmpty(false);
        }}
        error={error}
      />
      <div>
        <MomentFields
          moment={moment}
          label={text('scheduled.at')}
          why={text('error.scheduled.moment', { days: SCHEDULED_MAX_DAYS })}
          autoFocus={message !== ''}
        />
      </div>
      {shutsAt !== null && moment.at !== null && moment.at >= shutsAt && (
        <Banner tone="warning">
          {text('scheduled.window', {
            when: whenOf(shutsAt),
          })}
        </Banner>
      )}
    </form>
  );
}
