import { useSelector } from '@xstate/react';
import { useState } from 'react';
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

/** What is being done; the codes it ends with are shown after the settings have changed already. */
type Doing = 'nothing' | 'setUp' | 'renew' | 'off';

/** /two-factor: a code asked for at each login, from setting it up to switching it off. */
export function TwoFactorScreen() {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const user = useSelector(directory.auth, selectUser);
  const isSupport = useSelector(directory.auth, selectSupportFrom) !== undefined;
  const { own, failure, retry } = useOwnSettings(user?.id ?? '');
  const [doing, setDoing] = useState<Doing>('nothing');
  if (user === null) return null;
  if (isSupport) {
    return (
      <CardPage title={text('account.twoFactor')}>
        <Banner>{text('account.support')}</Banner>
      </CardPage>
    );
  }
  const end = () => setDoing('nothing');
  const owes = own !== undefined && own.twoFactorRequired && !own.twoFactor;
  return (
    <CardPage title={text('account.twoFactor')}>
      {owes && doing === 'nothing' && <Banner tone="warning">{text('account.twoFactor.owed')}</Banner>}
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
      {doing === 'setUp' && <TwoFactorSetUp userId={user.id} email={user.email} onEnd={end} />}
      {doing === 'renew' && <NewRecoveryCodes userId={user.id} email={user.email} onEnd={end} />}
      {own !== undefined && (doing === 'nothing' || doing === 'off') && (
        <Standing
          own={own}
          onSetUp={() => setDoing('setUp')}
          onRenew={() => setDoing('renew')}
          onOff={() => setDoing('off')}
        />
      )}
      {doing === 'off' && <TwoFactorOffDialog userId={user.id} onClose={end} />}
    </CardPage>
  );
}

interface StandingProps {
  readonly own: UserSettings;
  readonly onSetUp: () => void;
  readonly onRenew: () => void;
  readonly onOff: () => void;
}

function Standing({ own, onSetUp, onRenew, onOff }: StandingProps) {
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
