import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { Card } from './Card.tsx';
import { TwoFactorOffDialog } from './TwoFactorOffDialog.tsx';
import { useOwnSettings } from './use-own-settings.ts';

/** Below this number of recovery codes, the card warns. */
export const FEW_CODES = 3;

/** Whether logins need a code; the switch leads to the set-up. */
export function TwoFactorCard({ userId }: { readonly userId: string }) {
  const text = useText();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const { own, failure, retry } = useOwnSettings(userId);
  const [isLeaving, setLeaving] = useState(false);
  const isOn = own?.twoFactor === true;
  const isFew = isOn && own.recoveryCodesLeft <= FEW_CODES;
  return (
    <Card
      title={text('account.twoFactor')}
      lead={text('account.twoFactor.lead')}
      state={
        own !== undefined && (
          <Tag tone={isOn ? 'success' : own.twoFactorRequired ? 'warning' : 'neutral'}>
            {text(isOn ? 'account.twoFactor.on' : 'account.twoFactor.off')}
          </Tag>
        )
      }
      action={
        isOn ? (
          <LinkButton to="/two-factor">{text('account.twoFactor.manage')}</LinkButton>
        ) : own === undefined ? undefined : (
          <LinkButton to="/two-factor" variant="primary">
            {text('account.twoFactor.setUp')}
          </LinkButton>
        )
      }
    >
      {own === undefined && failure === null && <Skeleton width="60%" />}
      {own === undefined && failure !== null && (
        <Banner tone="danger" action={<Button onPress={retry}>{text('action.retry')}</Button>}>
          {failureText(failure)}
        </Banner>
      )}
      {own !== undefined && (
        <Switch
          isSelected={isOn}
          isReadOnly={isOn && own.twoFactorRequired}
          onChange={(wanted) => (wanted ? void navigate('/two-factor') : setLeaving(true))}
          description={text(
            own.twoFactorRequired
              ? isOn
                ? 'account.twoFactor.switch.required'
                : 'account.twoFactor.switch.owed'
              : 'account.twoFactor.switch.hint',
          )}
        >
          {text('account.twoFactor.switch')}
        </Switch>
      )}
      {isFew && (
        <Banner tone="warning" action={<LinkButton to="/two-factor">{text('account.codes.renew')}</LinkButton>}>
          {text('account.codes.few', { count: own.recoveryCodesLeft })}
        </Banner>
      )}
      {isLeaving && <TwoFactorOffDialog userId={userId} onClose={() => setLeaving(false)} />}
    </Card>
  );
}
