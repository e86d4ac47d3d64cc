import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { CustomerCard } from '../../../machines/entities/customers.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useForm } from '../../administration/form/form-context.tsx';
import { FormBody } from '../../administration/form/FormBody.tsx';
import { Fields, fieldsOf } from '../../administration/form/fields.tsx';
import { useUnsavedGuard } from '../../administration/form/use-unsaved-guard.tsx';
import { PencilIcon } from '../../kit/administration-icons.tsx';
import { useZoneName } from '../../administration/use-zone-name.ts';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { Copiable } from './Copiable.tsx';
import { OwnField } from './OwnField.tsx';
import { TimezoneField } from './TimezoneField.tsx';
import { useValueText } from './use-value-text.ts';
import styles from './CustomerCard.module.css';

const { FormImage, FormPhone, FormText, FormTextArea, useField } = fieldsOf<FormFields['chat.customer']>();
/** What the company keeps of a customer: shown, or edited in place. */
export function CustomerData({ card }: { readonly card: CustomerCard }) {
  const text = useText();
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <section className={styles.section} aria-labelledby="customer-data">
      <div className={styles.head}>
        <h3 id="customer-data" className={styles.title}>
          {text('customers.data')}
        </h3>
        {!isEditing && (
          <Button ref={button} size="sm" variant="ghost" icon={<PencilIcon />} onPress={() => setEditing(true)}>
            {text('action.edit')}
          </Button>
        )}
      </div>
      {isEditing ? <DataForm card={card} onClose={() => setEditing(false)} /> : <Facts card={card} />}
    </section>
  );
}

function Facts({ card }: { readonly card: CustomerCard }) {
  const text = useText();
  const valueText = useValueText();
  const zoneName = useZoneName();
  const { timezone = null } = card;
  const filled = card.fields.filter(({ id }) => card.values[id] !== undefined);
  const isEmpty = card.email === null && card.note === null && timezone === null && filled.length === 0;
  if (isEmpty) return <p className={styles.note}>{text('customers.data.empty')}</p>;
  return (
    <>
      <dl className={styles.facts}>
        {card.email !== null && (
          <>
            <dt>{text('customers.email')}</dt>
            <dd>
              <Copiable what={text('customers.email')} value={card.email}>
                {/* Too long for its line, it is cut before the at sign and not anywhere. */}
                {card.email.slice(0, card.email.lastIndexOf('@'))}
                <wbr />
                {card.email.slice(card.email.lastIndexOf('@'))}
              </Copiable>
            </dd>
          </>
        )}
        {timezone !== null && (
          <>
            <dt>{text('customers.timezone')}</dt>
            <dd>{zoneName(timezone)}</dd>
          </>
        )}
        {filled.map((each) => (
          <div key={each.id} style={{ display: 'contents' }}>
            <dt>{each.name}</dt>
            <dd>
              <Copiable what={each.name} value={valueText(each, card.values[each.id] ?? '')} />
            </dd>
          </div>
        ))}
      </dl>
      {card.note !== null && (
        <p className={styles.note}>
          <strong>{text('customers.note')}:</strong>
          <Copiable what={text('customers.note')} value={card.note} />
        </p>
      )}
    </>
  );
}

function DataForm({ card, onClose }: { readonly card: CustomerCard; readonly onClose: () => void }) {
  const text = useText();
  const id = useId();
  const open = useForm('chat.customer', card.id, null);
  const { phase } = open;
  const { leave, question } = useUnsavedGuard(open.isUnsaved);
  const settled = useEffectEvent(onClose);
  useEffect(() => {
    if (phase === 'saved') settled();
  }, [phase]);
  return (
    <>
      <FormBody open={open} id={id}>
        <Fields>
          <FormText name="name" label={text('customers.name')} isRequired autoFocus />
          <CorrectedNumber />
          <Picture />
          <FormText name="email" kind="email" label={text('customers.email')} />
          <TimezoneField held={card.timezone ?? null} />
          {card.fields.map((each) => (
            <OwnField key={each.id} field={each} held={card.values[each.id]} />
          ))}
          <FormTextArea name="note" label={text('customers.note')} description={text('customers.note.hint')} rows={4} />
        </Fields>
      </FormBody>
      <div className={styles.buttons}>
        <Button size="sm" onPress={() => leave(onClose)}>
          {text('action.cancel')}
        </Button>
        <Button
          size="sm"
          type="submit"
          form={id}
          variant="primary"
          isPending={phase === 'saving'}
          isDisabled={phase === 'idle' || phase === 'loading' || phase === 'unloaded' || phase === 'conflict'}
        >
          {text('action.save')}
        </Button>
      </div>
      {question}
    </>
  );
}

/** Shown if it was loaded: not of a customer whose number can't be corrected. */
function CorrectedNumber() {
  const text = useText();
  const { value } = useField('phone_number');
  if (value === null) return null;
  return (
    <FormPhone
      name="phone_number"
      label={text('attendance.customer.phone')}
      description={text('customers.phone.hint')}
      isRequired
    />
  );
}

/** WhatsApp's API has no pictures, so the company may choose one. */
function Picture() {
  const text = useText();
  const { value } = useField('name');
  return <FormImage name="image" label={text('customers.image')} of={typeof value === 'string' ? value : ''} />;
}
