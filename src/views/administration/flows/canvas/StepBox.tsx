import { Handle, Position, type NodeProps } from '@xyflow/react';
import { memo, use } from 'react';
import { cx } from '../../../kit/cx.ts';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { ArrowOutIcon, BoltIcon, LoopIcon, stepIcons } from '../step-icons.tsx';
import { BOX_HEAD, exitLevel } from './drawing.ts';
import { CanvasContext } from './canvas-context.ts';
import type { Box, BoxExit } from './boxes.ts';
import styles from './Canvas.module.css';

/** A step: what it says or does, and its exits. */
export const StepBox = memo(function StepBox({ data, selected }: NodeProps<Box>) {
  const text = useText();
  const { kind, kindName, name, about, start, problems, entered, exits, turn, as } = data;
  const formats = useFormats();
  const Sign = stepIcons[kind];
  return (
    <div
      className={styles.box}
      data-kind={kind}
      data-as={as}
      data-chosen={selected ? true : undefined}
      data-wrong={problems > 0 && as === 'plain' ? true : undefined}
    >
      <Handle type="target" id="head" position={Position.Left} className={cx(styles.into)} style={{ top: BOX_HEAD }} />
      <Handle type="target" id="top" position={Position.Top} className={cx(styles.into)} />
      {start !== null && (
        <span className={styles.start}>
          <BoltIcon size={12} />
          {text(`flow.canvas.start.${start}`)}
        </span>
      )}
      <div className={styles.head}>
        <span className={styles.sign}>
          <Sign size={15} />
        </span>
        <span className={styles.title}>
          <small>{kindName}</small>
          <b>{name}</b>
        </span>
        {entered !== null && (
          <span className={styles.count} title={text('flow.funnel.entered', { count: entered })}>
            {formats.number(entered)}
          </span>
        )}
      </div>
      <p className={styles.about}>{about}</p>
      {exits.map((exit, index) => (
        <Exit key={exit.id} exit={exit} top={exitLevel(index)} />
      ))}
      {problems > 0 && as === 'plain' && (
        <span className={styles.mark} aria-hidden="true">
          !
        </span>
      )}
      {turn !== null && <span className={styles.turn}>{turn}</span>}
    </div>
  );
});

function Exit({ exit, top }: { readonly exit: BoxExit; readonly top: number }) {
  const text = useText();
  const { goTo } = use(CanvasContext);
  const formats = useFormats();
  const { id, label, as, to, toName, isWrong, share } = exit;
  return (
    <>
      <div className={styles.exit} data-wrong={isWrong ? true : undefined}>
        <span className={styles.label}>{label}</span>
        {as === 'loose' && <span className={styles.chip}>{text('flow.exit.loose')}</span>}
        {as === 'loop' && (
          <span className={styles.chip}>
            <LoopIcon size={10} />
            {text(isWrong ? 'flow.canvas.endless' : 'flow.canvas.again')}
          </span>
        )}
        {as === 'name' && to !== null && (
          // The outline and the panel lead there by keyboard.
          <button
            type="button"
            tabIndex={-1}
            className={cx(styles.chip, 'nodrag')}
            title={text('flow.canvas.go', { step: toName })}
            onClick={(event) => {
              event.stopPropagation();
              goTo(to);
            }}
          >
            <ArrowOutIcon size={10} />
            <span>{toName}</span>
          </button>
        )}
        {share !== null && (
          <>
            <span className={styles.share}>{formats.percent(share)}</span>
            <i className={styles.bar} style={{ width: `calc((100% - 21px) * ${share})` }} />
          </>
        )}
      </div>
      <Handle
        type="source"
        id={id}
        position={Position.Right}
        className={cx(styles.port)}
        style={{ top }}
        data-as={as}
        data-wrong={isWrong ? true : undefined}
      />
    </>
  );
}
