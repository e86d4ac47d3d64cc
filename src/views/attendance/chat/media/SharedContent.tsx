import type { Choices, Message, SharedContact, SharedPlace } from '../../../../machines/entities/entities.ts';
import { useText } from '../../../kit/useText.ts';
import { RichText } from '../../../rich-text/RichText.tsx';
import { Copiable } from '../../customer/Copiable.tsx';
import styles from './SharedContent.module.css';

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
      {place !== undefined && <MapLink place={place} />}
      {choices !== undefined && <Offered choices={choices} />}
      {contacts?.map((contact, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- cards have no ids, and never change
        <Card key={index} contact={contact} />
      ))}
    </>
  );
}

function MapLink({ place: { latitude, longitude, name } }: { readonly place: SharedPlace }) {
  const text = useText();
  const query = new URLSearchParams({ api: '1', query: `${latitude},${longitude}` });
  return (
    <a
      className={styles.map}
      href={`https://www.google.com/maps/search/?${query}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={text('media.place.open', { name: name ?? `${latitude}, ${longitude}` })}
    >
      {text('media.place.map')}
    </a>
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

/** Its numbers and addresses lead to a call or a mail, and can be copied. */
function Card({ contact: { name, organization, phones, emails } }: { readonly contact: SharedContact }) {
  return (
    <div className={styles.card} role="group" aria-label={name}>
      <b>{name}</b>
      {organization !== null && <small>{organization}</small>}
      {phones.map((phone) => (
        <Copiable key={phone} what={phone} value={phone.replaceAll(/[^+\d]/gu, '')}>
          <a href={`tel:${phone.replaceAll(/[^+\d]/gu, '')}`}>{phone}</a>
        </Copiable>
      ))}
      {emails.map((email) => (
        <Copiable key={email} what={email} value={email}>
          <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>
        </Copiable>
      ))}
    </div>
  );
}
