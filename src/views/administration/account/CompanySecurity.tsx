import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { useText } from '../../kit/useText.ts';
import { useForm } from '../form/form-context.tsx';
import { Card } from './Card.tsx';

const REQUIRED = 'two_factor_required';

/** The company's login requirements. For administrators. */
export function CompanySecurity() {
  const text = useText();
  const failureText = useFailureText();
  const open = useForm('security', 'company', null);
  const { actor, phase, failure, change, submit, retry } = open;
  const [isAsking, setAsking] = useState(false);
  const initial = useSelector(actor, (snapshot) => snapshot?.context.initial);
  const isRequired = initial?.[REQUIRED] === true;
  const without = initial?.['users_without'];
  const isLoaded = initial?.[REQUIRED] !== undefined;
  return (
    <Card title={text('account.company')} lead={text('account.company.lead')}>
      {!isLoaded && phase !== 'unloaded' && <Skeleton width="60%" />}
      {phase === 'unloaded' && failure !== null && (
        <Banner tone="danger" action={<Button onPress={retry}>{text('action.retry')}</Button>}>
          {failureText(failure)}
        </Banner>
      )}
      {isLoaded && (
        <Switch
          isSelected={isRequired}
          onChange={(wanted) => {
            change(REQUIRED, wanted);
            setAsking(true);
          }}
          description={text(isRequired ? 'account.company.required.on' : 'account.company.required.hint', {
            count: typeof without === 'number' ? without : 0,
          })}
        >
          {text('account.company.required')}
        </Switch>
      )}
      {isAsking && phase !== 'saved' && (
        <ConfirmDialog
          isOpen
          title={text(isRequired ? 'account.company.off.title' : 'account.company.on.title')}
          confirmLabel={text(isRequired ? 'account.company.off.confirm' : 'account.company.on.confirm')}
          isPending={phase === 'saving'}
          error={failure === null ? undefined : failureText(failure)}
          onConfirm={phase === 'conflict' ? retry : submit}
          onClose={() => {
            change(REQUIRED, isRequired);
            setAsking(false);
          }}
        >
          <p>
            {isRequired
              ? text('account.company.off.text')
              : text('account.company.on.text', { count: typeof without === 'number' ? without : 0 })}
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
