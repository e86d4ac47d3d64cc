import { Fragment, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { placeText } from '../../../../../contract/facts/shared-text.ts';
import { templatesArea } from '../../../../i18n/areas/templates.ts';
import type { Choices, Message, SharedContact, SharedPlace } from '../../../../machines/entities/entities.ts';
import { Avatar } from '../../../kit/Avatar.tsx';
import { part } from '../../../kit/part.tsx';
import { useText } from '../../../kit/useText.ts';
import { RichText } from '../../../rich-text/RichText.tsx';
import { Copiable, useCopy } from '../../customer/Copiable.tsx';
import { takingFocus } from '../../focus.ts';
import styles from './SharedContent.module.css';

const NewConversationDialog = part(
  async () => (await import('../../templates/NewConversationDialog.tsx')).NewConversationDialog,
  [templatesArea],
  { onClose: ({ onClose }) => onClose() },
);

export interface SharedContentProps {
  readonly message: Pick<Message, 'text' | 'place' | 'contacts' | 'choices'> & Partial<Pick<Message, 'tag'>>;
}

/** A place with a link to its map, contact cards, a text with what the customer can choose from, or that it's a poll. */
export function SharedContent({ message: { place, contacts, choices, text, tag } }: SharedContentProps) {
  const translate = useText();
  return (
    <>
      {contacts === undefined && text !== null && text !== '' && <RichText text={text} />}
      {tag === 'poll' && <small className={styles.poll}>{translate('media.poll.hint')}</small>}
      {place !== undefined && <Place place={place} />}
      {choices !== undefined && <Offered choices={choices} />}
      {contacts?.map((contact, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- cards have no ids, and never change
        <Card key={index} contact={contact} />
      ))}
    </>
  );
}

function Place({ place }: { readonly place: SharedPlace }) {
  const text = useText();
  const { latitude, longitude, name } = place;
  const query = new URLSearchParams({ api: '1', query: `${latitude},${longitude}` });
  return (
    <Actions>
      <a
        href={`https://www.google.com/maps/search/?${query}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={text('media.place.open', { name: name ?? `${latitude}, ${longitude}` })}
      >
        {text('media.place.map')}
      </a>
      <Copy value={placeText(place)}>{text('media.place.copy')}</Copy>
    </Actions>
  );
}

/** What can be done with it, below it. */
function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

function Copy({ value, children }: { readonly value: string; readonly children: string }) {
  const text = useText();
  const { outcome, copy } = useCopy(value);
  return (
    <button type="button" onClick={() => void copy()}>
      <span role="status">
        {outcome === undefined
          ? children
          : text(outcome.isCopied ? 'attendance.customer.copied' : 'attendance.customer.notCopied', { what: value })}
      </span>
    </button>
  );
}

/** Only the customer chooses. */
function Offered({ choices: { button, options } }: { readonly choices: Choices }) {
  const text = useText();
  return (
    <div className={styles.choices}>
      {button !== null && <b>{button}</b>}
      <ul aria-label={button ?? text('choices.buttons')}>
        {options.map(({ title, description }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no ids, and while typed may be the same
          <li key={index}>
            {title}
            {description !== null && <small>{description}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Its numbers and addresses lead to a call or a mail; below, a conversation with the first number, and a copy of it. */
function Card({ contact: { name, organization, phones, emails } }: { readonly contact: SharedContact }) {
  const text = useText();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const [first] = phones.map(digitsOf).filter((digits) => digits.length > 7);
  return (
    <div className={styles.card} role="group" aria-label={name}>
      <div className={styles.who}>
        <Avatar name={name} seed={name} size="sm" />
        <span>
          <b>{name}</b>
          {organization !== null && <small>{organization}</small>}
          {phones.map((phone) => {
            const digits = digitsOf(phone);
            const call = <a href={`tel:${digits}`}>{phone}</a>;
            // The first number's copy is below.
            if (digits === first) return <Fragment key={phone}>{call}</Fragment>;
            return (
              <Copiable key={phone} what={phone} value={digits}>
                {call}
              </Copiable>
            );
          })}
          {emails.map((email) => (
            <Copiable key={email} what={email} value={email}>
              <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>
            </Copiable>
          ))}
        </span>
      </div>
      {first !== undefined && (
        <Actions>
          <button type="button" onClick={() => setStarting(true)}>
            {text('media.contact.write')}
          </button>
          <Copy value={first}>{text('media.contact.copy')}</Copy>
        </Actions>
      )}
      {isStarting && first !== undefined && (
        <NewConversationDialog
          instanceId={null}
          number={first}
          onOpen={(ticketId) => {
            setStarting(false);
            void navigate(`/chat/${ticketId}`, { state: takingFocus });
          }}
          onClose={() => setStarting(false)}
        />
      )}
    </div>
  );
}

const digitsOf = (phone: string): string => phone.replaceAll(/[^+\d]/gu, '');
