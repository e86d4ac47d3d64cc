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
import { Wrong } from './Several.tsx';
import { useAdded } from './use-added.ts';
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
  const { within, added } = useAdded<HTMLOListElement>();
  const swap = (at: number, other: number) => {
    const [one, two] = [actions[at], actions[other]];
    if (one !== undefined && two !== undefined) onChange(actions.with(at, two).with(other, one));
  };
  return (
    <section className={styles.part}>
      <h3>{text('rule.then')}</h3>
      <Wrong error={errorOf('actions')} />
      <ol ref={within} className={styles.actions}>
        {actions.map((action, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- actions have no key but their place
          <li key={at} data-place={at} className={styles.action}>
            <span className={styles.place} aria-hidden="true">
              {at + 1}
            </span>
            <Select
              label={text('rule.then.do', { number: at + 1 })}
              className={styles.bare}
              options={RULE_ACTION_NAMES.map((name) => ({ id: name, label: words.doOf(name) }))}
              value={action.do}
              placeholder={text('rule.if.choose')}
              onChange={(name) => {
                if (isRuleAction(name)) onChange(actions.with(at, { ...NOTHING, do: name }));
              }}
            />
            <What
              action={action}
              words={words}
              errorOf={(part) => errorOf(`actions.${at}.${part}`)}
              onChange={(next) => onChange(actions.with(at, next))}
            />
            <span className={styles.moves}>
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
                onPress={() => onChange(actions.toSpliced(at, 1))}
              />
            </span>
          </li>
        ))}
      </ol>
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
