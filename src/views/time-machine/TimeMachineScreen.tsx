import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSelector } from '@xstate/react';
import { useSearchParams } from 'react-router-dom';
import { LOG_FILE_MAX_BYTES } from '../../../contract/facts/limits.ts';
import { createFormats } from '../../i18n/formats.ts';
import type { StoredLog } from '../../machines/app.ts';
import { counterNamed } from '../../machines/replay/counters.ts';
import { selectLocale } from '../../machines/shell/shell.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { Button } from '../kit/Button.tsx';
import { cx } from '../kit/cx.ts';
import { EmptyState } from '../kit/EmptyState.tsx';
import { FileField } from '../kit/FileField.tsx';
import { HistoryIcon, UploadIcon } from '../kit/administration-icons.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { useText } from '../kit/useText.ts';
import { FormatsContext } from '../layout/LocaleProvider.tsx';
import { Playback } from './Playback.tsx';
import { useLog, type Refusal } from './use-log.ts';
import styles from './TimeMachineScreen.module.css';

/** /time-machine: a log of “Relatar problema”, played on the real screens. */
export function TimeMachineScreen() {
  const text = useText();
  const { state, openFile, present, open, close } = useLog();
  const [name, setName] = useState<string>();
  const locale = useSelector(useApp().directory.shell, selectLocale);
  // By the browser's clock, as the screens in the frame, not by the company's.
  const formats = useMemo(() => createFormats(locale), [locale]);
  const max = formats.fileSize(LOG_FILE_MAX_BYTES);
  const [isOver, setOver] = useState(false);
  const [live, setLive] = useState<StoredLog | null>(null);
  const [search] = useSearchParams();
  const asked = counterNamed(search.get('number') ?? '');
  const show = (found: StoredLog | null) => {
    setLive(found);
    if (found !== null && asked !== undefined) void open(found);
  };
  const look = useEffectEvent(() => void present().then(show, () => undefined));
  useEffect(() => look(), [asked]);
  const refusal = state.kind === 'none' ? state.refusal : undefined;
  // Taken anew: the tab has gone on since.
  const openLive = async () => open((await present()) ?? 'damaged');
  const take = (file: File) => {
    setName(file.name);
    void openFile(file);
  };
  const wrong = ({ reason, ...at }: Refusal) => text(`timeMachine.refused.${reason}`, { max, ...at });
  return (
    <div className={styles.page}>
      <PageHead
        title={text('timeMachine.title')}
        count={state.kind === 'open' ? text('timeMachine.readOnly') : undefined}
        action={state.kind === 'open' && <Button onPress={close}>{text('timeMachine.another')}</Button>}
      />
      {(state.kind === 'opening' || state.kind === 'reading') && (
        <p role="status" className={styles.reading}>
          {state.kind === 'opening'
            ? text('timeMachine.opening')
            : text('timeMachine.reading', { read: state.read, count: state.count })}
        </p>
      )}
      {state.kind === 'open' && (
        <FormatsContext value={formats}>
          <Playback key={asked} player={state.player} asked={asked} />
        </FormatsContext>
      )}
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
            if (file !== undefined) take(file);
          }}
        >
          <EmptyState
            icon={<HistoryIcon />}
            title={text('timeMachine.drop')}
            action={
              <>
                <div className={styles.file}>
                  <FileField
                    label={text('timeMachine.file')}
                    description={text('timeMachine.file.about', { max })}
                    icon={<UploadIcon />}
                    accept="application/json,.json"
                    choose={text('timeMachine.choose')}
                    name={refusal && name}
                    error={refusal && wrong(refusal)}
                    onChoose={take}
                  />
                </div>
                {live !== null && <Button onPress={() => void openLive()}>{text('timeMachine.live')}</Button>}
              </>
            }
          >
            {text('timeMachine.drop.text')}
          </EmptyState>
        </div>
      )}
    </div>
  );
}
