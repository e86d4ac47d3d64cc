import { use, useId, useState } from 'react';
import { SUGGESTED_PHONE, formatPhone } from '../../../../../contract/facts/phone.ts';
import { CARD_TEXT_MAX_LENGTH } from '../../../../../contract/facts/limits.ts';
import { cardsText } from '../../../../../contract/facts/shared-text.ts';
import { administrationErrorsArea } from '../../../../i18n/areas/administration-errors.ts';
import { channelArea } from '../../../../i18n/areas/channel.ts';
import { useAreas } from '../../../kit/areas.ts';
import { useFailureText, useIsText } from '../../../app/failure-text.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { SendIcon } from '../../../kit/icons.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useText } from '../../../kit/useText.ts';
import { typedNumber } from '../../templates/typed-number.ts';
import { ClosedContext } from './closed.ts';
import { KeptHere } from './KeptHere.tsx';
import type { Submit } from './Sending.tsx';
import { useSent } from './use-sent.ts';
import styles from './FilesTray.module.css';

interface ContactDialogProps {
  readonly onSend: Submit;
  readonly onClose: () => void;
}

const areas = [channelArea, administrationErrorsArea];

/** Sends a contact card. Stays open until the server has taken it, and says by field why it doesn't. */
export function ContactDialog({ onSend, onClose }: ContactDialogProps) {
  const text = useText();
  const formId = useId();
  const isClosed = use(ClosedContext) !== undefined;
  const failureText = useFailureText();
  const isText = useIsText();
  useAreas(areas);
  const [name, setName] = useState('');
  const [typed, setTyped] = useState(SUGGESTED_PHONE);
  const [organization, setOrganization] = useState('');
  const [email, setEmail] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { isSending, failure, begin, dropRefused } = useSent(onClose);
  const number = typedNumber(typed)?.number;
  const phone = number && formatPhone(number);
  const ofField = (field: string) => {
    const key = failure?.fields[field];
    return key !== undefined && isText(key) ? text(key, { max: CARD_TEXT_MAX_LENGTH, ...failure?.params }) : undefined;
  };
  const ofName = isChecked && name.trim() === '' ? text('share.contact.name.required') : ofField('name');
  const ofPhone = isChecked && phone === undefined ? text('share.contact.phone.wrong') : ofField('phones');
  const isNamed = failure !== null && Object.keys(failure.fields).some((field) => ofField(field) !== undefined);
  const words = [name, typed === SUGGESTED_PHONE ? '' : typed, organization, email]
    .filter((part) => part.trim() !== '')
    .join('\n');
  const send = () => {
    if (isSending || isClosed) return;
    setChecked(true);
    dropRefused();
    if (name.trim() === '' || phone === undefined) return;
    const contact = {
      name: name.trim(),
      organization: organization.trim() || null,
      phones: [phone],
      emails: email.trim() === '' ? [] : [email.trim()],
    };
    begin(onSend({ text: cardsText([contact]), shares: { contact }, keepsDraft: true, isFirst: true }));
  };

  return (
    <Dialog
      title={text('share.contact.title')}
      isOpen
      onClose={() => {
        dropRefused();
        onClose();
      }}
      footer={
        <Button
          variant="primary"
          icon={<SendIcon size={16} />}
          isPending={isSending}
          isDisabled={isClosed}
          type="submit"
          form={formId}
        >
          {text('sending.send')}
        </Button>
      }
    >
      <form
        id={formId}
        className={styles.tray}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <KeptHere words={words === '' ? undefined : words} />
        {failure !== null && !isNamed && <Banner tone="danger">{failureText(failure)}</Banner>}
        <TextField
          label={text('share.contact.name')}
          isRequired
          autoFocus
          maxLength={CARD_TEXT_MAX_LENGTH}
          value={name}
          error={ofName}
          onChange={setName}
        />
        <TextField
          label={text('share.contact.phone')}
          type="tel"
          isRequired
          isVerbatim
          value={typed}
          error={ofPhone}
          onChange={setTyped}
        />
        <TextField
          label={text('share.contact.organization')}
          maxLength={CARD_TEXT_MAX_LENGTH}
          value={organization}
          error={ofField('organization')}
          onChange={setOrganization}
        />
        <TextField
          label={text('share.contact.email')}
          type="email"
          isVerbatim
          maxLength={CARD_TEXT_MAX_LENGTH}
          value={email}
          error={ofField('emails')}
          onChange={setEmail}
        />
      </form>
    </Dialog>
  );
}
