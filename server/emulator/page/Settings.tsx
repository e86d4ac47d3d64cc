import { useState, type ReactNode } from 'react';
import { Button } from '../../../src/views/kit/Button.tsx';
import { ConfirmDialog } from '../../../src/views/kit/ConfirmDialog.tsx';
import { ChevronDownIcon } from '../../../src/views/kit/administration-icons.tsx';
import { SegmentedControl } from '../../../src/views/kit/SegmentedControl.tsx';
import { Select } from '../../../src/views/kit/Select.tsx';
import { Switch } from '../../../src/views/kit/Switch.tsx';
import type { Policy, PolicyPatch } from '../policy.ts';
import type { StateView } from '../view.ts';
import { api } from './api.ts';
import type { Session, Shown } from './session.ts';
import { say } from './texts.ts';
import type { TextKey } from './texts.ts';

const delays = [
  { value: 'none', text: 'delayNone', times: [0, 0, 0] },
  { value: 'short', text: 'delayShort', times: [150, 350, 900] },
  { value: 'medium', text: 'delayMedium', times: [500, 5000, 5000] },
  { value: 'long', text: 'delayLong', times: [500, 30_000, 30_000] },
] as const satisfies readonly { value: string; text: TextKey; times: readonly [number, number, number] }[];
type Delay = (typeof delays)[number]['value'];

const refusals: readonly (readonly [code: number, text: TextKey])[] = [
  [130429, 'errorRate'],
  [131047, 'errorWindow'],
  [190, 'errorToken'],
];
const laterFailures: readonly (readonly [code: number, text: TextKey])[] = [
  [131026, 'errorUndeliverable'],
  [131047, 'errorWindow'],
  [131049, 'errorUnhealthy'],
];

