import type { ReactNode } from 'react';
import { selectLocale } from '../../machines/shell/shell.selectors.ts';
import { AreasContext } from '../kit/areas.ts';
import { BareLayout } from '../layout/BareLayout.tsx';
import { LocaleProvider } from '../layout/LocaleProvider.tsx';
import { AppProvider, type AppHandle } from './app-context.tsx';
import { useCatalogue } from './catalogue.tsx';
import { PageRouter } from './PageRouter.tsx';
import { BrokenScreen } from './Screen.tsx';

let hasCrashed = false;

/** Renders an error page for an app that crashed outside of its screens. Only once: that page may crash too. */
export function showCrash(root: { readonly render: (view: ReactNode) => void }, app: AppHandle, tenant: string): void {
  if (!hasCrashed) root.render(<CrashedApp app={app} tenant={tenant} />);
  hasCrashed = true;
}

/** Offers to reload, and to report the problem. */
function CrashedApp({ app, tenant }: { readonly app: AppHandle; readonly tenant: string }) {
  const [catalogue, areas] = useCatalogue(selectLocale(app.directory.shell.getSnapshot()));
  if (catalogue === undefined) return null;
  return (
    <AppProvider app={app}>
      <LocaleProvider locale={catalogue.locale} messages={catalogue.messages}>
        <AreasContext value={areas}>
          <PageRouter basename={`/${tenant}`}>
            <BareLayout>
              <BrokenScreen />
            </BareLayout>
          </PageRouter>
        </AreasContext>
      </LocaleProvider>
    </AppProvider>
  );
}
