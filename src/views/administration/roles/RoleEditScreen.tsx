import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PAGE_SIZE_MAX } from '../../../../contract/facts/limits.ts';
import type { Permission } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { useRoutes } from '../../app/known-routes.tsx';
import { partOf } from '../../app/route-table.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';
import { useOpenForm, type OpenForm } from '../form/form-context.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useListing } from '../list/use-listing.ts';
import { firstRoles } from './RolesScreen.tsx';
import { useSelector } from '@xstate/react';
import styles from './RoleEditScreen.module.css';

const { useField } = fieldsOf<FormFields['role.permissions']>();

const everyPermission = { ...firstRoles, limit: PAGE_SIZE_MAX };

/** /roles/edit/{id}: a role's permissions. Its users get changes at once. */
export function RoleEditScreen() {
  const id = partOf('/roles/edit/:id', useLocation().pathname) ?? '';
  const text = useText();
  const failureText = useFailureText();
  const { rows: permissions, failure, retry } = useListing('permissions', everyPermission);
  const roles = useListing('roles', firstRoles);
  const role = roles.rows?.find((each) => each.id === id);
  const screens = useRoutes(true);
  const isFixed = role?.fixed === true;
  return (
    <FormPage
      key={id}
      form="role.permissions"
      formKey={id}
      back="/roles/list"
      isReadOnly={isFixed}
      missing={{
        title: text('roles.missing.title'),
        text: text('roles.missing.text'),
        back: text('roles.missing.back'),
      }}
      renderTitle={(open) => <RoleName open={open} />}
      renderSummary={(open) => <Changes open={open} />}
    >
      {() => (
        <>
          <Banner tone="info">{text(isFixed ? 'roles.permissions.fixed' : 'roles.permissions.live')}</Banner>
          <FailedLookups
            lookups={[
              { hasFailed: roles.failure !== null, retry: roles.retry },
              { hasFailed: screens.state === 'failed', retry: screens.load },
            ]}
          />
          {permissions === null && failure !== null ? (
            <ErrorState title={text('roles.permissions.failed')} onRetry={retry}>
              {failureText(failure)}
            </ErrorState>
          ) : permissions === null || screens.state === 'first' ? (
            <Skeleton shape="block" height={240} />
          ) : (
            <Categories permissions={permissions} isFixed={isFixed} />
          )}
        </>
      )}
    </FormPage>
  );
}

function RoleName({ open: { actor } }: { readonly open: OpenForm }) {
  const text = useText();
  const name = useSelector(actor, (snapshot) => snapshot?.context.initial['display_name']);
  return typeof name === 'string' ? name : text('menu.roles.edit');
}

interface CategoriesProps {
  readonly permissions: readonly Permission[];
  readonly isFixed: boolean;
}

function Categories({ permissions, isFixed }: CategoriesProps) {
  const text = useText();
  const labelOf = usePermissionLabel();
  const { value, change, isReadOnly } = useField('permissions');
  const { actor } = useOpenForm();
  const [search, setSearch] = useState('');
  const chosen = new Set(textsOf(value));
  const wanted = search.trim().toLocaleLowerCase();
  // A permission without a screen yet isn't listed; roles that have it keep it.
  const { routes: screens, state } = useRoutes(true);
  const found = permissions
    .filter(({ route }) => state !== 'all' || screens.some(({ name }) => name === route))
    .filter(({ route }) => labelOf(route).toLocaleLowerCase().includes(wanted));
  const categories = [...new Set(found.map(({ category }) => category))];
  const set = (routes: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const route of routes) {
      if (isOn) next.add(route);
      else next.delete(route);
    }
    change(inOrder(permissions, next, textsOf(actor?.getSnapshot().context.initial['permissions'])));
  };
  const isLocked = isReadOnly || isFixed;
  return (
    <>
      <SearchField
        label={text('roles.permissions.search')}
        value={search}
        onChange={setSearch}
        className={styles.search}
      />
      <span role="status" className={styles.found}>
        {found.length === 0 ? text('roles.permissions.none') : ''}
      </span>
      <div className={styles.categories}>
        {categories.map((category) => {
          const here = found.filter((each) => each.category === category);
          const routes = here.map(({ route }) => route);
          const count = routes.filter((route) => chosen.has(route)).length;
          return (
            <section key={category} className={styles.category} aria-label={categoryLabel(text, category)}>
              <header className={styles.header}>
                <h2 className={styles.title}>{categoryLabel(text, category)}</h2>
                <Tag tone={count > 0 ? 'primary' : 'neutral'}>
                  {text('roles.permissions.count', { count, total: routes.length })}
                </Tag>
                <Checkbox
                  isSelected={count === routes.length}
                  isIndeterminate={count > 0 && count < routes.length}
                  isReadOnly={isLocked}
                  onChange={(isOn) => set(routes, isOn)}
                  className={styles.all}
                >
                  {text('roles.permissions.all')}
                </Checkbox>
              </header>
              <div className={styles.permissions}>
                {here.map(({ route, isOn }) => (
                  <Checkbox
                    key={route}
                    isSelected={chosen.has(route)}
                    isReadOnly={isLocked}
                    onChange={(isChosen) => set([route], isChosen)}
                  >
                    {labelOf(route)} {!isOn && <Tag tone="neutral">{text('roles.permissions.off')}</Tag>}
                  </Checkbox>
                ))}
              </div>
            </section>
          );
        })}
      </div>
    </>
  );
}

/** What saving would change. */
function Changes({ open: { actor } }: { readonly open: OpenForm }) {
  const text = useText();
  const labelOf = usePermissionLabel();
  const before = textsOf(useSelector(actor, (snapshot) => snapshot?.context.initial['permissions']));
  const after = textsOf(useSelector(actor, (snapshot) => snapshot?.context.values['permissions']));
  const added = after.filter((route) => !before.includes(route));
  const removed = before.filter((route) => !after.includes(route));
  if (added.length + removed.length === 0) return text('form.changes', { count: 0 });
  return (
    <section aria-label={text('roles.changes.title')} aria-live="polite" className={styles.changes}>
      {added.length > 0 && (
        <p>
          <b className={styles.added}>{text('roles.changes.added')}:</b> {added.map(labelOf).join(', ')}
        </p>
      )}
      {removed.length > 0 && (
        <p>
          <b className={styles.removed}>{text('roles.changes.removed')}:</b> {removed.map(labelOf).join(', ')}
        </p>
      )}
    </section>
  );
}

/** A permission's label; its name if the texts lack it. */
function usePermissionLabel(): (route: string) => string {
  const text = useText();
  const isText = useIsText();
  return (route) => {
    const id = `permission.${route}`;
    return isText(id) ? text(id) : route;
  };
}

function categoryLabel(text: ReturnType<typeof useText>, category: string): string {
  switch (category) {
    case 'attendance':
    case 'customers':
    case 'automation':
    case 'dashboard':
    case 'administration':
    case 'backoffice':
      return text(`permission.category.${category}`);
    default:
      return category;
  }
}

/**
 * The selected permissions, in the server's order if they are the same set, so that ticking and unticking changes
 * nothing.
 */
function inOrder(
  permissions: readonly Permission[],
  chosen: ReadonlySet<string>,
  initial: readonly string[],
): readonly string[] {
  const isSame = initial.length === chosen.size && initial.every((route) => chosen.has(route));
  return isSame ? initial : permissions.map(({ route }) => route).filter((route) => chosen.has(route));
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
