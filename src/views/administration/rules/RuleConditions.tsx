import { RULE_GROUPS_MAX, RULE_TESTS_MAX } from '../../../../contract/facts/rules.ts';
import { NEW_TEST, type RuleCondition, type RuleDefinition } from '../../../machines/entities/rules.ts';
import { PlusIcon } from '../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { Select } from '../../kit/Select.tsx';
import { useText } from '../../kit/useText.ts';
import { RuleTestRow } from './RuleTestRow.tsx';
import { Wrong } from '../../kit/Several.tsx';
import { useAdded } from '../form/use-added.ts';
import type { RuleWords } from './use-rule-words.ts';
import styles from './Parts.module.css';

interface RuleConditionsProps {
  readonly rule: RuleDefinition;
  readonly words: RuleWords;
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (condition: RuleCondition) => void;
}

type Group = RuleCondition['groups'][number];

/** When the rule acts: groups of comparisons, joined by all or any. */
export function RuleConditions({ rule: { event, condition }, words, errorOf, onChange }: RuleConditionsProps) {
  const text = useText();
  const { within, added } = useAdded<HTMLElement>();
  const { join, groups } = condition;
  const change = (at: number, group: Group | null) =>
    onChange({
      join,
      groups: group === null || group.tests.length === 0 ? groups.toSpliced(at, 1) : groups.with(at, group),
    });
  const joins = (['all', 'any'] as const).map((each) => ({ id: each, label: text(`rule.if.${each}`) }));
  return (
    <section ref={within} className={styles.part} data-invalid={errorOf('condition') === undefined ? undefined : true}>
      <h3>{text('rule.if')}</h3>
      <Wrong error={errorOf('condition')} />
      {groups.length === 0 && <p className={styles.about}>{text('rule.if.always')}</p>}
      {groups.length > 1 && (
        <Select
          label={text('rule.if.join')}
          options={(['all', 'any'] as const).map((each) => ({ id: each, label: text(`rule.if.groups.${each}`) }))}
          value={join}
          placeholder={text('rule.if.choose')}
          onChange={(next) => onChange({ join: next === 'any' ? 'any' : 'all', groups })}
        />
      )}
      {groups.map((group, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- groups have no key but their place
          key={at}
          role="group"
          aria-label={`${text(`rule.if.${group.join}`)} ${text('rule.if.true')}`}
          className={styles.group}
          data-join={group.join}
        >
          <div className={styles.joining}>
            {at > 0 && <b>{text(join === 'all' ? 'rule.if.and' : 'rule.if.or')}</b>}
            <Select
              label={text('rule.if')}
              className={styles.bare}
              options={joins}
              value={group.join}
              placeholder={text('rule.if.choose')}
              onChange={(next) => change(at, { ...group, join: next === 'any' ? 'any' : 'all' })}
            />
            <span className={styles.about}>{text('rule.if.true')}</span>
            <IconButton
              size="sm"
              label={text('rule.if.removeGroup')}
              icon={<CloseIcon />}
              onPress={() => change(at, null)}
            />
          </div>
          {group.tests.map((test, place) => (
            <RuleTestRow
              // oxlint-disable-next-line react/no-array-index-key -- comparisons have no key but their place
              key={place}
              place={`${at}.${place}`}
              event={event.on}
              test={test}
              words={words}
              errorOf={(part) => errorOf(`condition.groups.${at}.tests.${place}.${part}`)}
              onChange={(next) => change(at, { ...group, tests: group.tests.with(place, next) })}
              onRemove={() => change(at, { ...group, tests: group.tests.toSpliced(place, 1) })}
            />
          ))}
          <Button
            size="sm"
            variant="link"
            icon={<PlusIcon />}
            isDisabled={group.tests.length >= RULE_TESTS_MAX}
            onPress={() => {
              added(`${at}.${group.tests.length}`);
              change(at, { ...group, tests: [...group.tests, NEW_TEST] });
            }}
          >
            {text('rule.if.add')}
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        variant="link"
        icon={<PlusIcon />}
        isDisabled={groups.length >= RULE_GROUPS_MAX}
        onPress={() => {
          added(`${groups.length}.0`);
          onChange({ join, groups: [...groups, { join: 'all', tests: [NEW_TEST] }] });
        }}
      >
        {text(groups.length === 0 ? 'rule.if.add' : 'rule.if.group')}
      </Button>
    </section>
  );
}
