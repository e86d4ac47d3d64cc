import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Avatar } from '../../../src/views/kit/Avatar.tsx';
import { Button } from '../../../src/views/kit/Button.tsx';
import { EmptyState } from '../../../src/views/kit/EmptyState.tsx';
import { SettingsIcon } from '../../../src/views/kit/administration-icons.tsx';
import { ChatIcon, PeopleIcon } from '../../../src/views/kit/icons.tsx';
import type { MessageView } from '../view.ts';
import type { WrittenMessage } from '../written-message.ts';
import { api } from './api.ts';
import { Composer } from './Composer.tsx';
import { phone, time } from './format.ts';
import { BatteryIcon, NoSignalIcon, SignalIcon } from './icons.tsx';
import { MessageList } from './MessageList.tsx';
import { NewPerson } from './NewPerson.tsx';
import { People } from './People.tsx';
import type { Session, Shown } from './session.ts';
import { Settings } from './Settings.tsx';
import { locale, say } from './texts.ts';
import type { TextKey } from './texts.ts';

type Pane = 'people' | 'chat' | 'settings';

/** People, their phone and its settings: side by side, or one at a time on a narrow screen. */
export function App({ session }: { readonly session: Session }) {
  const { shown, isLost } = useSyncExternalStore(session.subscribe, session.getSnapshot);
  const [pane, setPane] = useState<Pane>('chat');
  const [isAdding, setAdding] = useState(false);
  useEffect(() => session.setChatShown(pane === 'chat'), [session, pane]);
  return (
    <div className="page" data-pane={pane}>
      {shown !== null && (
        <>
          <People
            shown={shown}
            onNumber={(number) => session.choose({ number })}
            onPerson={(waId) => {
              setPane('chat');
              session.choose({ waId });
            }}
            onAdd={() => setAdding(true)}
          />
          <main className="stage">
            <Phone shown={shown} session={session} onPeople={() => setPane('people')} onAdd={() => setAdding(true)} />
          </main>
          <Settings shown={shown} session={session} />
        </>
      )}
      <nav className="tabs" aria-label={say('title')}>
        <Tab pane="people" icon={<PeopleIcon />} shown={pane} onTurn={setPane} />
        <Tab pane="chat" icon={<ChatIcon />} shown={pane} onTurn={setPane} />
        <Tab pane="settings" icon={<SettingsIcon />} shown={pane} onTurn={setPane} />
      </nav>
      <NewPerson
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onSave={async (waId, name) => {
          if (!(await session.run(() => api.saveCustomer(waId, name)))) return;
          setAdding(false);
          setPane('chat');
          session.choose({ waId });
        }}
      />
      {isLost && (
        <div className="toast" role="status">
          {say('lost')}
        </div>
      )}
    </div>
  );
}

interface TabProps {
  readonly pane: Pane & TextKey;
  readonly icon: ReactNode;
  readonly shown: Pane;
  readonly onTurn: (pane: Pane) => void;
}

function Tab({ pane, icon, shown, onTurn }: TabProps) {
  return (
    <button type="button" className="tab" aria-current={pane === shown} onClick={() => onTurn(pane)}>
      {icon}
      {say(pane)}
    </button>
  );
}

interface PhoneProps {
  readonly shown: Shown;
  readonly session: Session;
  readonly onPeople: () => void;
  readonly onAdd: () => void;
}

