import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Avatar } from '../../kit/Avatar.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { UnlockIcon } from '../../kit/administration-icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useDocumentTitle } from '../../layout/useDocumentTitle.ts';
import { FormBody } from '../form/FormBody.tsx';
import { useForm } from '../form/form-context.tsx';
import { useListing } from '../list/use-listing.ts';
import { FormOwnPassword } from './secret-fields.tsx';
import styles from './LockScreen.module.css';

const noPassword = { password: null };
const first = { page: 1, limit: 1, search: '', sort: { by: 'id', descending: false }, filters: {} };

/** Covers every screen while it is locked. The page below keeps its state; the password unlocks it. */
export function LockScreen() {
  const { directory } = useApp();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const user = useSelector(directory.auth, selectUser);
  const isAtLock = pathname === '/pages/lock-screen';
  useEffect(() => {
    // That address would lock again, so unlocking goes home.
    if (isAtLock) void navigate('/', { replace: true });
  }, [isAtLock, navigate]);
  return user === null ? null : <Unlocking userId={user.id} name={user.name} email={user.email} image={user.image} />;
}

interface UnlockingProps {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
}

function Unlocking({ userId, name, email, image }: UnlockingProps) {
  const { append } = useApp();
  const text = useText();
  const id = useId();
  const open = useForm('account.unlock', userId, noPassword);
  // Users who only log in through the provider have no password to unlock with; the server doesn't say who they are.
  const provider = useListing('identityLogin', first).rows?.[0];
  const [isLeaving, setLeaving] = useState(false);
  const dialog = useRef<HTMLDivElement>(null);
  useDocumentTitle(text('account.lock.tab'));
  useEffect(() => {
    // The page below is inert: without a focused element, Tab wouldn't reach the dialog.
    if (document.activeElement === null || document.activeElement === document.body) dialog.current?.focus();
  }, []);
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      className={styles.lock}
    >
      <div className={styles.card}>
        <Avatar name={name} seed={userId} image={image} size="xl" tone="brand" />
        <h1 id={`${id}-title`} className={styles.name}>
          {name}
        </h1>
        <p className={styles.lead}>{text('account.lock.lead')}</p>
        <div className={styles.form}>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <FormBody open={open} id={id}>
            <FormOwnPassword name="password" label={text('account.lock.password')} autoFocus />
          </FormBody>
          <Button
            type="submit"
            form={id}
            variant="primary"
            size="lg"
            isWide
            icon={<UnlockIcon />}
            isPending={open.phase === 'saving'}
          >
            {text('account.lock.open')}
          </Button>
          {provider !== undefined && (
            <p className={styles.hint}>{text('account.lock.identity', { label: provider.label })}</p>
          )}
          {isLeaving ? (
            <Banner
              tone="warning"
              className={styles.leave}
              action={
                <span className={styles.leaving}>
                  <Button size="sm" onPress={() => setLeaving(false)}>
                    {text('action.cancel')}
                  </Button>
                  <Button size="sm" variant="danger" onPress={() => append({ type: 'logout.requested' })}>
                    {text('account.lock.leave')}
                  </Button>
                </span>
              }
            >
              {text('account.lock.leave.text')}
            </Banner>
          ) : (
            <Button variant="ghost" isWide onPress={() => setLeaving(true)}>
              {text('account.lock.other', { name: name.split(' ', 1)[0] ?? name })}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
