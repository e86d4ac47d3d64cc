import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StoredLog } from '../../machines/app.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { cx } from '../kit/cx.ts';
import { EmptyState } from '../kit/EmptyState.tsx';
import { HistoryIcon, UploadIcon } from '../kit/administration-icons.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { useText } from '../kit/useText.ts';
import { Playback } from './Playback.tsx';
import { useLog } from './use-log.ts';
import styles from './TimeMachineScreen.module.css';

/** /time-machine: a log of “Relatar problema”, played on the real screens. */
export function TimeMachineScreen() {
  const text = useText();
  const { state, openFile, present, open, close } = useLog();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [live, setLive] = useState<StoredLog | null>(null);
  const look = useEffectEvent(() => void present().then(setLive, () => undefined));
  useEffect(() => look(), []);
  const refusal = state.kind === 'none' ? state.refusal : undefined;
  // Taken anew: the tab has gone on since.
  const openLive = async () => open((await present()) ?? 'damaged');
  return (
    <div className={styles.page}>
      <PageHead
        title={text('timeMachine.title')}
        count={state.kind === 'open' ? text('timeMachine.readOnly') : undefined}
        action={state.kind === 'open' && <Button onPress={close}>{text('timeMachine.another')}</Button>}
      />
      {refusal !== undefined && (
        <Banner tone="danger">
          {refusal.reason === 'damagedAt'
            ? text('timeMachine.refused.damagedAt', { step: refusal.step })
            : text(`timeMachine.refused.${refusal.reason}`)}
        </Banner>
      )}
      {state.kind === 'reading' && (
        <p role="status" className={styles.reading}>
          {text('timeMachine.reading', { read: state.read, count: state.count })}
        </p>
      )}
      {state.kind === 'open' && <Playback player={state.player} />}
      {state.kind === 'none' && (
        <div
          className={cx(styles.drop, isOver && styles.over)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            const file = event.dataTransfer.files[0];
            if (file !== undefined) void openFile(file);
          }}
        >
          <EmptyState
            icon={<HistoryIcon />}
            title={text('timeMachine.drop')}
            action={
              <span className={styles.actions}>
                <Button variant="primary" icon={<UploadIcon />} onPress={() => input.current?.click()}>
                  {text('timeMachine.choose')}
                </Button>
                {live !== null && <Button onPress={() => void openLive()}>{text('timeMachine.live')}</Button>}
              </span>
            }
          >
            {text('timeMachine.drop.text')}
          </EmptyState>
          <input
            ref={input}
            type="file"
            hidden
            tabIndex={-1}
            aria-hidden="true"
            data-file-field=""
            accept="application/json,.json"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              // The same file may be chosen again.
              currentTarget.value = '';
              if (file !== undefined) void openFile(file);
            }}
          />
        </div>
      )}
    </div>
  );
}
