import { useState } from 'react';
import { SUGGESTED_PHONE, formatPhone } from '../../../../../contract/facts/phone.ts';
import { CARD_TEXT_MAX_LENGTH } from '../../../../../contract/facts/limits.ts';
import { cardsText } from '../../../../../contract/facts/shared-text.ts';
import { administrationErrorsArea } from '../../../../i18n/areas/administration-errors.ts';
import { channelArea } from '../../../../i18n/areas/channel.ts';
import { useAreas } from '../../../kit/areas.ts';
import { useIsText } from '../../../app/failure-text.ts';
import { TextField } from '../../../kit/TextField.tsx';
import { useText } from '../../../kit/useText.ts';
import { typedNumber } from '../../templates/typed-number.ts';
import { SendDialog } from './SendDialog.tsx';
import type { Submit } from './Sending.tsx';
import { useSent } from './use-sent.ts';

interface ContactDialogProps {
  readonly onSend: Submit;
  readonly onClose: () => void;
}

const areas = [channelArea, administrationErrorsArea];

/** Sends a contact card. Stays open until the server has taken it, and says by field why it doesn't. */
export function ContactDialog({ onSend, onClose }: ContactDialogProps) {
  const text = useText();
  const isText = useIsText();
  useAreas(areas);
  const [name, setName] = useState('');
  const [typed, setTyped] = useState(SUGGESTED_PHONE);
  const [organization, setOrganization] = useState('');
  const [email, setEmail] = useState('');
  const [isChecked, setChecked] = useState(false);
  const sent = useSent(onClose);
  const { failure } = sent;
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
    setChecked(true);
    if (name.trim() === '' || phone === undefined) return;
    const contact = {
      name: name.trim(),
      organization: organization.trim() || null,
      phones: [phone],
      emails: email.trim() === '' ? [] : [email.trim()],
    };
    sent.begin(onSend({ text: cardsText([contact]), shares: { contact }, keepsDraft: true, isFirst: true }));
  };

  return (
    <SendDialog
      title={text('share.contact.title')}
      sent={sent}
      words={words === '' ? undefined : words}
      refusal={isNamed ? null : failure}
      onSend={send}
      onClose={onClose}
    >
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
    </SendDialog>
  );
}
