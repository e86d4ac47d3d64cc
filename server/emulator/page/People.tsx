import { useState } from 'react';
import { Avatar } from '../../../src/views/kit/Avatar.tsx';
import { Badge } from '../../../src/views/kit/Badge.tsx';
import { Button } from '../../../src/views/kit/Button.tsx';
import { PlusIcon } from '../../../src/views/kit/administration-icons.tsx';
import { SearchField } from '../../../src/views/kit/SearchField.tsx';
import type { ChatView } from '../view.ts';
import { moment, phone } from './format.ts';
import mark from './icon.svg';
import type { Shown } from './session.ts';
import { isEnglish, say } from './texts.ts';
import { typeName } from './type-name.ts';

interface PeopleProps {
  readonly shown: Shown;
  readonly onNumber: (phoneNumberId: string) => void;
  readonly onPerson: (waId: string) => void;
  readonly onAdd: () => void;
}

/** The company's numbers, and the people who may write to them. */
export function People({ shown, onNumber, onPerson, onAdd }: PeopleProps) {
  const [search, setSearch] = useState('');
  const found = shown.chats.filter(({ customer }) => isFound(customer, search));
  return (
    <aside className="panel people" aria-label={say('people')}>
      <div className="panel-head">
        <div className="brand">
          <img src={mark} alt="" />
          <div>
            <h1>{say('title')}</h1>
            <LanguageLink />
          </div>
        </div>
        <p className="muted intro">{say('intro')}</p>
      </div>
      <div className="panel-scroll">
        <div className="section">
          <fieldset className="numbers" aria-label={say('numbers')}>
            <h2 aria-hidden="true">{say('numbers')}</h2>
            {shown.state.numbers.map(({ phoneNumberId, name, tenant }) => (
              <label key={phoneNumberId} className="number">
                <input
                  type="radio"
                  name="number"
                  checked={phoneNumberId === shown.number}
                  onChange={() => onNumber(phoneNumberId)}
                />
                <Avatar name={name} seed={tenant} size="sm" />
                <span className="name">{name}</span>
                <span className="tenant">{tenant}</span>
              </label>
            ))}
          </fieldset>
        </div>
        <div className="section">
          <div className="section-head">
            <h2>{say('people')}</h2>
            <Button variant="ghost" size="sm" icon={<PlusIcon size={16} />} onPress={onAdd}>
              {say('newPerson')}
            </Button>
          </div>
          <SearchField label={say('search')} value={search} onChange={setSearch} />
        </div>
        <ul className="rows" role="list">
          {found.map((chat) => (
            <li key={chat.customer.waId}>
              <PersonRow chat={chat} isChosen={chat.customer.waId === shown.waId} onPerson={onPerson} />
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p className="muted section">{say(shown.chats.length === 0 ? 'noPeople' : 'nobodyFound')}</p>
        )}
      </div>
    </aside>
  );
}

function isFound({ name, waId }: ChatView['customer'], search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const digits = wanted.replaceAll(/\D/g, '');
  return name.toLowerCase().includes(wanted) || (digits !== '' && waId.includes(digits));
}

interface PersonRowProps {
  readonly chat: ChatView;
  readonly isChosen: boolean;
  readonly onPerson: (waId: string) => void;
}

function PersonRow({ chat, isChosen, onPerson }: PersonRowProps) {
  const { customer, lastText, lastType, lastAt, unread } = chat;
  const preview = lastAt === null ? phone(customer.waId) : lastText || typeName(lastType ?? '');
  return (
    <button
      type="button"
      className="row"
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onPerson(customer.waId)}
    >
      <Avatar name={customer.name} seed={customer.waId} />
      <span className="name">{customer.name}</span>
      <span className="time">{lastAt === null ? '' : moment(lastAt)}</span>
      <span className="preview">{customer.online ? preview : `${say('offline')} · ${preview}`}</span>
      <Badge count={unread} label={say('unread', { count: unread })} />
    </button>
  );
}

function LanguageLink() {
  const address = new URL(location.href);
  if (isEnglish) address.searchParams.delete('lang');
  else address.searchParams.set('lang', 'en');
  return (
    <a className="language" href={address.href} lang={isEnglish ? 'pt-BR' : 'en'}>
      {say('language')}
    </a>
  );
}
