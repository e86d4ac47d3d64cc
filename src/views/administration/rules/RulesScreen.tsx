import { useSearchParams } from 'react-router-dom';
import { RuleExecutions } from './RuleExecutions.tsx';
import { RulesPage } from './RulesPage.tsx';

/** /rules: rules in their order; with `?id=` the one to edit, with `?view=executions` what they did. */
export function RulesScreen() {
  const [params] = useSearchParams();
  return params.get('view') === 'executions' ? (
    <RuleExecutions ruleId={params.get('rule') ?? ''} />
  ) : (
    <RulesPage id={params.get('id')} copyOf={params.get('copy')} />
  );
}
