import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { AUDIENCE_DEPTH_MAX, AUDIENCE_LEAVES_MAX } from '../../../../contract/facts/audiences.ts';
import { selectValue } from '../../../machines/editing/editing.selectors.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import {
  draftIn,
  draftValue,
  isDraftGroup,
  missingIn,
  sizeOf,
  type DraftNode,
} from '../../../machines/entities/audiences.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';
import type { OpenForm } from '../form/form-context.tsx';
import { fieldsOf } from '../form/fields.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { AudienceFindings, useFindings } from './AudienceFindings.tsx';
import { ConditionGroup } from './ConditionGroup.tsx';
import { useConditions, type Conditions } from './conditions.ts';
import styles from './Audience.module.css';

const { FormText, useField } = fieldsOf<FormFields['audience']>();

interface AudienceBuilderProps {
  /** Id of the audience, or `new`. */
  readonly id: string;
}

const BACK = '/target-audience';

/** An audience: its name, its conditions, and a live preview of their matches. */
export function AudienceBuilder({ id }: AudienceBuilderProps) {
  const text = useText();
  return (
    <FormPage
      key={id}
      form="audience"
      formKey={id}
      back={BACK}
      missing={{
        title: text('audience.missing.title'),
        text: text('audience.missing.text'),
        back: text('audience.missing.back'),
      }}
      renderTitle={() => text(id === 'new' ? 'audience.new' : 'audience.edit')}
      renderSummary={(open) => <Size open={open} />}
    >
      {(open) => <Editor open={open} />}
    </FormPage>
  );
}

function Editor({ open: { phase, failure } }: { readonly open: OpenForm }) {
  const text = useText();
  const isText = useIsText();
  const navigate = useNavigate();
  const conditions = useConditions();
  const { value, change, isReadOnly } = useField('tree');
  const root = draftIn(value);
  const { leaves, levels } = sizeOf(root);
  const missing = missingIn(root);
  const isTooLarge = leaves > AUDIENCE_LEAVES_MAX || levels > AUDIENCE_DEPTH_MAX;
  const isComplete = Object.keys(missing).length === 0 && !isTooLarge;
  const findings = useFindings(isComplete ? JSON.stringify(draftValue(root)) : null);
  const saved = useEffectEvent(() => void navigate(BACK));
  useEffect(() => {
    if (phase === 'saved') saved();
  }, [phase]);
  const errorOf = (path: string): string | undefined => {
    const key =
      failure === null
        ? undefined
        : (missing[path] ?? (phase === 'refused' ? failure.fields[`tree.${path}`] : undefined));
    if (key === undefined) return undefined;
    return text(isText(key) ? key : 'error.field.invalid');
  };
  const countOf = (path: string) => findings.parts.find((part) => part.path === path)?.count;
  const whole = phase === 'refused' && isComplete ? failure?.fields['tree'] : undefined;
  return (
    <>
      <FailedLookups lookups={conditions.lookups} />
      <div className={styles.builder}>
        <div className={styles.editing}>
          <FormText name="name" label={text('audience.name')} isRequired autoFocus />
          <p className={styles.sentence}>{sentenceOf(root, conditions, text)}</p>
          {whole !== undefined && isText(whole) && (
            <p role="alert" className={styles.error}>
              {text(whole)}
            </p>
          )}
          <fieldset disabled={isReadOnly} className={styles.tree} aria-label={text('audience.conditions')}>
            <ConditionGroup
              group={root}
              path=""
              depth={1}
              leaves={leaves}
              conditions={conditions}
              countOf={countOf}
              errorOf={errorOf}
              onChange={(group) => change(draftValue(group))}
            />
          </fieldset>
        </div>
        <AudienceFindings
          findings={findings}
          isIncomplete={!isComplete}
          saidAt={(path, value) => {
            const node = nodeAt(root, path);
            return node === undefined || isDraftGroup(node) ? value : conditions.saidOf(node, value);
          }}
          wordsAt={(path) => {
            const node = nodeAt(root, path);
            if (node === undefined) return '';
            return isDraftGroup(node) ? text(`audience.joining.${node.kind}.why`) : conditions.wordsOf(node);
          }}
        />
      </div>
    </>
  );
}

/** Conditions and nesting used, of the maximum. */
function Size({ open }: { readonly open: OpenForm }) {
  const text = useText();
  const value = useSelector(open.actor, (snapshot) => (snapshot === undefined ? null : selectValue(snapshot, 'tree')));
  const { leaves, levels } = sizeOf(draftIn(value));
  return text('audience.size', { leaves, most: AUDIENCE_LEAVES_MAX, levels, deepest: AUDIENCE_DEPTH_MAX });
}

function nodeAt(root: DraftNode, path: string): DraftNode | undefined {
  let node: DraftNode | undefined = root;
  for (const step of path === '' ? [] : path.split('.')) {
    node = node !== undefined && isDraftGroup(node) ? node.parts[Number(step)] : undefined;
  }
  return node;
}

/** The whole tree in words. */
function sentenceOf(node: DraftNode, conditions: Conditions, text: ReturnType<typeof useText>): string {
  const say = (each: DraftNode): string => {
    if (!isDraftGroup(each)) return conditions.wordsOf(each);
    if (each.parts.length === 0)
      return text(each.kind === 'any' ? 'audience.words.nobody' : 'audience.words.everybody');
    const parts = each.parts.map((part) => (isDraftGroup(part) ? `(${say(part)})` : say(part)));
    return text(`audience.words.${each.kind}`, { parts: parts.join('; ') });
  };
  return `${text('audience.words')} ${say(node)}.`;
}
