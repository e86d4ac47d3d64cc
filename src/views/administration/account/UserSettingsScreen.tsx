import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectSupportFrom, selectUser, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { useApp } from '../../app/app-context.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { useText } from '../../kit/useText.ts';
import { Card, CardPage } from './Card.tsx';
import { CompanyIdentity } from './CompanyIdentity.tsx';
import { CompanySecurity } from './CompanySecurity.tsx';
import { LoginHistory } from './LoginHistory.tsx';
import { Preferences } from './Preferences.tsx';
import { noticesArea } from '../../../i18n/areas/notices.ts';
import { part } from '../../kit/part.tsx';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';

const NoticeSettings = part(async () => (await import('./NoticeSettings.tsx')).NoticeSettings, [noticesArea], {
  isInPlace: true,
});

/** /user-settings: login security, this browser's preferences, and sessions. */
export function UserSettingsScreen() {
  const { directory } = useApp();
  const text = useText();
  const user = useSelector(directory.auth, selectUser);
  const viewer = useSelector(directory.auth, selectViewer);
  const isSupport = useSelector(directory.auth, selectSupportFrom) !== undefined;
  const [isChanging, setChanging] = useState(false);
  if (user === null || viewer === null) return null;
  return (
    <CardPage title={text('account.settings')}>
      {isSupport ? (
        <Banner>{text('account.support')}</Banner>
      ) : (
        <>
          <TwoFactorCard userId={user.id} />
          <Card
            title={text('account.password')}
            lead={text('account.password.lead')}
            action={<Button onPress={() => setChanging(true)}>{text('account.password.change')}</Button>}
          />
        </>
      )}
      <Preferences userId={user.id} />
      <NoticeSettings />
      <OwnSessions />
      <LoginHistory />
      {!isSupport && (
        <Card
          title={text('account.profile')}
          lead={text('account.profile.lead')}
          action={<LinkButton to="/pages/profile">{text('account.profile.open')}</LinkButton>}
        />
      )}
      {isAdmin(viewer) && <CompanySecurity />}
      {isAdmin(viewer) && <CompanyIdentity />}
      {isChanging && <OwnPasswordDialog userId={user.id} onClose={() => setChanging(false)} />}
    </CardPage>
  );
}
