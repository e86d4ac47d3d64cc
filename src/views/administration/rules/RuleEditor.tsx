import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectValue } from '../../../machines/editing/editing.selectors.ts';
import { sameValue } from '../../../machines/editing/same-value.ts';
import type { FormFields, ValuesOf } from '../../../machines/entities/forms.ts';
import {
  isComplete,
  NEW_RULE,
  ruleIn,
  type ListedRule,
  type RuleDefinition,
} from '../../../machines/entities/rules.ts';
import { useIsText } from '../../app/failure-text.ts';
import { HistoryIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { MoreIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/Link.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';
import { useForm, type OpenForm } from '../form/form-context.tsx';
import { FormBody } from '../form/FormBody.tsx';
import { FormFoot } from '../form/FormFoot.tsx';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { LoopState, RuleBench, useBench, type Tried } from './RuleBench.tsx';
import { RuleActions } from './RuleActions.tsx';
import { RuleConditions } from './RuleConditions.tsx';
import { RuleEventPart } from './RuleEventPart.tsx';
import type { RuleOrder } from './use-order.ts';
import type { RuleWords } from './use-rule-words.ts';
import styles from './Rules.module.css';

const { FormText, FormSwitch, useField } = fieldsOf<FormFields['rule']>();
const BACK = '/rules';

interface RuleEditorProps {
  readonly id: string;
  /** The rule that a new one begins as. */
  readonly original: ListedRule | undefined;
  readonly words: RuleWords;
  readonly order: RuleOrder;
  readonly onDelete: (rule: ListedRule) => void;
}

/** One rule: when, if, then, with its bench beside it. */
export function RuleEditor({ id, original, words, order, onDelete }: RuleEditorProps) {
  const text = useText();
  const navigate = useNavigate();
  const formId = useId();
  const first: ValuesOf<'rule'> | null =
    id === 'new'
      ? {
          name: original === undefined ? '' : text('rule.copy', { name: original.name }),
          definition: original?.definition ?? NEW_RULE,
          is_active: true,
        }
      : null;
  const open = useForm('rule', id, first);
  const { phase, isUnsaved, savedId } = open;
  const { leave, question } = useUnsavedGuard(isUnsaved);
  const tried = useTried(open);
  const isNewVersion = useSelector(
    open.actor,
    (snapshot) =>
      snapshot !== undefined && !sameValue(snapshot.context.initial['definition'], selectValue(snapshot, 'definition')),
  );
  const at = order.rows?.findIndex((rule) => rule.id === id) ?? -1;
  const rule = order.rows?.[at];
  const made = useEffectEvent(() => void navigate(`${BACK}?id=${savedId}`, { replace: true }));
  useEffect(() => {
    if (phase === 'saved' && id === 'new' && savedId !== null) made();
  }, [phase, id, savedId]);
  const menu = (chosen: string) => {
    if (rule === undefined) return;
    if (chosen === 'up' || chosen === 'down') order.move(rule.id, at + (chosen === 'up' ? -1 : 1));
    else if (chosen === 'copy') void navigate(`${BACK}?id=new&copy=${rule.id}`);
    else if (chosen === 'executions') void navigate(`${BACK}?view=executions&rule=${rule.id}`);
    else onDelete(rule);
  };
  return (
    <>
      <section className={styles.editor} aria-label={rule?.name ?? text('rule.edit.new')}>
        <header className={styles.editorHead}>
          <div>
            <p className={styles.number}>
              {rule === undefined ? text('rule.edit.new') : text('rule.edit.number', { number: rule.number })}
            </p>
            <h2>{rule?.name ?? text('rule.edit.new')}</h2>
          </div>
          <Link to={BACK} className={styles.back}>
            {text('rule.back')}
          </Link>
          {rule !== undefined && (
            <MenuButton
              label={text('rule.more')}
              variant="icon"
              placement="bottom end"
              groups={[
                {
                  id: 'change',
                  onSelect: menu,
                  entries: [
                    { id: 'up', label: text('rule.order.up'), isDisabled: at === 0 },
                    { id: 'down', label: text('rule.order.down'), isDisabled: at + 1 === order.rows?.length },
                    { id: 'copy', label: text('rule.duplicate') },
                    { id: 'executions', label: text('rule.executions'), icon: <HistoryIcon /> },
                  ],
                },
                {
                  id: 'danger',
                  onSelect: menu,
                  entries: [{ id: 'delete', label: text('rule.delete'), icon: <TrashIcon />, tone: 'danger' }],
                },
              ]}
            >
              <MoreIcon />
            </MenuButton>
          )}
        </header>
        <FormBody
          open={open}
          id={formId}
          missing={{
            title: text('rule.missing.title'),
            text: text('rule.missing.text'),
            action: <LinkButton to={BACK}>{text('rule.back')}</LinkButton>,
          }}
        >
          <Parts open={open} tried={tried} words={words} />
        </FormBody>
        {phase !== 'unloaded' && (
          <FormFoot said={<LoopState tried={tried} words={words} />}>
            <Button onPress={() => leave(() => void navigate(BACK))}>
              {text(isUnsaved ? 'rule.discard' : 'action.back')}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              isPending={phase === 'saving'}
              isDisabled={!isUnsaved || phase === 'loading' || phase === 'conflict'}
            >
              {rule !== undefined && isNewVersion
                ? text('rule.save.version', { number: rule.number + 1 })
                : text('rule.save')}
            </Button>
          </FormFoot>
        )}
      </section>
      <RuleBench tried={tried} words={words} />
      {question}
    </>
  );
}

interface PartsProps {
  readonly open: OpenForm;
  readonly tried: Tried | null;
  readonly words: RuleWords;
}

/** What the bench is to try: the rule as it is now; null before it is loaded. */
function useTried({ actor, key, phase }: OpenForm): Tried | null {
  const definition = useSelector(actor, (snapshot) =>
    snapshot === undefined ? null : selectValue(snapshot, 'definition'),
  );
  const name = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectValue(snapshot, 'name')));
  if (definition === null || phase === 'loading' || phase === 'unloaded') return null;
  const rule = ruleIn(definition);
  return { id: key, name: typeof name === 'string' ? name : '', rule: isComplete(rule) ? rule : null };
}

