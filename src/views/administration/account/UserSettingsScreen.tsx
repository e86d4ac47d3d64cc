import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectSupportFrom, selectUser, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { useText } from '../../kit/useText.ts';
import { Fields, FormPassword } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { Card, CardPage } from './Card.tsx';
import { CompanyIdentity } from './CompanyIdentity.tsx';
import { CompanySecurity } from './CompanySecurity.tsx';
import { LoginHistory } from './LoginHistory.tsx';
import { Preferences } from './Preferences.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';

const noPassword = { password: null };

/** /user-settings: how one's own login is secured, how this browser behaves, and where one is logged in. */
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
      <TwoFactorCard userId={user.id} />
      <Card
        title={text('account.password')}
        lead={text('account.password.lead')}
        action={<Button onPress={() => setChanging(true)}>{text('account.password.change')}</Button>}
      />
      {isAdmin(viewer) && <CompanySecurity />}
      {isAdmin(viewer) && <CompanyIdentity />}
      <Preferences />
      <OwnSessions />
      <LoginHistory />
      {!isSupport && (
        <Card
          title={text('account.profile')}
          lead={text('account.profile.lead')}
          action={<LinkButton to="/pages/profile">{text('account.profile.open')}</LinkButton>}
        />
      )}
      {isChanging && (
        <FormDialog
          form="account.password"
          formKey={user.id}
          values={noPassword}
          size="sm"
          title={text('account.password.change')}
          submitLabel={text('account.password.change')}
          onClose={() => setChanging(false)}
        >
          <Fields>
            <p>{text('account.password.text')}</p>
            <FormPassword name="password" label={text('account.password.new')} isRequired />
          </Fields>
        </FormDialog>
      )}
    </CardPage>
  );
}