/** Behaviour of the phone and the provider. The controls always show the emulator's state. */
export function Settings({ shown, session }: { readonly shown: Shown; readonly session: Session }) {
  const { state, waId } = shown;
  const { statuses, webhooks } = state.policy;
  const patch = (change: PolicyPatch) => void session.run(() => api.patchPolicy(change));
  const isOffline = state.customers.find((customer) => customer.waId === waId)?.online === false;
  return (
    <aside className="panel settings" aria-label={say('settings')}>
      <div className="panel-scroll">
        <Section title={say('thisPhone')}>
          <Switch
            description={say('noNetworkHint')}
            isSelected={isOffline}
            isDisabled={waId === null}
            onChange={(isOn) => {
              if (waId !== null) void session.run(() => api.setOnline(waId, !isOn));
            }}
          >
            {say('noNetwork')}
          </Switch>
          <Switch
            description={say('autoReadHint')}
            isSelected={statuses.read !== 'never'}
            onChange={(isOn) => patch({ statuses: { read: isOn ? 'open' : 'never' } })}
          >
            {say('autoRead')}
          </Switch>
        </Section>
        <Section title={say('confirmations')}>
          <Switch
            description={say('tellStatusesHint')}
            isSelected={statuses.send}
            onChange={(send) => patch({ statuses: { send } })}
          >
            {say('tellStatuses')}
          </Switch>
          <div className="delay">
            <span aria-hidden="true">{say('delay')}</span>
            <SegmentedControl<Delay | 'other'>
              label={say('delay')}
              options={delays.map(({ value, text }) => ({ value, label: say(text) }))}
              value={delayOf(statuses)}
              onChange={(chosen) => {
                const [sentAfterMs, deliveredAfterMs, readAfterMs] =
                  delays.find(({ value }) => value === chosen)?.times ?? delays[0].times;
                patch({ statuses: { sentAfterMs, deliveredAfterMs, readAfterMs } });
              }}
            />
          </div>
        </Section>
        <Section title={say('webhooks')}>
          <Queue state={state} />
          <Switch
            description={say('holdHint')}
            isSelected={webhooks.hold !== 'none'}
            onChange={(isOn) => patch({ webhooks: { hold: isOn ? 'all' : 'none' } })}
          >
            {say('hold')}
          </Switch>
          {webhooks.hold !== 'none' && state.pendingWebhooks > 0 && (
            <div className="buttons">
              <Button onPress={() => void session.run(() => api.release('normal'))}>{say('release')}</Button>
              <Button onPress={() => void session.run(() => api.release('reversed'))}>{say('releaseReversed')}</Button>
            </div>
          )}
        </Section>
        <Faults policy={state.policy} onPatch={patch} onReset={() => void session.run(() => api.reset())} />
      </div>
    </aside>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function delayOf({ sentAfterMs, deliveredAfterMs, readAfterMs }: Policy['statuses']): Delay | 'other' {
  const chosen = delays.find(
    ({ times }) => times[0] === sentAfterMs && times[1] === deliveredAfterMs && times[2] === readAfterMs,
  );
  return chosen?.value ?? 'other';
}

/** How many webhooks are queued, and why. */
function Queue({ state: { pendingWebhooks: count, lastDelivery } }: { readonly state: StateView }) {
  const waiting = count === 0 ? say('queueEmpty') : say('queueWaiting', { count });
  const isFailing = count > 0 && lastDelivery !== null && lastDelivery.status !== 200;
  const status = lastDelivery?.status ?? null;
  const answer = status === null ? say('queueNoAnswer') : say('queueAnswer', { status });
  return (
    <div className="queue" role="status">
      <span className={count > 0 ? 'dot waiting' : 'dot'} />
      <span>{isFailing ? `${waiting} · ${answer}` : waiting}</span>
    </div>
  );
}

interface FaultsProps {
  readonly policy: Policy;
  readonly onPatch: (patch: PolicyPatch) => void;
  readonly onReset: () => void;
}

function Faults({ policy: { sends, statuses, webhooks }, onPatch, onReset }: FaultsProps) {
  return (
    <details className="section more">
      <summary>
        <h2>{say('faults')}</h2>
        <ChevronDownIcon size={16} />
      </summary>
      <div className="more-body">
        <Select
          label={say('nextSend')}
          placeholder={say('nextAccept')}
          options={[
            { id: 'accept', label: say('nextAccept') },
            ...refusals.map(([code, text]) => ({
              id: `refuse ${code}`,
              label: say('nextRefuse', { name: say(text) }),
            })),
            { id: 'cut', label: say('nextCut') },
            { id: 'hang', label: say('nextHang') },
            { id: 'drop', label: say('nextDrop') },
          ]}
          value={sends.mode === 'refuse' ? `refuse ${sends.code}` : sends.mode}
          onChange={(value) => {
            const [mode = 'accept', code = '131000'] = value.split(' ');
            if (!isSendMode(mode)) return;
            onPatch({ sends: { mode, code: Number(code), times: mode === 'accept' ? null : 1 } });
          }}
        />
        <Select
          label={say('failLater')}
          placeholder={say('failNever')}
          options={[
            { id: 'never', label: say('failNever') },
            ...laterFailures.map(([code, text]) => ({ id: String(code), label: say(text) })),
          ]}
          value={String(statuses.failWith ?? 'never')}
          onChange={(value) => onPatch({ statuses: { failWith: value === 'never' ? null : Number(value) } })}
        />
        <Switch
          description={say('reversedHint')}
          isSelected={statuses.order === 'reversed'}
          onChange={(isOn) => onPatch({ statuses: { order: isOn ? 'reversed' : 'normal' } })}
        >
          {say('reversed')}
        </Switch>
        <Switch
          isSelected={webhooks.copies > 1 || statuses.copies > 1}
          onChange={(isOn) => {
            const copies = isOn ? 2 : 1;
            onPatch({ statuses: { copies }, webhooks: { copies } });
          }}
        >
          {say('twice')}
        </Switch>
        <Switch
          isSelected={statuses.enforceWindow}
          onChange={(enforceWindow) => onPatch({ statuses: { enforceWindow } })}
        >
          {say('window')}
        </Switch>
        <Reset onReset={onReset} />
      </div>
    </details>
  );
}

function Reset({ onReset }: { readonly onReset: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="danger" onPress={() => setAsking(true)}>
        {say('reset')}
      </Button>
      <ConfirmDialog
        title={say('resetQuestion')}
        confirmLabel={say('reset')}
        cancelLabel={say('cancel')}
        tone="danger"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onReset();
        }}
      >
        <p>{say('resetText')}</p>
      </ConfirmDialog>
    </div>
  );
}

function isSendMode(mode: string): mode is Policy['sends']['mode'] {
  return ['accept', 'refuse', 'hang', 'cut', 'drop'].includes(mode);
}