function Parts({ open: { key, phase, failure }, tried, words }: PartsProps) {
  const text = useText();
  const isText = useIsText();
  const { value, change, isReadOnly } = useField('definition');
  const rule = ruleIn(value);
  useBench(tried ?? { id: key, name: '', rule: null });
  const set = (part: Partial<RuleDefinition>) => change({ ...rule, ...part });
  const errorOf = (path: string): string | undefined => {
    const problem = phase === 'refused' ? failure?.fields[path] : undefined;
    if (problem === undefined) return undefined;
    return text(isText(problem) ? problem : 'error.field.invalid');
  };
  return (
    <fieldset disabled={isReadOnly} className={styles.parts}>
      <div className={styles.called}>
        <FormText name="name" label={text('rule.name')} isRequired autoFocus={key === 'new'} />
        <FormSwitch name="is_active" label={text('rule.isActive')} />
      </div>
      <RuleEventPart rule={rule} words={words} errorOf={errorOf} onChange={set} />
      <RuleConditions rule={rule} words={words} errorOf={errorOf} onChange={(condition) => set({ condition })} />
      <RuleActions rule={rule} words={words} errorOf={errorOf} onChange={(actions) => set({ actions })} />
      <div className={styles.ways}>
        <Checkbox isSelected={rule.once} onChange={(once) => set({ once })}>
          {text('rule.once')}
        </Checkbox>
        <Checkbox isSelected={rule.stops} onChange={(stops) => set({ stops })}>
          {text('rule.stops')}
        </Checkbox>
      </div>
    </fieldset>
  );
}
