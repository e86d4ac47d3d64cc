import { useRef } from 'react';
import { QUICK_REPLY_VARIABLES } from '../../../../contract/facts/quick-replies.ts';
import { isRuleAction, RULE_ACTION_NAMES, RULE_ACTIONS_MAX, ruleAction } from '../../../../contract/facts/rules.ts';
import type { RuleAction, RuleDefinition } from '../../../machines/entities/rules.ts';
import { ArrowUpIcon, PlusIcon } from '../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { ArrowDownIcon, CloseIcon } from '../../kit/icons.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useAdded } from '../form/use-added.ts';
import { Wrong } from '../../kit/Several.tsx';
import { useKeys } from './use-keys.ts';
import type { RuleWords } from './use-rule-words.ts';
import styles from './Parts.module.css';

interface RuleActionsProps {
  readonly rule: RuleDefinition;
  readonly words: RuleWords;
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (actions: RuleAction[]) => void;
}

const NOTHING: RuleAction = { do: 'tag', id: null, text: '' };

/** What the rule does, one after the other. */
export function RuleActions({ rule: { actions }, words, errorOf, onChange }: RuleActionsProps) {
  const text = useText();
  const { within, added } = useAdded<HTMLElement>();
  const { keys, swapped, removed } = useKeys(actions.length);
  /** What was filled in before another thing was chosen to do, in case that was a slip. */
  const earlier = useRef(new Map<string, RuleAction>());
  const swap = (at: number, other: number) => {
    const [one, two] = [actions[at], actions[other]];
    if (one === undefined || two === undefined) return;
    swapped(at, other);
    onChange(actions.with(at, two).with(other, one));
    // The pressed button can't be pressed again at the end of the list.
    if (other === 0 || other === actions.length - 1) added(`moves.${keys[at]}`);
  };
  const remove = (at: number) => {
    const beside = keys[at + 1] ?? keys[at - 1];
    removed(at);
    onChange(actions.toSpliced(at, 1));
    added(beside === undefined ? 'more' : `moves.${beside}`);
  };
  const choose = (at: number, name: string) => {
    const action = actions[at];
    if (action === undefined || !isRuleAction(name)) return;
    earlier.current.set(`${keys[at]}.${action.do}`, action);
    const before = earlier.current.get(`${keys[at]}.${name}`) ?? { ...NOTHING, do: name };
    // Typed for the one, it may be meant for the other, but a field's value is no message.
    const takes = (each: RuleAction['do']) => each !== 'field' && ruleAction(each).text !== undefined;
    const isTyped = takes(action.do) && takes(name) && action.text !== '';
    onChange(actions.with(at, isTyped ? { ...before, text: action.text } : before));
  };
  return (
    <section ref={within} className={styles.part} data-invalid={errorOf('actions') === undefined ? undefined : true}>
      <h3>{text('rule.then')}</h3>
      <Wrong error={errorOf('actions')} />
      <ol className={styles.actions}>
        {actions.map((action, at) => (
          <li key={keys[at]} data-place={at} className={styles.action}>
            <span className={styles.place} aria-hidden="true">
              {at + 1}
            </span>
            <Select
              label={text('rule.then.do', { number: at + 1 })}
              className={styles.bare}
              options={RULE_ACTION_NAMES.map((name) => ({ id: name, label: words.doOf(name) }))}
              value={action.do}
              placeholder={text('rule.if.choose')}
              onChange={(name) => choose(at, name)}
            />
            <What
              action={action}
              words={words}
              errorOf={(part) => errorOf(`actions.${at}.${part}`)}
              onChange={(next) => onChange(actions.with(at, next))}
            />
            <span className={styles.moves} data-place={`moves.${keys[at]}`}>
              <IconButton
                size="sm"
                label={text('rule.then.up', { number: at + 1 })}
                icon={<ArrowUpIcon />}
                isDisabled={at === 0}
                onPress={() => swap(at, at - 1)}
              />
              <IconButton
                size="sm"
                label={text('rule.then.down', { number: at + 1 })}
                icon={<ArrowDownIcon />}
                isDisabled={at + 1 === actions.length}
                onPress={() => swap(at, at + 1)}
              />
              <IconButton
                size="sm"
                label={text('rule.then.remove', { number: at + 1 })}
                icon={<CloseIcon />}
                onPress={() => remove(at)}
              />
            </span>
          </li>
        ))}
      </ol>
      <div data-place="more">
        <Button
          size="sm"
          variant="link"
          icon={<PlusIcon />}
          isDisabled={actions.length >= RULE_ACTIONS_MAX}
          onPress={() => {
            added(String(actions.length));
            onChange([...actions, NOTHING]);
          }}
        >
          {text('rule.then.add')}
        </Button>
      </div>
    </section>
  );
}

interface WhatProps {
  readonly action: RuleAction;
  readonly words: RuleWords;
  readonly errorOf: (part: string) => string | undefined;
  readonly onChange: (action: RuleAction) => void;
}

/** A select's id for null. */
const NONE = 'none';
const VARIABLES = QUICK_REPLY_VARIABLES.map((name) => `{{${name}}}`).join(', ');

function What({ action, words, errorOf, onChange }: WhatProps) {
  const text = useText();
  const { names, isOptional, text: asks } = ruleAction(action.do);
  const options = names === undefined ? [] : words.optionsOf(names);
  const isLong = action.do === 'send' || action.do === 'note';
  return (
    <div className={styles.what}>
      {names !== undefined && (
        <Select
          label={words.doOf(action.do)}
          className={styles.bare}
          options={isOptional === true ? [{ id: NONE, label: text('rule.then.outcome.none') }, ...options] : options}
          value={action.id ?? (isOptional === true ? NONE : null)}
          placeholder={text('rule.if.choose')}
          error={errorOf('id')}
          onChange={(id) => onChange({ ...action, id: id === NONE ? null : id })}
        />
      )}
      {asks !== undefined && isLong && (
        <TextArea
          label={text('rule.then.text')}
          value={action.text}
          error={errorOf('text')}
          description={action.do === 'send' ? text('rule.then.variables', { variables: VARIABLES }) : undefined}
          onChange={(typed) => onChange({ ...action, text: typed })}
        />
      )}
      {asks !== undefined && !isLong && (
        <TextField
          label={text(action.do === 'field' ? 'rule.then.fieldValue' : 'rule.then.text')}
          value={action.text}
          error={errorOf('text')}
          onChange={(typed) => onChange({ ...action, text: typed })}
        />
      )}
    </div>
  );
}