function Phone({ shown, session, onPeople, onAdd }: PhoneProps) {
  const [reply, setReply] = useState<MessageView | null>(null);
  const [edited, setEdited] = useState<MessageView | null>(null);
  const { state, number: phoneNumberId, waId, messages } = shown;
  const number = state.numbers.find((each) => each.phoneNumberId === phoneNumberId);
  const customer = state.customers.find((each) => each.waId === waId);
  const isSms = number?.isSms === true;
  const isOffline = customer?.online === false;
  const company = number === undefined ? '' : companyName(number);
  const chat = `${phoneNumberId}:${waId ?? ''}`;
  const send = async (written: WrittenMessage) =>
    waId !== null && (await session.run(() => api.write(phoneNumberId, waId, written)));
  return (
    <div className="phone">
      <div className="phone-bar" aria-hidden="true">
        <Clock />
        <span className="island" />
        <span className="net">
          {isOffline ? <NoSignalIcon size={17} /> : <SignalIcon size={17} />}
          <BatteryIcon size={17} />
        </span>
      </div>
      <header className="chat-head">
        {number !== undefined && <Avatar name={number.name} seed={number.tenant} />}
        <div>
          <h2>{company}</h2>
          <p>
            {isSms && 'SMS · '}
            {customer !== undefined && `${customer.name} · ${phone(customer.waId)}`}
          </p>
        </div>
      </header>
      {number !== undefined && number.gateway !== null && (
        <PairingBar
          state={number.gateway}
          onPair={() => void session.run(() => api.scan(phoneNumberId))}
          onUnpair={() => void session.run(() => api.unpair(phoneNumberId))}
        />
      )}
      {isOffline && (
        <div className="offline-note" role="status">
          {say('offlineNote')}
        </div>
      )}
      {messages.length > 0 ? (
        <MessageList
          key={chat}
          company={company}
          messages={messages}
          isTextOnly={isSms}
          onReply={(message) => {
            setEdited(null);
            setReply(message);
          }}
          onEdit={(message) => {
            setReply(null);
            setEdited(message);
          }}
          onRevoke={({ id }) => void send({ type: 'revoke', messageId: id })}
          onChoose={({ id: replyTo, choices }, { id, title, description }) =>
            void send({
              type: 'interactive',
              reply: choices?.reply ?? 'button_reply',
              id,
              title,
              ...(description !== null && { description }),
              replyTo,
            })
          }
          onReact={(message, emoji) =>
            void send({ type: 'reaction', messageId: message.id, ...(emoji === undefined ? {} : { emoji }) })
          }
        />
      ) : customer === undefined ? (
        <EmptyState
          className="empty"
          icon={<PeopleIcon />}
          title={say('chooseTitle')}
          action={
            <>
              <Button className="only-narrow" onPress={onPeople}>
                {say('people')}
              </Button>
              <Button variant="primary" onPress={onAdd}>
                {say('newPerson')}
              </Button>
            </>
          }
        >
          {say('chooseText')}
        </EmptyState>
      ) : (
        <EmptyState className="empty" icon={<ChatIcon />} title={say('startTitle')}>
          {say('startText')}
        </EmptyState>
      )}
      {customer !== undefined && (
        <Composer
          chat={chat}
          company={company}
          isTextOnly={isSms}
          reply={messages.some(({ id }) => id === reply?.id) ? reply : null}
          edited={messages.some(({ id, type }) => id === edited?.id && type === 'text') ? edited : null}
          onReplyEnd={() => {
            setReply(null);
            setEdited(null);
          }}
          onSend={send}
        />
      )}
    </div>
  );
}

interface PairingBarProps {
  readonly state: 'paired' | 'codeShown' | 'none';
  readonly onPair: () => void;
  readonly onUnpair: () => void;
}

/** Whether the company's phone is paired with the gateway, with the button that changes it. */
function PairingBar({ state, onPair, onUnpair }: PairingBarProps) {
  return (
    <div className="pairing" role="status">
      <span>{say(state === 'none' ? 'notPaired' : state)}</span>
      {state === 'codeShown' && (
        <Button size="sm" variant="primary" onPress={onPair}>
          {say('pair')}
        </Button>
      )}
      {state === 'paired' && (
        <Button size="sm" onPress={onUnpair}>
          {say('unpair')}
        </Button>
      )}
    </div>
  );
}

function Clock() {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return <span>{time(now)}</span>;
}

function companyName({ tenant, name }: Shown['state']['numbers'][number]): string {
  return `${tenant.charAt(0).toLocaleUpperCase(locale)}${tenant.slice(1)} · ${name}`;
}
