import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { selectSupportFrom, selectUser } from '../../../machines/auth/auth.selectors.ts';
import type { UserSettings } from '../../../machines/entities/administration.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { Card, CardPage } from './Card.tsx';
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx';
import { FEW_CODES } from './TwoFactorCard.tsx';
import { TwoFactorOffDialog } from './TwoFactorOffDialog.tsx';
import { TwoFactorSetUp } from './TwoFactorSetUp.tsx';
import { useOwnSettings } from './use-own-settings.ts';

/** The current step. Kept here, as the recovery codes are shown after the settings have changed. */
type Step = 'nothing' | 'setUp' | 'renew' | 'off';

/** /two-factor: sets up the second factor, renews its codes, turns it off. */
export function TwoFactorScreen() {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const user = useSelector(directory.auth, selectUser);
  const isSupport = useSelector(directory.auth, selectSupportFrom) !== undefined;
  const { own, failure, retry } = useOwnSettings(user?.id ?? '');
  const [step, setStep] = useState<Step>('nothing');
  const page = useFocusAtStep(step === 'off' ? 'nothing' : step);
  if (user === null) return null;
  if (isSupport) {
    return (
      <CardPage title={text('account.twoFactor')}>
        <Banner>{text('account.support')}</Banner>
      </CardPage>
    );
  }
  const end = () => setStep('nothing');
  const owes = own !== undefined && own.twoFactorRequired && !own.twoFactor;
  return (
    <CardPage title={text('account.twoFactor')} ref={page}>
      {owes && step === 'nothing' && <Banner tone="warning">{text('account.twoFactor.owed')}</Banner>}
      {own === undefined && failure !== null && (
        <ErrorState title={text('form.failed.title')} onRetry={retry} requestId={failure.requestId ?? undefined}>
          {failureText(failure)}
        </ErrorState>
      )}
      {own === undefined && failure === null && (
        <Card title={text('account.twoFactor.what')}>
          <Skeleton width="70%" />
        </Card>
      )}
      {step === 'setUp' && <TwoFactorSetUp userId={user.id} email={user.email} onEnd={end} />}
      {step === 'renew' && <NewRecoveryCodes userId={user.id} email={user.email} onEnd={end} />}
      {own !== undefined && (step === 'nothing' || step === 'off') && (
        <Status
          own={own}
          onSetUp={() => setStep('setUp')}
          onRenew={() => setStep('renew')}
          onOff={() => setStep('off')}
        />
      )}
      {step === 'off' && <TwoFactorOffDialog userId={user.id} onClose={end} />}
    </CardPage>
  );
}

/** The pressed button disappears with its step, so the focus goes to the new card's title. */
function useFocusAtStep(step: Step) {
  const page = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (document.activeElement === document.body) page.current?.querySelector('h2')?.focus();
  }, [step]);
  return page;
}

interface StatusProps {
  readonly own: UserSettings;
  readonly onSetUp: () => void;
  readonly onRenew: () => void;
  readonly onOff: () => void;
}

function Status({ own, onSetUp, onRenew, onOff }: StatusProps) {
  const text = useText();
  if (!own.twoFactor) {
    return (
      <Card
        title={text('account.twoFactor.what')}
        lead={text('account.twoFactor.explained')}
        state={<Tag tone={own.twoFactorRequired ? 'warning' : 'neutral'}>{text('account.twoFactor.off')}</Tag>}
        action={
          <Button variant="primary" onPress={onSetUp}>
            {text('account.twoFactor.begin')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Card
        title={text('account.twoFactor.what')}
        lead={text(own.twoFactorRequired ? 'account.twoFactor.switch.required' : 'account.twoFactor.protected')}
        state={<Tag tone="success">{text('account.twoFactor.on')}</Tag>}
        action={
          own.twoFactorRequired ? (
            <LinkButton to="/">{text('account.goHome')}</LinkButton>
          ) : (
            <Button variant="danger" onPress={onOff}>
              {text('account.twoFactorOff.confirm')}
            </Button>
          )
        }
      />
      <Card
        title={text('account.codes')}
        lead={text('account.codes.left', { count: own.recoveryCodesLeft })}
        state={own.recoveryCodesLeft <= FEW_CODES && <Tag tone="warning">{text('account.codes.few.tag')}</Tag>}
        action={<Button onPress={onRenew}>{text('account.codes.renew')}</Button>}
      />
    </>
  );
}
