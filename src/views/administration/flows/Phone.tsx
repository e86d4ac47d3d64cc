import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Finding } from '../../../../flows/check.ts';
import { nodeAt } from '../../../../flows/exits.ts';
import type { Flow } from '../../../machines/entities/flows.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { CloseIcon, ImageIcon, SendIcon } from '../../kit/icons.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { LoopIcon } from './step-icons.tsx';
import { minutesAt, played, sampleAnswer, simulator } from './simulation.ts';
import type { Action, Line, Simulation } from './simulation.ts';
import type { FlowWords } from './use-flow-words.ts';
import styles from './Phone.module.css';

interface PhoneProps {
  readonly flow: Flow;
  readonly words: FlowWords;
  readonly onClose: () => void;
  /** The steps that were come to, for the outline. */
  readonly onStep: (id: string) => void;
}

/** Tries the flow out: what one writes is answered as the server would. */
export function Phone({ flow, words, onClose, onStep }: PhoneProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(true);
  const world = useMemo(
    () => ({
      known: {
        customer_name: text('flow.sample.customer'),
        first_name: text('flow.sample.first'),
        customer_number: '+55 11 91234-5678',
        protocol: '20260001',
      },
      isOpen,
    }),
    [text, isOpen],
  );
  const act = useMemo(() => simulator(flow), [flow]);
  const [state, setState] = useState<{ readonly of: Flow; readonly simulation: Simulation }>(() => ({
    of: flow,
    simulation: act(null, { of: 'began' }, world),
  }));
  const [typed, setTyped] = useState('');
  const { simulation } = state;
  const { run, lines } = simulation;
  const node = nodeAt(flow, run.node);
  const isOver = run.status !== 'waits';
  const isStale = state.of !== flow;
  const go = (action: Action) => {
    const next = act(action.of === 'began' ? null : simulation, action, world);
    setState({ of: flow, simulation: next });
    onStep(next.run.node);
  };
  const write = () => {
    if (typed.trim() === '') return;
    go({ of: 'wrote', text: typed.trim() });
    setTyped('');
  };
  return (
    <Frame title={text('flow.phone')} about={text('flow.phone.about')} onClose={onClose}>
      <Lines
        lines={lines}
        words={words}
        onOption={isOver || isStale ? undefined : (option, label) => go({ of: 'wrote', text: label, option })}
      />
      {isStale && <p className={styles.hint}>{text('flow.phone.stale')}</p>}
      {!isOver && !isStale && (
        <form
          className={styles.writing}
          onSubmit={(event) => {
            event.preventDefault();
            write();
          }}
        >
          <TextField
            label={text('flow.phone.write')}
            className={styles.bare}
            placeholder={text('flow.phone.write')}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
          />
          <IconButton type="submit" label={text('flow.phone.send')} icon={<SendIcon />} />
        </form>
      )}
      <div className={styles.tools}>
        {!isOver && !isStale && node?.kind === 'request' && (
          <>
            <Button size="sm" onPress={() => go({ of: 'done', json: sampleAnswer(node, flow) })}>
              {text('flow.phone.answered')}
            </Button>
            <Button size="sm" onPress={() => go({ of: 'failed' })}>
              {text('flow.phone.failed')}
            </Button>
          </>
        )}
        {!isOver && !isStale && node?.kind === 'call' && (
          <Button size="sm" onPress={() => go({ of: 'done' })}>
            {text('flow.phone.returned')}
          </Button>
        )}
        {!isOver && !isStale && (node?.kind === 'ask' || node?.kind === 'pause') && (
          <>
            <Button size="sm" icon={<ImageIcon />} onPress={() => go({ of: 'photo' })}>
              {text('flow.phone.photo')}
            </Button>
            <Button size="sm" onPress={() => go({ of: 'waited' })}>
              {text('flow.phone.wait', { minutes: minutesAt(flow, run.node) })}
            </Button>
          </>
        )}
        <Button size="sm" icon={<LoopIcon size={14} />} onPress={() => go({ of: 'began' })}>
          {text('flow.phone.again')}
        </Button>
      </div>
      <Switch isSelected={isOpen} onChange={setOpen}>
        {text('flow.phone.open')}
      </Switch>
    </Frame>
  );
}

interface PlayerProps {
  readonly flow: Flow;
  readonly words: FlowWords;
  readonly finding: Finding;
  /** So many turns are shown. */
  readonly turns: number;
  readonly onClose: () => void;
}

/** Plays the shortest conversation that shows a fault, turn by turn. */
export function Player({ flow, words, finding, turns, onClose }: PlayerProps) {
  const text = useText();
  const lines = useMemo(
    () =>
      played(flow, finding.conversation, (step, exit) => {
        const node = nodeAt(flow, step);
        return node === undefined ? exit : words.exit(node, exit);
      }),
    [flow, finding, words],
  );
  return (
    <Frame title={words.finding(finding)} about={text('flow.player.about')} onClose={onClose}>
      <Lines lines={lines.slice(0, turns).flat()} words={words} onOption={undefined} />
      {turns >= lines.length && <p className={styles.fault}>{words.finding(finding)}</p>}
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly about: string;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

function Frame({ title, about, onClose, children }: FrameProps) {
  const text = useText();
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.frame}>
      <header className={styles.head}>
        <h2 id={id}>
          <small>{about}</small>
          <b>{title}</b>
        </h2>
        <IconButton label={text('action.close')} icon={<CloseIcon />} onPress={onClose} autoFocus />
      </header>
      <div className={styles.phone}>{children}</div>
    </section>
  );
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly words: FlowWords;
  readonly onOption: ((id: string, label: string) => void) | undefined;
}

function Lines({ lines, words, onOption }: LinesProps) {
  const text = useText();
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [lines.length]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
    <div role="log" tabIndex={0} aria-label={text('flow.phone.conversation')} className={styles.log}>
      <ol className={styles.lines}>
        {lines.map((line, index) => {
          const isLast = index === lines.length - 1;
          const key = `${index} ${line.by}`;
          const place = isLast ? { ref: end } : {};
          if (line.by === 'note')
            return (
              <li key={key} {...place} className={styles.note} data-of={line.of}>
                {text(`flow.note.${line.of}`, { step: words.step(line.step), ...line.values })}
              </li>
            );
          if (line.by === 'customer')
            return (
              <li key={key} {...place} className={styles.own}>
                {line.text}
              </li>
            );
          return (
            <li key={key} {...place} className={styles.theirs}>
              <p>{line.text}</p>
              {line.options.map(({ id, label }) => (
                <button
                  key={id}
                  type="button"
                  className={styles.option}
                  disabled={!isLast || onOption === undefined}
                  onClick={() => onOption?.(id, label)}
                >
                  {label}
                </button>
              ))}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
