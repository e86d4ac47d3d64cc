import { useId, useState } from 'react';
import type { Finding } from '../../../../flows/check.ts';
import { nodeAt } from '../../../../flows/exits.ts';
import type { Flow } from '../../../machines/entities/flows.ts';
import { isPhone } from '../../layout/is-phone.ts';
import { ChevronDownIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { AlertIcon, CheckIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { PlayIcon } from './step-icons.tsx';
import type { Checked } from './use-flow-check.ts';
import type { FlowWords } from './use-flow-words.ts';
import styles from './Editor.module.css';

interface ProblemsProps {
  readonly flow: Flow;
  readonly words: FlowWords;
  readonly checked: Checked;
  /** Exits that lead nowhere, known before the check is done. */
  readonly loose: readonly { readonly step: string; readonly exit: string }[];
  /** A step lacks something, so that nothing could be checked. */
  readonly isIncomplete: boolean;
  readonly onChoose: (step: string, exit?: string) => void;
  readonly onPlay: (finding: Finding) => void;
}

/** What keeps the flow from being published, each with where it is and a conversation that shows it. */
export function FlowProblems({ flow, words, checked, loose, isIncomplete, onChoose, onPlay }: ProblemsProps) {
  const text = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(() => !isPhone());
  const findings = checked.found?.findings ?? [];
  const known = findings.filter(
    ({ property, node, about }) =>
      property !== 'exits' || loose.some(({ step, exit }) => step === node && exit === about) || about === null,
  );
  const fresh = loose.filter(
    ({ step, exit }) =>
      !known.some(({ property, node, about }) => property === 'exits' && node === step && about === exit),
  );
  const errors = known.filter(({ severity }) => severity === 'error').length + fresh.length;
  const warnings = known.length + fresh.length - errors;
  const rows = known.length + fresh.length;
  return (
    <section className={styles.problems} aria-label={text('flow.problems.title')}>
      <header>
        {errors > 0 || isIncomplete || checked.hasFailed ? (
          <AlertIcon size={17} className={styles.hinders} />
        ) : (
          <CheckIcon size={17} className={styles.fine} />
        )}
        <b>
          {isIncomplete
            ? text('flow.incomplete')
            : errors > 0
              ? text('flow.problems.hinder', { count: errors })
              : checked.isCurrent
                ? text('flow.problems.none')
                : text(checked.hasFailed ? 'flow.unchecked' : 'flow.checking')}
        </b>
        {warnings > 0 && <span>{text('flow.warnings', { count: warnings })}</span>}
        {checked.hasFailed && !isIncomplete && (
          <Button size="sm" onPress={checked.retry}>
            {text('flow.check.retry')}
          </Button>
        )}
        {rows > 0 && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={id}
            icon={<ChevronDownIcon />}
            onPress={() => setOpen(!isOpen)}
          >
            {text(isOpen ? 'flow.problems.hide' : 'flow.problems.show')}
          </Button>
        )}
      </header>
      {isOpen && rows > 0 && (
        <ul id={id}>
          {fresh.map(({ step, exit }) => {
            const node = nodeAt(flow, step);
            return (
              <li key={`${step} ${exit}`}>
                <i data-severity="error" />
                <span>{text('flow.problem.exits', { about: node === undefined ? exit : words.exit(node, exit) })}</span>
                <Button size="sm" variant="link" onPress={() => onChoose(step, exit)}>
                  {words.step(step)}
                </Button>
              </li>
            );
          })}
          {known.map((finding) => (
            <li key={`${finding.property} ${finding.node} ${finding.about ?? ''}`}>
              <i data-severity={finding.severity} />
              <span>{words.finding(finding)}</span>
              <Button size="sm" variant="link" onPress={() => onChoose(finding.node)}>
                {words.step(finding.node)}
              </Button>
              {finding.conversation.length > 0 && (
                <Button size="sm" icon={<PlayIcon size={13} />} onPress={() => onPlay(finding)}>
                  {text('flow.play')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
